import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { jobOf, namesAnotherJob } from "../../../src/services/tracker/forgejo/job-name.js"

const named = (...names: ReadonlyArray<string>) => names.map((name, id) => ({ id, name }))

const rows: ReadonlyArray<
  readonly [what: string, context: string, names: ReadonlyArray<string>, position: number, found: number | undefined]
> = [
  ["the job that the context names", "ci / unit (push)", ["lint", "unit"], 0, 1],
  ["whatever its position", "ci / unit (push)", ["unit", "lint"], 1, 0],
  ["the longest of several that fit", "ci / a / unit (push)", ["unit", "a / unit"], 0, 1],
  ["of equals the one at the position", "ci / unit (push)", ["unit", "unit", "unit"], 1, 1],
  ["of equals the first where the position is another job's", "ci / unit (push)", ["lint", "unit", "unit"], 0, 1],
  ["a name with parentheses", "ci / build (node 20, a/b) (push)", ["build", "build (node 20, a/b)"], 0, 1],
  ["a name that ends like another", "ci / e2e-unit (push)", ["unit", "e2e-unit"], 0, 1],
  ["a workflow with a slash", "ci / nightly / unit (push)", ["unit"], 0, 0],
  ["none where no name fits", "ci / lint (push)", ["unit", "xlint"], 0, undefined],
  ["none in another case", "ci / Unit (push)", ["unit"], 0, undefined],
  ["none without an event", "ci / unit", ["unit"], 0, undefined],
  ["none of an empty run", "ci / unit (push)", [], 0, undefined]
]

describe("12.2.25 the job of a row", () => {
  for (const [what, context, names, position, found] of rows)
    it(`is ${what}`, () => assert.strictEqual(jobOf(context, named(...names), position)?.id, found))

  const word = FastCheck.string({ minLength: 1, maxLength: 12 })
  it("is one of that name, wherever it stands, for any names", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(word, { minLength: 1 }), FastCheck.nat(), word, (names, nth, workflow) => {
        const name = names[nth % names.length] ?? ""
        const found = jobOf(`${workflow} / ${name} (push)`, named(...names), nth % names.length)
        assert.isTrue(found?.name.endsWith(name))
      })
    )
  })

  it("does not say of its own log that it is another job's, for any names", () => {
    FastCheck.assert(
      FastCheck.property(word, word, FastCheck.nat(), (workflow, job, task) => {
        const file = encodeURIComponent(`${workflow}-${job}-${task}.log`)
        assert.isFalse(namesAnotherJob(`attachment; filename*=UTF-8''${file}`, `${workflow} / ${job} (push)`))
      })
    )
  })
})

const files: ReadonlyArray<
  readonly [what: string, disposition: string | undefined, context: string, another: boolean]
> = [
  ["its own", `attachment; filename="ci-unit-17.log"; filename*=UTF-8''ci-unit-17.log`, "ci / unit (push)", false],
  [
    "the first job's",
    `attachment; filename="ci-prepare-77.log"; filename*=UTF-8''ci-prepare-77.log`,
    "ci / unit (push)",
    true
  ],
  ["its own by the plain name alone", `attachment; filename="ci-unit-17.log"`, "ci / unit (push)", false],
  ["another's by the plain name alone", `attachment; filename="ci-lint-17.log"`, "ci / unit (push)", true],
  [
    "one of a longer name with the same end of a word",
    `attachment; filename="ci-myunit-17.log"`,
    "ci / unit (push)",
    true
  ],
  ["a name with a slash", `attachment; filename*=UTF-8''ci-a%20%2F%20unit-1.log`, "ci / a / unit (push)", false],
  [
    "a name outside ASCII that the server spelled plainly",
    `attachment; filename="ci-Pr_fung-1.log"`,
    "ci / Prüfung (push)",
    false
  ],
  [
    "a broken escape: the plain name counts",
    `attachment; filename="ci-lint-1.log"; filename*=UTF-8''%zz`,
    "ci / unit (push)",
    true
  ],
  ["none", undefined, "ci / unit (push)", false],
  ["none that names a file", "attachment", "ci / unit (push)", false],
  ["a file that is named otherwise", `attachment; filename="log.txt"`, "ci / unit (push)", false],
  ["whatever it is where the context has no job", `attachment; filename="ci-unit-1.log"`, "signoff", false]
]

describe("12.2.25 a log that calls itself", () => {
  for (const [what, disposition, context, another] of files)
    it(`${what} is ${another ? "another job's" : "not doubted"}`, () =>
      assert.strictEqual(namesAnotherJob(disposition, context), another))
})
