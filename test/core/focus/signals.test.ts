import { assert, it } from "@effect/vitest"
import { linesOf } from "../../../src/core/focus/lines.js"
import { scan } from "../../../src/core/focus/scan.js"
import { signals } from "../../../src/core/focus/signals/table.js"

/** The name of the signal that a log of this one line gives, and the weight that it has there. */
const reading = (line: string) => {
  const { weights, rows } = scan(linesOf(new TextEncoder().encode(line)))
  const weight = weights[0] ?? 0
  return { name: weight === 0 ? undefined : signals[rows[0] ?? 0]?.name, weight }
}

/** A line as the tool prints it, for each row of the table. */
const examples: Record<string, string> = {
  "pytest: a failed test in the summary": "\u001b[31mFAILED\u001b[0m tests/test_cart.py::test_total - assert 3 == 4",
  "pytest: what was raised": "E       KeyError: 'price'",
  "pytest: a title of a failure": "____________ test_total ____________",
  "pytest: a failed test in the list": "tests/test_cart.py::test_total FAILED      [ 97%]",
  "pytest: how many failed": "=========== 2 failed, 40 passed in 0.10s ===========",
  "unittest: a failed test": "FAIL: test_total (cart.tests.CartTest.test_total)",
  "unittest: how many failed": "FAILED (failures=1, errors=2)",
  "node --test: a failed test": "\u001b[31m✖ adds up \u001b[90m(2.2ms)\u001b[39m",
  "node --test: place of a failed test": "test at test/cart.test.mjs:6:1",
  "node --test: how many failed": "ℹ fail 2",
  "TAP: a failed test": "not ok 3 - adds up",
  "jest: a failed test": "  ● cart › adds up",
  "jest, vitest: a failed file or test": " FAIL  test/cart.test.ts > cart > adds up",
  "jest: how many failed": "Tests:       1 failed, 12 passed, 13 total",
  "jest: how many files failed": "Test Suites: 1 failed, 3 passed, 4 total",
  "vitest: a failed test in the list": "   × cart > adds up 12ms",
  "bats, karma: a failed test": " ✗ adds up",
  "bats: the place of a failure": "#  (in test file test/cart.bats, line 12)",
  "bats: the command that failed": '#   `[ "$status" -eq 0 ]\' failed',
  "mocha: how many failed": "  2 failing",
  "mocha, playwright: the title of a failed test": "  1) cart adds up:",
  "rspec: the line that failed": "     Failure/Error: expect(cart.total).to eq 4",
  "rspec: a failed example in the summary": "rspec ./spec/cart_spec.rb:12 # Cart adds up",
  "rspec: how many failed": "13 examples, 1 failure",
  "minitest: a failure": "Failure:",
  "phpunit: a failed test": "1) App\\Tests\\CartTest::testTotal",
  "phpunit: what was asserted": "Failed asserting that 3 matches expected 4.",
  "phpunit: how many failed": "Tests: 13, Assertions: 40, Failures: 1.",
  "go test: a failed test": "    --- FAIL: TestCart/adds_up (0.00s)",
  "go test: a message and its place": "    cart_test.go:14: total = 3, not 4",
  "go test: a failed package": "FAIL\texample.org/shop/cart\t0.012s",
  "go test: the end": "FAIL",
  "cargo test: a failed test": "test cart::adds_up ... FAILED",
  "cargo test: the output of a failed test": "---- cart::adds_up stdout ----",
  "cargo test: how many failed": "test result: FAILED. 12 passed; 1 failed; 0 ignored",
  "Maven, JUnit: a failed test": "[ERROR] org.shop.CartTest.addsUp -- Time elapsed: 0.01 s <<< FAILURE!",
  "Maven, JUnit: a failed test in the summary": "[ERROR]   CartTest.addsUp:14 expected: <4> but was: <3>",
  "Maven, JUnit: how many failed": "[ERROR] Tests run: 13, Failures: 1, Errors: 0, Skipped: 0",
  "Gradle: a failed test": "CartTest > addsUp() FAILED",
  "Gradle, swift: how many failed": "13 tests completed, 1 failed",
  "ctest: a failed test": " 3/13 Test  #3: cart_adds_up .....................***Failed    0.01 sec",
  "ctest: a failed test in the summary": "\t  3 - cart_adds_up (Failed)",
  "ctest: how many failed": "92% tests passed, 1 tests failed out of 13",
  "googletest: a failed expectation": "/src/cart_test.cc:14: Failure",
  "googletest: a failed test": "[  FAILED  ] Cart.AddsUp (0 ms)",
  "dotnet test: a failed test": "  Failed Shop.Tests.AddsUp [12 ms]",
  "dotnet test: how many failed": "Failed!  - Failed:     1, Passed:    12, Skipped:     0, Total:    13",
  "ExUnit: a failed test": "  1) test adds up (CartTest)",
  "XCTest: a failed test": "Test Case 'CartTests.testAddsUp' failed (0.002 seconds)",
  "snapshots, coverage: a limit not met":
    'Jest: "global" coverage for lines (71%) does not meet "global" threshold (80%)',
  "snapshots, coverage: a limit exceeded": "Package size limit has exceeded by 12 kB: 112 kB, the limit is 100 kB",
  "assertion: what was expected": "    Expected: 4",
  "assertion: a sentence of what was expected": "cart: expected 3 to equal 4",
  "assertion: the two sides": "  left: 3",
  "compiler: an error and its place": "src/cart.c:14:9: error: use of undeclared identifier 'totl'",
  "tsc: an error": "\u001b[91merror\u001b[0m\u001b[90m TS5023: \u001b[0mUnknown compiler option 'stric'.",
  "rustc: how many errors": "error: aborting due to 2 previous errors",
  "rustc: tests failed": "error: test failed, to rerun pass `--lib`",
  "rustc: an error with its number": "error[E0308]: mismatched types",
  "rustc, many: an error": "error: expected one of `!` or `::`, found `totl`",
  "rustc, ruff: the place of an error": "  --> src/cart.rs:14:9",
  "go build: a message and its place": "./cart.go:14:9: declared and not used: totl",
  "go build: the package of the errors": "# example.org/shop/cart",
  "javac in Maven: an error and its place": "[ERROR] /work/src/main/java/Cart.java:[14,9] cannot find symbol",
  "kotlinc: an error": "e: file:///work/src/Cart.kt:14:9 Unresolved reference: totl",
  "msbuild: an error": "MSBUILD : error MSB1009: Project file does not exist.",
  "linker: what is missing": "cart.o: in function `main': undefined reference to `total'",
  "linker: its end": "collect2: ld returned 1 exit status",
  "webpack: an error": "ERROR in ./src/cart.js 14:9",
  "bundler: a module that is not there": "Module not found: Can't resolve './totl' in '/work/src'",
  "esbuild: an error": '✘ [ERROR] Expected ";" but found "totl"',
  "vite, next: the build failed": "error during build:",
  "CMake: an error": "CMake Error at CMakeLists.txt:14 (find_package):",
  "ninja: a failed edge": "FAILED: CMakeFiles/cart.dir/cart.c.o",
  "make: no rule": "make: *** No rule to make target 'totl', needed by 'all'.  Stop.",
  "make: a target failed": "make[1]: *** [Makefile:14: cart] Error 1",
  "Gradle: a task failed": "> Task :cart:compileJava FAILED",
  "Gradle: what went wrong": "* What went wrong:",
  "Maven: a goal failed": "[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test",
  "Bazel: a target failed": "//cart:cart_test                          FAILED in 0.3s",
  "eslint: an error": "  14:9   error    'totl' is not defined   no-undef",
  "eslint: how many": "✖ 3 problems (2 errors, 1 warning)",
  "flake8, ruff, pylint, rubocop: a finding": "cart.py:14:9: F821 undefined name 'totl'",
  "markdownlint, hadolint: a finding": "README.md:14 MD012/no-multiple-blanks Multiple consecutive blank lines",
  "mypy, ruff: how many": "Found 3 errors in 2 files (checked 13 source files)",
  "shellcheck: the place": "In build.sh line 14:",
  "shellcheck: the finding": "     ^-- SC2086 (info): Double quote to prevent globbing and word splitting.",
  "golangci-lint: how many": "3 issues:",
  "prettier: a file": "[warn] src/cart.ts",
  "prettier: the verdict": "[warn] Code style issues found in 2 files. Run Prettier with --write to fix.",
  "black, ruff: a file": "would reformat cart.py",
  "black, ruff: how many": "2 files would be reformatted, 11 files would be left unchanged.",
  "isort: a file": "ERROR: /work/cart.py Imports are incorrectly sorted and/or formatted.",
  "rustfmt: a file": "Diff in /work/src/cart.rs:14:",
  "format check: not formatted": "The following files are not properly formatted:",
  "biome: a finding": "src/cart.ts:14:9 lint/suspicious/noDoubleEquals ━━━━━━━━━━━━━━",
  "generated files: not up to date": "The lock file is out of date",
  "difference: a hunk": "@@ -12,4 +12,4 @@ def total():",
  "difference: plain diff": "14c14",
  "difference: files differ": "Binary files a/logo.png and b/logo.png differ",
  "unused code: what is unused": "Unused dependencies (2)",
  "audit: how many": "3 high severity vulnerabilities",
  "npm: where its own log is": "npm error A complete log of this run can be found in: /root/.npm/_logs/debug-0.log",
  "npm: that a script failed": "npm error code ELIFECYCLE",
  "npm: an error": "npm ERR! 404  'totl@*' is not in this registry.",
  "yarn: that a command failed": "error Command failed with exit code 1.",
  "yarn: an error": 'error Couldn\'t find package "totl" on the "npm" registry.',
  "pnpm: that a command failed": " ELIFECYCLE  Command failed with exit code 1.",
  "pnpm: an error": ' ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile"',
  "pip: an error": "ERROR: Could not open requirements file: totl.txt",
  "pip, uv: no such version": "ERROR: No matching distribution found for totl==9",
  "apt: an error": "E: Unable to locate package totl",
  "dpkg: an error": "dpkg: error processing package totl (--configure):",
  "bundler: gems that do not fit": 'Bundler could not find compatible versions for gem "rack":',
  "go mod: a module that is not there": "go: example.org/totl@v1.2.3: missing go.sum entry",
  "go: an error": "go: example.org/totl@v1.2.3: invalid version",
  "cargo, composer, Maven: versions that do not fit":
    'error: failed to select a version for the requirement `totl = "^9"`',
  "docker: the step that failed": 'process "/bin/sh -c make" did not complete successfully: exit code: 2',
  "docker: the build failed": "ERROR: failed to build: totl",
  "docker: the line of the file": "Dockerfile:14",
  "docker: the daemon refused": "docker: Error response from daemon: manifest for totl:9 not found",
  "network: no way there": "curl: (6) Could not resolve host: totl.example.org",
  "network: refused": "remote: HTTP 403 for https://example.org/totl",
  "git: fatal": "fatal: repository 'https://example.org/totl/' not found",
  "git: a conflict": "CONFLICT (content): Merge conflict in cart.ts",
  "terraform: an error": "│ Error: Reference to undeclared resource",
  "ansible: a failed task": 'fatal: [web-1]: FAILED! => {"changed": false}',
  "kubectl, helm: an error": 'Error from server (NotFound): pods "cart" not found',
  "shell: no such command": "/work/build.sh: line 3: totl: command not found",
  "shell: no such file": "cat: totl.txt: No such file or directory",
  "shell: not allowed": "/bin/sh: ./build.sh: Permission denied",
  "shell: no space": "tar: cart.tar: Wrote only 512 of 10240 bytes: No space left on device",
  "shell: a script that it cannot read": "build.sh: line 14: TOTL: unbound variable",
  "shell: exit in a trace": "+ exit 3",
  "PowerShell: the place of an error": "At C:\\work\\build.ps1:14 char:9",
  "system: out of memory": "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
  "system: killed": "build.sh: line 14:  2143 Killed                  node build.js",
  "system: time ran out": "the service did not answer: timed out after 30 s",
  "system: a fault": "Segmentation fault (core dumped)",
  "process: its exit": "the child exited with code 3",
  "exception: its class and message": "sqlite3.OperationalError: no such table: cart",
  "exception: Error and its message": "Error: the cart is empty",
  "Java: what caused it": "Caused by: cart is empty",
  "Python: a traceback begins": "Traceback (most recent call last):",
  "Python: two tracebacks that belong together": "During handling of the above exception, another exception occurred:",
  "Go: a panic": "panic: runtime error: index out of range [3] with length 3",
  "Go: the goroutine of a panic": "goroutine 1 [running]:",
  "Rust: a panic": "thread 'main' panicked at src/cart.rs:14:9:",
  "Ruby: an exception": "cart.rb:14:in `total': the cart is empty (RuntimeError)",
  "PHP: an error": "PHP Fatal error:  Uncaught TypeError in /work/cart.php:14",
  "Elixir, Erlang: an exception": "** (RuntimeError) the cart is empty",
  "C++: terminate": "terminate called after throwing an instance of 'std::out_of_range'",
  "node: a module that is not there": "Error: Cannot find module './totl'",
  ".NET: unhandled": "Unhandled exception. the cart is empty",
  "Haskell, Perl: died": "the cart is empty at cart.pl line 14.",
  "node: a promise that nobody caught": "(node:12) UnhandledPromiseRejectionWarning: the cart is empty",
  "annotation: an error": "##[error]the cart is empty",
  "any: fatal": "2026/01/01 12:00:00 [fatal] the cart is empty",
  "any: a line that begins with error": "ERROR the cart is empty",
  "any: an error level": 'time=12:00 level=error msg="the cart is empty"',
  "any: failed in capitals": "cart ... FAIL",
  "any: an error after its subject": "[12] the cart: sum: error: it is empty",
  "any: cannot": "cartctl: could not open the cart",
  "any: a state that should not be": "the key of the cart is missing",
  "any: failed": "the cart failed",
  "any: error": "there were errors in the cart"
}

