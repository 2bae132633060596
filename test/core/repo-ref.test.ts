import { assert, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import { parseRepoRef } from "../../src/core/repo-ref.js"

type Row = readonly [text: string, web: string, prefix?: string, owner?: string, name?: string]

const forms: ReadonlyArray<Row> = [
  ["https://git.example/o/n", "https://git.example"],
  ["https://git.example/o/n.git", "https://git.example"],
  ["https://git.example/o/n/", "https://git.example"],
  ["https://git.example/o/n.git/", "https://git.example"],
  ["  https://git.example/o/n \n", "https://git.example"],
  ["HTTPS://GIT.Example/o/n", "https://git.example"],
  ["http://git.example/o/n", "http://git.example"],
  ["https://git.example:8443/o/n", "https://git.example:8443"],
  ["https://git.example:443/o/n", "https://git.example"],
  ["https://git.example/git/o/n.git", "https://git.example", "/git"],
  ["https://git.example/a/b/o/n", "https://git.example", "/a/b"],
  ["https://git.example//o//n", "https://git.example"],
  ["https://me@git.example/o/n", "https://git.example"],
  ["https://me:hunter2@git.example:8443/git/o/n.git", "https://git.example:8443", "/git"],
  ["https://me:hunter%402@git.example/o/n", "https://git.example"],
  ["https://git.example/o/n?tab=readme#top", "https://git.example"],
  ["https://[2001:db8::1]:3000/o/n", "https://[2001:db8::1]:3000"],
  ["https://git.example/o/n.x.git", "https://git.example", "", "o", "n.x"],
  ["https://git.example/%C3%A9/n", "https://git.example", "", "é"],
  ["ssh://git@git.example/o/n.git", "https://git.example"],
  ["ssh://git@git.example:2222/o/n.git", "https://git.example"],
  ["ssh://git@GIT.Example/o/n", "https://git.example"],
  ["ssh://git@[2001:db8::1]:22/o/n", "https://[2001:db8::1]"],
  ["git+ssh://git@git.example/o/n.git", "https://git.example"],
  ["ssh+git://git@git.example/o/n.git", "https://git.example"],
  ["git://git.example/o/n.git", "https://git.example"],
  ["git@git.example:o/n.git", "https://git.example"],
  ["git@git.example:o/n", "https://git.example"],
  ["git@git.example:/o/n.git", "https://git.example"],
  ["git@git.example:git/o/n.git", "https://git.example", "/git"],
  ["git.example:o/n", "https://git.example"],
  ["git@GIT.Example:o/n", "https://git.example"],
  ["git@[2001:db8::1]:o/n.git", "https://[2001:db8::1]"],
  ["o/n", "https://github.com"],
  ["o/n.git", "https://github.com"],
  [" o/n ", "https://github.com"]
]

for (const [text, web, prefix = "", owner = "o", name = "n"] of forms) {
  it(`reads ${JSON.stringify(text)} as ${owner}/${name} on ${web}${prefix}`, () => {
    const host = new URL(web).hostname
    assert.deepStrictEqual(parseRepoRef(text), Either.right({ host, web, prefix, owner, name }))
  })
}

it("reads a bare owner/name as one of the host that is given", () => {
  assert.deepStrictEqual(
    parseRepoRef("o/n", "git.example"),
    Either.right({ host: "git.example", web: "https://git.example", prefix: "", owner: "o", name: "n" })
  )
})

const refused: ReadonlyArray<string> = [
  "",
  "   ",
  "n",
  "/o/n",
  "./o/n",
  "../o/n",
  "../n",
  "o/..",
  "o/.git",
  "a/b/c",
  "o /n",
  "file:///srv/git/o/n.git",
  "ftp://git.example/o/n",
  "https://",
  "https://git.example",
  "https://git.example/",
  "https://git.example/n",
  "https://git.example/o/.git",
  "https://git.example/o/%2e%2e",
  "https://git.example/o/n%2Fx",
  "https://git.example/o/n%5Cx",
  "https://git.example/o/n%0Ax",
  "https://git.example/o/a%20b",
  "https://git.example/%/n",
  "https://git.example:port/o/n",
  "ssh:///o/n",
  "git@git.example:n",
  "git@git.example:",
  "git@git.example:o/a b"
]

for (const text of refused) {
  it(`refuses ${JSON.stringify(text)} and says which forms there are`, () => {
    assert.match(String(Either.getOrThrow(Either.flip(parseRepoRef(text)))), /: give owner\/name, https:\/\/host/)
  })
}

const confiding: ReadonlyArray<string> = [
  "https://me:hunter2@git.example/n",
  "https://hunter2@git.example/n",
  "https://me:pass@hunter2@git.example/n",
  "https://me:pass/hunter2@git.example/n",
  "https://me:pass#hunter2@git.example/n",
  "https://me:pass?hunter2@git.example/n",
  "https://me:hunter2@git.example:port/o/n",
  "ssh://me:hunter2@git.example/n",
  "ftp://me:hunter2@git.example/o/n",
  "me:hunter2@git.example",
  "https://git.example/n?token=hunter2",
  "https://git.example/n#hunter2"
]

for (const text of confiding) {
  it(`keeps the password of ${text} out of its message`, () => {
    const message = Either.getOrThrow(Either.flip(parseRepoRef(text)))
    assert.notInclude(message, "hunter2")
  })
}

const label = FastCheck.stringMatching(/^[a-z0-9_-][A-Za-z0-9_-]{0,8}$/)
const prefixes = FastCheck.array(label, { maxLength: 2 })
const ends = FastCheck.constantFrom("", ".git", "/", ".git/")

it("reads the same repository from every form that a remote of it takes", () => {
  FastCheck.assert(
    FastCheck.property(label, label, prefixes, ends, (owner, name, prefix, end) => {
      const path = [...prefix, owner, name].join("/") + end
      const expected = Either.right({
        host: "git.example",
        web: "https://git.example",
        prefix: prefix.map((part) => `/${part}`).join(""),
        owner,
        name
      })
      for (const start of [
        "https://git.example/",
        "https://u:p@git.example/",
        "ssh://git@git.example:22/",
        "git@git.example:"
      ])
        assert.deepStrictEqual(parseRepoRef(start + path), expected)
    })
  )
})

it("answers any text at all, with names that are single path segments", () => {
  FastCheck.assert(
    FastCheck.property(
      FastCheck.oneof(
        FastCheck.string(),
        FastCheck.webUrl(),
        FastCheck.string().map((s) => `git@h:${s}`)
      ),
      (text) => {
        const ref = Either.getOrUndefined(parseRepoRef(text))
        if (ref !== undefined) assert.notMatch(`${ref.owner}|${ref.name}`, /[/\\\s]|^\.{1,2}\||\|\.{1,2}$/)
      }
    )
  )
})
