import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Either, FastCheck, Redacted } from "effect"
import { masterKey } from "../../src/services/master-key.js"
import { Vault } from "../../src/services/vault.js"
import { temporary } from "./store/databases.js"

const vaultAt = (path: string) => Effect.provide(Vault, Vault.file(path))
const keyFile = (content: string, mode = 0o600) =>
  Effect.map(temporary, (directory) => {
    const path = join(directory, "master.key")
    writeFileSync(path, content)
    chmodSync(path, mode)
    return path
  })

const hex = "0123456789abcdefABCDEF0123456789".repeat(2)

it.scoped("opens what it sealed, and seals the same text differently each time", () =>
  Effect.gen(function* () {
    const vault = yield* vaultAt(join(yield* temporary, "master.key"))
    const roundTrip = (text: string) =>
      Effect.gen(function* () {
        const [one, two] = [yield* vault.seal(Redacted.make(text)), yield* vault.seal(Redacted.make(text))]
        assert.notDeepEqual(one, two)
        assert.strictEqual(one.length, 12 + Buffer.byteLength(text) + 16)
        assert.strictEqual(Redacted.value(yield* vault.open(one)), text)
      })
    yield* Effect.promise(() =>
      FastCheck.assert(
        FastCheck.asyncProperty(FastCheck.string({ unit: "grapheme" }), (text) => Effect.runPromise(roundTrip(text)))
      )
    )
  })
)

it.scoped("says one and the same thing for a wrong key, a flipped bit and a truncation", () =>
  Effect.gen(function* () {
    const directory = yield* temporary
    const [vault, other] = [yield* vaultAt(join(directory, "a")), yield* vaultAt(join(directory, "b"))]
    const sealed = yield* vault.seal(Redacted.make("secret"))
    const flipped = Array.from(sealed, (_, at) => sealed.map((byte, index) => (index === at ? byte ^ 1 : byte)))
    const cut = Array.from(sealed, (_, length) => sealed.subarray(0, length))
    const failures = yield* Effect.forEach([...flipped, ...cut], (bytes) => Effect.flip(vault.open(bytes)))
    const all = [...failures, yield* Effect.flip(other.open(sealed))]
    assert.deepStrictEqual([...new Set(all.map(String))], ["ErrVault: a sealed value cannot be opened"])
  })
)

it.scoped("makes a key that only its owner can read, in a directory of its own, and keeps it", () =>
  Effect.gen(function* () {
    const directory = join(yield* temporary, "data")
    const path = join(directory, "master.key")
    const sealed = yield* Effect.flatMap(vaultAt(path), (vault) => vault.seal(Redacted.make("kept")))
    assert.match(readFileSync(path, "utf8"), /^[0-9a-f]{64}\n$/)
    assert.deepStrictEqual([statSync(path).mode & 0o777, statSync(directory).mode & 0o777], [0o600, 0o700])
    assert.deepStrictEqual(readdirSync(directory), ["master.key"])
    const again = yield* vaultAt(path)
    assert.strictEqual(Redacted.value(yield* again.open(sealed)), "kept")
  })
)

it.scoped("gives the key of the winner to all who start at once", () =>
  Effect.gen(function* () {
    const path = join(yield* temporary, "master.key")
    const keys = yield* Effect.all(
      Array.from({ length: 8 }, () => masterKey(path)),
      { concurrency: "unbounded" }
    )
    assert.strictEqual(new Set(keys.map((key) => Buffer.from(key).toString("hex"))).size, 1)
  })
)

const contents: ReadonlyArray<readonly [string, string, boolean]> = [
  ["64 hex characters", hex, true],
  ["one trailing line feed", `${hex}\n`, true],
  ["two trailing line feeds", `${hex}\n\n`, false],
  ["a carriage return", `${hex}\r\n`, false],
  ["63 characters", hex.slice(1), false],
  ["65 characters", `${hex}0`, false],
  ["a leading blank", ` ${hex}`, false],
  ["a letter beyond f", `g${hex.slice(1)}`, false],
  ["nothing", "", false]
]

for (const [what, content, accepted] of contents) {
  it.scoped(`${accepted ? "takes" : "refuses"} a key file with ${what}, and leaves it as it is`, () =>
    Effect.gen(function* () {
      const path = yield* keyFile(content)
      const outcome = yield* Effect.either(masterKey(path))
      assert.strictEqual(readFileSync(path, "utf8"), content)
      assert.deepStrictEqual(
        Either.match(outcome, { onLeft: ({ message }) => message, onRight: (key) => Buffer.from(key).toString("hex") }),
        accepted ? hex.toLowerCase() : `master key file ${path} must hold exactly 64 hex characters`
      )
    })
  )
}

for (const mode of [0o640, 0o604, 0o601, 0o620, 0o777]) {
  it.scoped(`refuses mode ${mode.toString(8)}, naming path and mode`, () =>
    Effect.gen(function* () {
      const path = yield* keyFile(hex, mode)
      const failure = yield* Effect.flip(masterKey(path))
      assert.include(failure.message, `${path} has mode 0${mode.toString(8)}`)
      assert.notInclude(failure.message, hex)
    })
  )
}

it.scoped("says ErrVault when the file cannot be read or made", () =>
  Effect.gen(function* () {
    const directory = yield* temporary
    mkdirSync(join(directory, "folder"), { mode: 0o700 })
    writeFileSync(join(directory, "file"), "")
    const failures = yield* Effect.forEach(["folder", "file/below"], (path) =>
      Effect.flip(masterKey(join(directory, path)))
    )
    assert.deepStrictEqual(
      failures.map(({ message }) => message.split(": ")[1]),
      ["EISDIR", "ENOTDIR"]
    )
    assert.isFalse(existsSync(join(directory, "file/below")))
  })
)
