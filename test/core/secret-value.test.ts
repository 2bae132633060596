import { assert, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import { byName, isSecretName } from "../../src/core/secret-name.js"
import { pipedValue, refusedSecret } from "../../src/core/secret-value.js"

const bytes = (text: string) => new TextEncoder().encode(text)

for (const [name, allowed] of [
  ["A", true],
  ["API_KEY", true],
  ["A1_", true],
  ["", false],
  ["_A", false],
  ["1A", false],
  ["a", false],
  ["Api", false],
  ["A-B", false],
  ["A\n", false],
  ["É", false]
] as const) {
  it(`10 the name ${JSON.stringify(name)} is ${allowed ? "allowed" : "refused"}`, () =>
    assert.strictEqual(isSecretName(name), allowed))
}

it("names are sorted as bytes, not as a language would", () =>
  assert.deepStrictEqual(
    byName([{ name: "A_B" }, { name: "B" }, { name: "AB" }]).map(({ name }) => name),
    ["AB", "A_B", "B"]
  ))

for (const [what, piped, value] of [
  ["one line loses the line feed that ends it", "tok-5501\n", "tok-5501"],
  ["one line without a line feed stays", "tok-5501", "tok-5501"],
  ["one line loses one line feed and no blank", " tok-5501 \n", " tok-5501 "],
  ["a carriage return is no line feed", "tok-5501\r\n", "tok-5501\r"],
  ["two line feeds at the end are two lines", "tok-5501\n\n", "tok-5501\n\n"],
  ["several lines stay as they are", "one\ntwo\n", "one\ntwo\n"],
  ["a byte order mark stays", "\ufefftok-5501\n", "\ufefftok-5501"]
] as const) {
  it(`issue 4: ${what}`, () => assert.deepStrictEqual(pipedValue(bytes(piped)), Either.right(value)))
}

for (const [what, piped, words] of [
  ["nothing", bytes(""), /empty/],
  ["a line feed alone", bytes("\n"), /empty/],
  ["bytes that are no text", Uint8Array.of(0x74, 0xff, 0x6f), /no UTF-8/]
] as const) {
  it(`${what} is no value`, () => assert.match(Either.getOrThrow(Either.flip(pipedValue(piped))), words))
}

it("a value comes through as it was piped in, save one line feed", () =>
  FastCheck.assert(
    FastCheck.property(FastCheck.fullUnicodeString({ minLength: 1 }), (text) => {
      FastCheck.pre(text !== "\n")
      const oneLine = !text.slice(0, -1).includes("\n") && text.endsWith("\n")
      assert.deepStrictEqual(pipedValue(bytes(text)), Either.right(oneLine ? text.slice(0, -1) : text))
    })
  ))

const long = "tok-5501-tok-5501"

for (const [what, name, value, words] of [
  ["a name in small letters", "key", long, /the name "key" does not match/],
  ["an empty value", "KEY", "", /^value is required$/],
  ["a value with a NUL", "KEY", "tok\0-5501-tok", /the value of KEY has a NUL byte/],
  ["a value of more than 64 KiB", "KEY", "ab-cd".repeat(13108), /the value of KEY is longer than 64 KiB/]
] as const) {
  it(`${what} is refused, forced too`, () => {
    for (const force of [false, true]) assert.match(refusedSecret({ name, value, force }, []) ?? "accepted", words)
  })
}

for (const [what, value, words] of [
  ["5 bytes", "a1b2c", /shorter than 6 bytes/],
  ["5 bytes between blanks", "  a1b2c \n", /shorter than 6 bytes/],
  ["3 different bytes", "abcabcabc", /fewer than 4 different bytes/],
  ["a common word", "Password", /common word/],
  ["a piece of the placeholder of another secret", "DEPLOY_KEY", /placeholder \[REDACTED:DEPLOY_KEY\]/],
  ["a piece of its own placeholder", "REDACTED:KEY", /placeholder \[REDACTED:KEY\]/],
  ["a piece of the placeholder of the forge's token", "FORGE_TOKEN", /placeholder \[REDACTED:FORGE_TOKEN\]/]
] as const) {
  it(`2.3 ${what} is refused with the rule and not with the value, and stored by force`, () => {
    const refusal = refusedSecret({ name: "KEY", value, force: false }, ["DEPLOY_KEY"])
    assert.match(refusal ?? "accepted", words)
    assert.match(refusal ?? "accepted", /^the value of KEY .*; force stores it all the same$/)
    assert.isUndefined(refusedSecret({ name: "KEY", value, force: true }, ["DEPLOY_KEY"]))
  })
}

it("what is 64 KiB long or 6 bytes short is stored without force", () => {
  for (const value of ["a1b2c3", "ab-c".repeat(16384)]) {
    assert.isUndefined(refusedSecret({ name: "KEY", value, force: false }, []))
  }
})