for (const [name, line] of Object.entries(examples)) {
  it(`${name}: ${line.trim().slice(0, 70)}`, () => assert.strictEqual(reading(line).name, name))
}

it("every signal has its example", () => {
  assert.deepStrictEqual(
    signals.map(({ name }) => name).filter((name) => examples[name] === undefined),
    []
  )
})

const quiet = [
  "✔ handles error strings (1.6ms)",
  "  ✓ throws TypeError: bad (2 ms)",
  "ok 12 - error is reported",
  "ok  \texample.org/errors\t0.01s",
  "--- PASS: TestFatalError (0.00s)",
  "=== RUN   TestFailure",
  "[       OK ] Cart.FailsWell (0 ms)",
  "test_a.py::test_error PASSED [ 12%]",
  "test cart::failure ... ok",
  "0 errors, 0 failures",
  "Found no errors",
  "13 tests, 0 failed",
  "   Compiling thiserror v1.0.63",
  "Collecting exceptiongroup>=1.0",
  "working on the cart"
]
for (const line of quiet) it(`no signal: ${line.trim()}`, () => assert.strictEqual(reading(line).name, undefined))

it("a count of none beside a count of some is a signal", () => {
  assert.strictEqual(reading("Tests run: 4, Failures: 0, Errors: 2, Skipped: 0").name, "Maven, JUnit: how many failed")
})

const warnings = [
  "warning: unused variable: `failed`",
  "src/cart.c:14:9: warning: unused error code",
  "npm warn deprecated glob@7: versions before 9 are no longer supported, memory leak",
  "##[warning]the cart is missing",
  "  1:5   warning  'error' is never reassigned",
  "12:00:00 WARN  connection refused, trying again",
  'level=info msg="error count" failed=1'
]
for (const line of warnings) it(`little weight: ${line.trim()}`, () => assert.isAtMost(reading(line).weight, 9))

const prefixed = [
  "#12 0.345 src/cart.c:14:9: error: use of undeclared identifier 'totl'",
  "web-1  | src/cart.c:14:9: error: use of undeclared identifier 'totl'",
  "shop:build: src/cart.c:14:9: error: use of undeclared identifier 'totl'",
  "[12:00:00] src/cart.c:14:9: error: use of undeclared identifier 'totl'"
]
for (const line of prefixed) {
  it(`what stands before a tool's words is passed over: ${line.slice(0, 12)}`, () =>
    assert.strictEqual(reading(line).name, "compiler: an error and its place"))
}
