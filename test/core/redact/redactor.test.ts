import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck as fc } from "effect"
import { buildRedactor } from "../../../src/core/redact/redactor.js"
import { holds } from "./properties.js"
import { diceOf, secretsOf, textOf } from "./samples.js"
import { bytes, latin1, piecesOf, redactorOf, shown, streamed } from "./support.js"

const token = "tok_9fK2mQ7xLp4Rw8"
const other = "zz-other-value-0815"

describe("for any secrets and any bytes", () => {
  it("no form is left, the rest is untouched, cuts do not matter, a second pass changes nothing", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const dice = diceOf(seed)
        const secrets = secretsOf(dice)
        holds(secrets, textOf(dice, secrets, 1 + dice.roll(12)), dice)
      }),
      { numRuns: 30 }
    )
  })

  it("the same over texts of many windows", () => {
    for (const seed of [1, 2]) {
      const dice = diceOf(seed)
      const secrets = secretsOf(dice)
      holds(secrets, textOf(dice, secrets, 1500), dice)
    }
  })

  it("the same where the text is one form alone, at every cut of two", () => {
    const secrets = [{ name: "A", value: bytes(`${token}!"'$`) }]
    const redactor = redactorOf(secrets)
    for (const { form, start, end } of redactor.matches(bytes(`${token}!"'$`))) {
      assert.deepStrictEqual([form, start, end], ["raw", 0, token.length + 4])
    }
    const text = latin1(`x${token}!"'$\x1b[0m${token}!"\x1b[1m'$`)
    const whole = shown(redactor.redact(text).pieces)
    assert.strictEqual(whole, "x[REDACTED:A]\x1b[0m[REDACTED:A]")
    for (let cut = 0; cut <= text.length; cut++) {
      assert.strictEqual(streamed(redactor, [text.slice(0, cut), text.slice(cut)]), whole)
    }
  })
})

describe("windows and chunks", () => {
  const redactor = redactorOf({ A: token, B: other })

  it("a value at any place near the end of a window is found, whatever the alignment of the bytes", () => {
    for (let at = 65536 - 80; at < 65536 + 20; at++) {
      const text = new Uint8Array(140_001).subarray(1).fill(46)
      text.set(bytes(token), at)
      const { pieces } = redactor.redact(text)
      assert.deepStrictEqual(
        pieces.map((piece) => piece.length),
        [at, 12, text.length - at - token.length]
      )
    }
  })

  it("what is not touched is a view, and a text without a match is one view", () => {
    const text = bytes("x".repeat(300_000))
    const { pieces, names } = redactor.redact(text)
    assert.lengthOf(pieces, 1)
    assert.strictEqual(pieces[0]?.buffer, text.buffer)
    assert.deepStrictEqual(names, [])
  })

  it("a stream holds back no more than the longest form and three bytes", () => {
    const longest = token.length * 4
    const stream = redactor.stream()
    const passed = shown(stream.push(bytes("y".repeat(1000)))).length
    assert.isAtLeast(passed, 1000 - longest - 4)
    assert.strictEqual(passed + shown(stream.end()).length, 1000)
  })

  const cases: ReadonlyArray<readonly [title: string, chunk: string, out: string]> = [
    ["a line that ends in no beginning of a form passes whole", "one line\n", "one line\n"],
    ["a coloured line, too", "\x1b[32mok\x1b[0m done\n", "\x1b[32mok\x1b[0m done\n"],
    ["a prompt, too", "Password: ", "Password: "],
    ["a value before the end of the line is a token at once", `a ${token}\n`, "a [REDACTED:A]\n"],
    ["a word at the end waits, a letter may belong to a match", "so far", "so "],
    ["the beginning of a value waits", "ab zz-other-", "ab "],

    ["across a sequence, too", "ab zz-\x1b[1mother-", ""],
    ["a sequence that may go on waits, with what stands before it", "ab \x1b[3", ""]
  ]

  it.each(cases)("%s", (_, chunk, out) => {
    const stream = redactor.stream()
    const first = shown(stream.push(latin1(chunk)))
    assert.strictEqual(first, out)
    assert.strictEqual(first + shown(stream.end()), shown(redactor.redact(latin1(chunk)).pieces))
  })

  it("a stream does not depend on a chunk after it was pushed", () => {
    const chunk = bytes(`a ${token.slice(0, 9)}`)
    const stream = redactor.stream()
    const first = shown(stream.push(chunk))
    chunk.fill(0)
    assert.strictEqual(first + shown(stream.push(bytes(token.slice(9)))) + shown(stream.end()), "a [REDACTED:A]")
  })

  it("a stream that ended begins anew", () => {
    const stream = redactor.stream()
    stream.push(bytes(token.slice(0, 9)))
    stream.end()
    assert.strictEqual(shown([...stream.push(bytes(token.slice(9))), ...stream.end()]), token.slice(9))
  })

  it("a value that more escape sequences cut than a window holds is one token", () => {
    const text = bytes(token.slice(0, 5) + "\x1b[31m".repeat(100_000) + token.slice(5))
    assert.strictEqual(shown(redactor.redact(text).pieces), "[REDACTED:A]")
    assert.strictEqual(streamed(redactor, piecesOf(text, 4096)), "[REDACTED:A]")
  })

  it("an endless overlap is one token, and does not wait for its end", () => {
    const forced = redactorOf({ F: "aa" })
    assert.strictEqual(shown(forced.redact(bytes("aaa")).pieces), "[REDACTED:F]")
    const stream = forced.stream()
    assert.strictEqual(shown(stream.push(bytes("a".repeat(100)))), "[REDACTED:F]")
    assert.strictEqual(shown([...stream.push(bytes("ab")), ...stream.end()]), "b")
  })
})

