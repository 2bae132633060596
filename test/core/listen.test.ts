import { assert, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import { parseListen } from "../../src/core/listen.js"

const accepted: ReadonlyArray<readonly [text: string, host: string, port: number]> = [
  ["127.0.0.1:4190", "127.0.0.1", 4190],
  [" localhost:0 ", "localhost", 0],
  ["0.0.0.0:65535", "0.0.0.0", 65_535],
  ["[::1]:80", "::1", 80],
  ["[::ffff:127.0.0.1]:80", "::ffff:127.0.0.1", 80],
  ["lab.internal:4190", "lab.internal", 4190]
]

for (const [text, host, port] of accepted) {
  it(`listens on ${JSON.stringify(text)}`, () => {
    assert.deepStrictEqual(parseListen(text), Either.right({ host, port }))
  })
}

const refused = [
  "",
  "4190",
  ":4190",
  "localhost",
  "localhost:",
  "localhost:http",
  "localhost:-1",
  "localhost:65536",
  "localhost:123456",
  "::1:4190",
  "[::1]",
  "[]:80",
  "http://localhost:4190",
  "a b:80",
  "localhost:80/path"
]

for (const text of refused) {
  it(`does not listen on ${JSON.stringify(text)}, and says what to write`, () => {
    const words = Either.getOrThrow(Either.flip(parseListen(text)))
    assert.strictEqual(words, `${JSON.stringify(text)} is no host:port to listen on: use one such as 127.0.0.1:4190`)
  })
}

it("reads back every host and port that it could have written", () => {
  const host = FastCheck.oneof(FastCheck.domain(), FastCheck.ipV4(), FastCheck.ipV6())
  FastCheck.assert(
    FastCheck.property(host, FastCheck.integer({ min: 0, max: 65_535 }), (host, port) => {
      const text = `${host.includes(":") ? `[${host}]` : host}:${port}`
      assert.deepStrictEqual(parseListen(text), Either.right({ host, port }))
    })
  )
})
