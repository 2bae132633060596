import { assert, it } from "@effect/vitest"
import { Either } from "effect"
import { parseLabUrl } from "../../src/core/lab-url.js"

const good: ReadonlyArray<readonly [text: string, origin: string, prefix: string, socketPath?: string]> = [
  ["http://127.0.0.1:4190", "http://127.0.0.1:4190", ""],
  ["http://127.0.0.1:4190/", "http://127.0.0.1:4190", ""],
  ["http://127.0.0.1:4190///", "http://127.0.0.1:4190", ""],
  [" https://lab.example ", "https://lab.example", ""],
  ["https://lab.example/ci/lab/", "https://lab.example", "/ci/lab"],
  ["http://[::1]:4190", "http://[::1]:4190", ""],
  ["HTTP://Lab.Example", "http://lab.example", ""],
  ["unix:///run/lab/agent.sock", "http://lab", "", "/run/lab/agent.sock"],
  ["unix:///run/lab dir/agent.sock/", "http://lab", "", "/run/lab dir/agent.sock"]
]

for (const [text, origin, prefix, socketPath] of good) {
  it(`2.1 LAB_URL ${JSON.stringify(text)} is ${socketPath ?? origin + prefix}`, () => {
    assert.deepStrictEqual(
      Either.map(parseLabUrl(text), (url) => ({ ...url, origin: url.origin.origin })),
      Either.right({ origin, prefix, ...(socketPath === undefined ? {} : { socketPath }) })
    )
  })
}

const bad: ReadonlyArray<readonly [text: string, words: RegExp]> = [
  ["unix://run/agent.sock", /not absolute/],
  ["unix:/run/agent.sock", /not absolute/],
  ["unix:agent.sock", /not absolute/],
  ["unix:///", /not absolute/],
  ["unix://", /not absolute/],
  ["127.0.0.1:4190", /no address/],
  ["lab.example", /no address/],
  ["localhost:4190", /no address/],
  ["ftp://lab.example", /no address/],
  ["http://", /no address/],
  ["http://lab.example:99999", /no address/]
]

for (const [text, words] of bad) {
  it(`2.1 LAB_URL ${JSON.stringify(text)} is refused before anything is dialled`, () => {
    assert.match(String(Either.getOrThrow(Either.flip(parseLabUrl(text)))), words)
  })
}

it("a password in LAB_URL is in no message", () => {
  assert.notInclude(Either.getOrThrow(Either.flip(parseLabUrl("http://me:hunter2@lab.example:99999"))), "hunter2")
})