describe("escape sequences (redaction.md 2.5)", () => {
  const redactor = redactorOf({ A: token })
  const middle = (sequence: string) => `x ${token.slice(0, 7)}${sequence}${token.slice(7)} y`
  const swallowed = [
    "\x1b[m",
    "\x1b[0;1m",
    "\x1b[?25l",
    "\x1b[2 q",
    "\x1b]0;title\x07",
    "\x1b]8;;u\x1b\\",
    "\x1b[m\x1b[K",
    `\x1b]${"t".repeat(253)}\x07`
  ]
  const kept = ["\x1b", "\x1b[", "\x1b]open", "\x1b[\x01m", "\x1bM", `\x1b]${"t".repeat(254)}\x07`, "\x1b]a\x1bb\x07"]

  it.each(swallowed)("%j inside a value goes with it", (sequence) => {
    assert.strictEqual(shown(redactor.redact(latin1(middle(sequence))).pieces), "x [REDACTED:A] y")
  })

  it.each(kept)("%j is no sequence, and cuts the value", (text) => {
    assert.strictEqual(shown(redactor.redact(latin1(middle(text))).pieces), middle(text))
  })

  it("a value that begins in a sequence and, without it, before it is one token from the first beginning on", () => {
    assert.strictEqual(shown(redactor.redact(latin1(`t\x1b[${token} y`)).pieces), "[REDACTED:A] y")
  })

  it("a value inside a sequence is found", () => {
    const link = `\x1b]8;;http://x?t=${token}\x07here`
    assert.strictEqual(shown(redactor.redact(latin1(link)).pieces), "\x1b]8;;http://x?t=[REDACTED:A]\x07here")
  })

  it("a shared base64 letter is found across a sequence, and is not taken from one", () => {
    const encoded = Buffer.from(`ab:${token.slice(0, 16)}`)
      .toString("base64")
      .replace(/=+$/, "")
    const text = redactorOf({ A: token.slice(0, 16) })
    const cut = `${encoded.slice(0, -1)}\x1b[m${encoded.slice(-1)}`
    assert.strictEqual(shown(text.redact(latin1(cut)).pieces), "YWI6[REDACTED:A]")
    const behind = Buffer.from(`a${token}`).toString("base64").slice(2)
    assert.strictEqual(shown(redactor.redact(latin1(`\x1b[1m${behind}`)).pieces), "\x1b[1m[REDACTED:A]")
  })
})

describe("the redactor as a whole", () => {
  it("without secrets, or with empty ones alone, passes everything", () => {
    for (const redactor of [redactorOf({}), redactorOf({ A: "" })]) {
      assert.isTrue(redactor.isEmpty)
      assert.strictEqual(shown(redactor.redact(latin1("\xff\x00x")).pieces), "\xff\x00x")
      assert.strictEqual(redactor.text("x"), "x")
      assert.deepStrictEqual(redactor.matches(bytes("x")), [])
      assert.strictEqual(streamed(redactor, [bytes("a"), bytes("b")]), "ab")
    }
  })

  it("a secret without a name cannot be built, and the error shows no value", () => {
    const failure = Either.getOrThrow(Either.flip(buildRedactor([{ name: "", value: bytes(token) }])))
    assert.strictEqual(failure.message, "the redactor cannot be built: a secret has no name")
  })

  it("redacts a message, and leaves one without a match as it is, lone surrogates and all", () => {
    const redactor = redactorOf({ A: token })
    assert.strictEqual(redactor.text(`é ${token} ü`), "é [REDACTED:A] ü")
    assert.strictEqual(redactor.text("\ud800 x"), "\ud800 x")
  })

  it("of two secrets of one value the smaller name speaks, and both are told", () => {
    const { pieces, names } = redactorOf({ é: token, Z: token, a: token }).redact(bytes(token))
    assert.strictEqual(shown(pieces), "[REDACTED:Z]")
    assert.deepStrictEqual(names, ["Z", "a", "é"])
  })

  it("a name that has two values masks both", () => {
    const redactor = redactorOf([
      { name: "A", value: bytes(token) },
      { name: "A", value: bytes(other) }
    ])
    assert.strictEqual(shown(redactor.redact(bytes(`${token} ${other}`)).pieces), "[REDACTED:A] [REDACTED:A]")
  })

  it("tells matches inside others, with their forms", () => {
    const redactor = redactorOf({ A: token, INNER: token.slice(4, 12) })
    assert.deepStrictEqual(redactor.matches(bytes(`x${token}`)), [
      { name: "A", form: "raw", start: 1, end: 1 + token.length },
      { name: "INNER", form: "raw", start: 5, end: 13 }
    ])
  })

  it.each([
    ["many secrets", 1500],
    ["few secrets", 20]
  ])("finds each of %s in each of its forms", (_, count) => {
    const dice = diceOf(count)
    const secrets = Array.from({ length: count }, (_, index) => ({
      name: `S${index}`,
      value: bytes(`v${index}-${dice.roll(2 ** 31)}-"${dice.roll(2 ** 31)}`)
    }))
    const redactor = redactorOf(secrets)
    for (const { name, value } of secrets.slice(0, 50)) {
      const { pieces } = redactor.redact(
        latin1(`<${Buffer.from(value).toString("base64")}> <${Buffer.from(value).toString("latin1")}>`)
      )
      assert.strictEqual(shown(pieces), `<[REDACTED:${name}]> <[REDACTED:${name}]>`)
    }
  })
})
