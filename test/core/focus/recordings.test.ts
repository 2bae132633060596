import { existsSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { assert, it } from "@effect/vitest"
import { focus } from "../../../src/core/focus/focus.js"
import { broken } from "./rules.js"

const logs = resolve(import.meta.dirname, "../../../../shared/recordings/logs")
const recorded = it.skipIf(!existsSync(logs))

const read = (name: string): Uint8Array => readFileSync(resolve(logs, `${name}.log`))

const asked = (lines: number) => ({ lines, pull: 7, check: "ci / unit (push)" })

interface Fact {
  readonly log: string
  readonly lines: number
  readonly has: ReadonlyArray<string>
  readonly lacks?: ReadonlyArray<string>
}

const runner = (exit: string): string => `⚙️ [runner]: ${exit}`

/** What an engineer must read to know what to fix, in little room. */
const facts: ReadonlyArray<Fact> = [
  {
    log: "node-test",
    lines: 8,
    has: ["✖ keeps decimals exact", "AssertionError [ERR_ASSERTION]", "sum.test.mjs:6:43", runner("RUN exit status 1")],
    lacks: ["expected output of a passing test", "✔ adds"]
  },
  { log: "node-test", lines: 12, has: ["+ 0.30000000000000004", "- 0.3"], lacks: ["✔ adds", "node:async_hooks"] },
  { log: "tsc", lines: 4, has: ["a.ts:3:47 - error TS2345", "a.ts:4:24 - error TS2304", runner("RUN exit status 2")] },
  { log: "tsc", lines: 10, has: ["width('x') + twice('y')", "nowhere(1)"], lacks: ["checking module 119"] },
  {
    log: "pytest",
    lines: 8,
    has: [
      "FAILED test_a.py::test_parse - ValueError",
      "FAILED test_a.py::test_compare",
      "2 failed, 40 passed",
      runner("RUN exit status 1")
    ],
    lacks: ["PASSED", "Downloading"]
  },
  {
    log: "pytest",
    lines: 60,
    has: ["test_a.py:4: ValueError", "test_a.py:14: AssertionError", ">       return dict("],
    lacks: ["PASSED"]
  },
  { log: "quiet-exit", lines: 9, has: ["@@ -37,4 +37,4 @@", "-40", "+41", runner("RUN exit status 1")] },
  {
    log: "tolerated-then-real",
    lines: 3,
    has: ["cannot find -lfoo", runner("RUN exit status 2")],
    lacks: ["(tolerated)"]
  },
  { log: "tolerated-then-real", lines: 20, has: ["linking app", "cannot find -lfoo"], lacks: ["line 24"] },
  { log: "no-such-command", lines: 2, has: ["podman-of-the-future: command not found", runner("RUN exit status 127")] },
  { log: "format-check", lines: 4, has: ["These files are not formatted:", "src/bad.go", runner("RUN exit status 1")] },
  {
    log: "cargo-build",
    lines: 6,
    has: ["error[E0621]", "src/main.rs:1:84", "lifetime `'a` required", runner("RUN exit status 101")],
    lacks: ["unused"]
  },
  { log: "timeout", lines: 5, has: ["attempt 60", "context deadline exceeded"] },
  { log: "cancelled", lines: 5, has: ["working 63", "context canceled, exec"] },
  {
    log: "eslint",
    lines: 9,
    has: [
      "hostexecutor/a.js",
      "no-cond-assign",
      "no-undef",
      "✖ 6 problems (5 errors, 1 warning)",
      runner("RUN exit status 1")
    ],
    lacks: ["cached"]
  },
  {
    log: "traceback",
    lines: 10,
    has: [
      "sqlite3.OperationalError: no such table: missing",
      "db.execute(s)",
      "RuntimeError: step 81 failed",
      runner("RUN exit status 1")
    ],
    lacks: ["applying step", "report line"]
  },
  {
    log: "github/node-test",
    lines: 8,
    has: ["✖ keeps decimals exact", "sum.test.mjs:6:43", "exit code 1"],
    lacks: ["git version", "Post job"]
  },
  { log: "github/tsc", lines: 4, has: ["TS2345", "TS2304", "exit code 2"], lacks: ["git version"] },
  {
    log: "github/pytest",
    lines: 8,
    has: ["FAILED test_a.py::test_parse", "FAILED test_a.py::test_compare", "exit code 1"]
  },
  { log: "github/cargo-build", lines: 6, has: ["error[E0621]", "src/main.rs:1:84", "exit code 101"] },
  {
    log: "github/quiet-exit",
    lines: 9,
    has: ["@@ -37,4 +37,4 @@", "-40", "+41", "exit code 1"],
    lacks: ["git version"]
  }
]

for (const { log, lines, has, lacks } of facts) {
  recorded(`${log} in ${lines} lines tells what to fix`, () => {
    const choice = focus(read(log), asked(lines))
    for (const part of has) assert.include(choice, part)
    for (const part of lacks ?? []) assert.notInclude(choice, part)
  })
}

const sizes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 40, 60, 100, 150, 200]

recorded("the rules hold for every recorded log at every size", () => {
  for (const log of new Set(facts.map((fact) => fact.log))) {
    for (const lines of sizes) {
      assert.isUndefined(broken(read(log), asked(lines), focus(read(log), asked(lines))), `${log} in ${lines} lines`)
    }
  }
})

recorded("both frames around one output lead to the same choice of its lines", () => {
  for (const log of ["node-test", "tsc", "pytest", "cargo-build"]) {
    const [one, other] = [log, `github/${log}`].map((name) =>
      focus(read(name), asked(10))
        .split("\n")
        .filter((line) => line !== "" && !/^(?:… |##\[|⚙|⭐|🏁|Job ')/u.test(line))
    )
    assert.deepStrictEqual(one, other, log)
  }
})
