/** What a tool prints when it fails, in its style, and the lines without which nobody would know what to fix. */
export interface ToolLog {
  readonly tool: string
  readonly output: string
  readonly tells: ReadonlyArray<string>
}

const log = (tool: string, tells: ReadonlyArray<string>, output: string): ToolLog => ({
  tool,
  tells,
  output: output.replace(/^\n/, "").trimEnd()
})

const many = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join("\n")

export const toolLogs: ReadonlyArray<ToolLog> = [
  log(
    "pytest -q",
    ["E       assert 3 == 4", "FAILED tests/test_cart.py::test_total - assert 3 == 4", "1 failed, 12 passed in 0.10s"],
    `
...F........                                                             [100%]
=================================== FAILURES ===================================
__________________________________ test_total __________________________________

    def test_total():
>       assert total([1, 2]) == 4
E       assert 3 == 4
E        +  where 3 = total([1, 2])

tests/test_cart.py:14: AssertionError
=========================== short test summary info ============================
FAILED tests/test_cart.py::test_total - assert 3 == 4
1 failed, 12 passed in 0.10s`
  ),
  log(
    "unittest",
    ["FAIL: test_total (cart.tests.CartTest.test_total)", "AssertionError: 3 != 4", "FAILED (failures=1)"],
    `
............F
======================================================================
FAIL: test_total (cart.tests.CartTest.test_total)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/work/cart/tests.py", line 14, in test_total
    self.assertEqual(total([1, 2]), 4)
AssertionError: 3 != 4

----------------------------------------------------------------------
Ran 13 tests in 0.012s

FAILED (failures=1)`
  ),
  log(
    "node --test",
    ["✖ adds up (2.239635ms)", "  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:", "  3 !== 4"],
    `
${many(40, (i) => `✔ case ${i} (0.1ms)`)}
✖ adds up (2.239635ms)
ℹ tests 41
ℹ pass 40
ℹ fail 1
ℹ duration_ms 277

✖ failing tests:

test at test/cart.test.mjs:6:1
✖ adds up (2.239635ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

  3 !== 4

      at TestContext.<anonymous> (file:///work/test/cart.test.mjs:8:10)
      at Test.run (node:internal/test_runner/test:797:9)`
  ),
  log(
    "TAP",
    ["not ok 2 - adds up", "  at: test/cart.js:14:9"],
    `
TAP version 13
ok 1 - starts empty
not ok 2 - adds up
  ---
  found: 3
  wanted: 4
  at: test/cart.js:14:9
  ...
${many(40, (i) => `ok ${i + 3} - error ${i} is handled`)}
1..42`
  ),
  log(
    "jest",
    ["  ● cart › adds up", "    Expected: 4", "    Received: 3"],
    `
PASS test/shelf.test.js
FAIL test/cart.test.js
  cart
    ✓ starts empty (1 ms)
    ✕ adds up (3 ms)

  ● cart › adds up

    expect(received).toBe(expected) // Object.is equality

    Expected: 4
    Received: 3

      12 |   it("adds up", () => {
      13 |     const total = sum([1, 2])
    > 14 |     expect(total).toBe(4)
         |                   ^
      15 |   })

      at Object.<anonymous> (test/cart.test.js:14:19)

Test Suites: 1 failed, 1 passed, 2 total
Tests:       1 failed, 2 passed, 3 total
Snapshots:   0 total
Time:        1.2 s
Ran all test suites.`
  ),
  log(
    "vitest",
    [
      " FAIL  test/cart.test.ts > cart > adds up",
      "AssertionError: expected 3 to be 4 // Object.is equality",
      " ❯ test/cart.test.ts:14:19"
    ],
    `
 ✓ test/shelf.test.ts (12 tests) 30ms
 ❯ test/cart.test.ts (2 tests | 1 failed) 12ms
   ✓ cart > starts empty 1ms
   × cart > adds up 9ms
     → expected 3 to be 4 // Object.is equality

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  test/cart.test.ts > cart > adds up
AssertionError: expected 3 to be 4 // Object.is equality

- Expected
+ Received

- 4
+ 3

 ❯ test/cart.test.ts:14:19
     12|   it("adds up", () => {
     13|     const total = sum([1, 2])
     14|     expect(total).toBe(4)
       |                   ^

⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/1]⎯

 Test Files  1 failed | 1 passed (2)
      Tests  1 failed | 13 passed (14)`
  ),
  log(
    "mocha",
    ["  1 failing", "      AssertionError: expected 3 to equal 4", "      at Context.<anonymous> (test/cart.js:14:19)"],
    `
  cart
    ✔ starts empty
    1) adds up

  1 passing (8ms)
  1 failing

  1) cart
       adds up:

      AssertionError: expected 3 to equal 4
      + expected - actual

      -3
      +4

      at Context.<anonymous> (test/cart.js:14:19)
      at process.processImmediate (node:internal/timers:476:21)`
  ),
  log(
    "go test",
    ["--- FAIL: TestTotal (0.00s)", "    cart_test.go:14: total = 3, not 4"],
    `
=== RUN   TestEmpty
--- PASS: TestEmpty (0.00s)
=== RUN   TestTotal
    cart_test.go:14: total = 3, not 4
--- FAIL: TestTotal (0.00s)
FAIL
FAIL	example.org/shop/cart	0.012s
ok  	example.org/shop/errors	0.010s
FAIL`
  ),
  log(
    "cargo test",
    [
      "thread 'cart::adds_up' panicked at src/cart.rs:14:9:",
      "assertion `left == right` failed",
      "  left: 3",
      " right: 4"
    ],
    `
    Finished test [unoptimized + debuginfo] target(s) in 0.52s
     Running unittests src/lib.rs (target/debug/deps/shop-0f1e2d3c)

running 13 tests
${many(12, (i) => `test cart::case_${i} ... ok`)}
test cart::adds_up ... FAILED

failures:

---- cart::adds_up stdout ----
thread 'cart::adds_up' panicked at src/cart.rs:14:9:
assertion \`left == right\` failed
  left: 3
 right: 4
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace


failures:
    cart::adds_up

test result: FAILED. 12 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

error: test failed, to rerun pass \`--lib\``
  ),
  log(
    "Maven",
    ["[ERROR]   CartTest.addsUp:14 expected: <4> but was: <3>"],
    `
[INFO] Scanning for projects...
[INFO] Running org.shop.CartTest
[ERROR] Tests run: 13, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! -- in org.shop.CartTest
[ERROR] org.shop.CartTest.addsUp -- Time elapsed: 0.01 s <<< FAILURE!
org.opentest4j.AssertionFailedError: expected: <4> but was: <3>
	at org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)
	at org.shop.CartTest.addsUp(CartTest.java:14)
[INFO]
[INFO] Results:
[INFO]
[ERROR] Failures:
[ERROR]   CartTest.addsUp:14 expected: <4> but was: <3>
[INFO]
[ERROR] Tests run: 13, Failures: 1, Errors: 0, Skipped: 0
[INFO] BUILD FAILURE
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test (default-test) on project shop: There are test failures.
[ERROR] -> [Help 1]
[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.`
  ),
  log(
    "Gradle",
    [
      "> Task :compileJava FAILED",
      "/work/src/main/java/Cart.java:14: error: cannot find symbol",
      "  symbol:   variable totl"
    ],
    `
> Task :compileJava FAILED
/work/src/main/java/Cart.java:14: error: cannot find symbol
    return totl;
           ^
  symbol:   variable totl
  location: class Cart
1 error

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':compileJava'.
> Compilation failed; see the compiler error output for details.

* Try:
> Run with --info option to get more log output.

BUILD FAILED in 3s`
  ),
  log(
    "rspec",
    ["     Failure/Error: expect(cart.total).to eq(4)", "       expected: 4", "            got: 3"],
    `
.....F

Failures:

  1) Cart adds up
     Failure/Error: expect(cart.total).to eq(4)

       expected: 4
            got: 3

       (compared using ==)
     # ./spec/cart_spec.rb:14:in \`block (2 levels) in <top (required)>'

Finished in 0.01 seconds (files took 0.1 seconds to load)
6 examples, 1 failure

Failed examples:

rspec ./spec/cart_spec.rb:12 # Cart adds up`
  ),
  log(
    "phpunit",
    [
      "1) App\\Tests\\CartTest::testTotal",
      "Failed asserting that 3 matches expected 4.",
      "/work/tests/CartTest.php:14"
    ],
    `
PHPUnit 11.1.0 by Sebastian Bergmann and contributors.

.....F                                                              6 / 6 (100%)

There was 1 failure:

1) App\\Tests\\CartTest::testTotal
Failed asserting that 3 matches expected 4.

/work/tests/CartTest.php:14

FAILURES!
Tests: 6, Assertions: 8, Failures: 1.`
  ),
  log(
    "ctest",
    [
      "3/3 Test #3: cart_adds_up .....................***Failed    0.01 sec",
      "total is 3, not 4",
      "67% tests passed, 1 tests failed out of 3"
    ],
    `
Test project /work/build
    Start 1: cart_empty
1/3 Test #1: cart_empty .......................   Passed    0.00 sec
    Start 2: cart_full
2/3 Test #2: cart_full ........................   Passed    0.00 sec
    Start 3: cart_adds_up
3/3 Test #3: cart_adds_up .....................***Failed    0.01 sec
total is 3, not 4


67% tests passed, 1 tests failed out of 3

The following tests FAILED:
	  3 - cart_adds_up (Failed)
Errors while running CTest`
  ),
  log(
    "bats",
    ["not ok 2 adds up", "# (in test file test/cart.bats, line 14)", '#   `[ "$output" = 4 ]\' failed'],
    `
1..2
ok 1 starts empty
not ok 2 adds up
# (in test file test/cart.bats, line 14)
#   \`[ "$output" = 4 ]' failed`
  ),
  log(
    "tsc",
    ["src/cart.ts(14,9): error TS2304: Cannot find name 'totl'."],
    `
src/cart.ts(14,9): error TS2304: Cannot find name 'totl'.`
  ),
  log(
    "gcc",
    ["src/cart.c:14:9: error: 'totl' undeclared (first use in this function)", "   14 |  return totl;"],
    `
cc -c -o cart.o src/cart.c
src/cart.c: In function 'total':
src/cart.c:14:9: error: 'totl' undeclared (first use in this function)
   14 |  return totl;
      |         ^~~~
src/cart.c:14:9: note: each undeclared identifier is reported only once for each function it appears in
make: *** [Makefile:4: cart.o] Error 1`
  ),
  log(
    "rustc",
    ["error[E0308]: mismatched types", "  --> src/cart.rs:14:9", "   |         ^^^^ expected `u32`, found `&str`"],
    `
   Compiling shop v0.1.0 (/work)
error[E0308]: mismatched types
  --> src/cart.rs:14:9
   |
14 |         "four"
   |         ^^^^ expected \`u32\`, found \`&str\`

For more information about this error, try \`rustc --explain E0308\`.
error: could not compile \`shop\` (lib) due to 1 previous error`
  ),
  log(
    "go build",
    ["./cart.go:14:9: undefined: totl"],
    `
# example.org/shop/cart
./cart.go:14:9: undefined: totl`
  ),
  log(
    "swiftc",
    ["/work/Sources/Cart.swift:14:9: error: cannot find 'totl' in scope"],
    `
[1/3] Compiling Cart Cart.swift
/work/Sources/Cart.swift:14:9: error: cannot find 'totl' in scope
        totl + 1
        ^~~~
error: fatalError`
  ),
  log(
    "ghc",
    ["src/Cart.hs:14:9: error: [GHC-88464]", "    Variable not in scope: totl"],
    `
[1 of 2] Compiling Cart             ( src/Cart.hs, src/Cart.o )

src/Cart.hs:14:9: error: [GHC-88464]
    Variable not in scope: totl
   |
14 | total = totl
   |         ^^^^`
  ),
  log(
    "ruff",
    ["cart.py:14:9: F821 Undefined name `totl`", "Found 1 error."],
    `
cart.py:14:9: F821 Undefined name \`totl\`
Found 1 error.`
  ),
  log(
    "mypy",
    ['cart.py:14: error: Incompatible return value type (got "str", expected "int")  [return-value]'],
    `
cart.py:14: error: Incompatible return value type (got "str", expected "int")  [return-value]
Found 1 error in 1 file (checked 13 source files)`
  ),
  log(
    "golangci-lint",
    ["cart.go:14:9: Error return value of `f.Close` is not checked (errcheck)"],
    `
cart.go:14:9: Error return value of \`f.Close\` is not checked (errcheck)
	f.Close()
	       ^
1 issues:
* errcheck: 1`
  ),
  log(
    "clippy",
    ["error: this operation has no effect", "  --> src/cart.rs:14:9"],
    `
    Checking shop v0.1.0 (/work)
error: this operation has no effect
  --> src/cart.rs:14:9
   |
14 |         total + 0
   |         ^^^^^^^^^ help: consider reducing it to: \`total\`
   |
   = note: \`-D clippy::identity-op\` implied by \`-D warnings\`

error: could not compile \`shop\` (lib) due to 1 previous error`
  ),
  log(
    "shellcheck",
    [
      "In build.sh line 14:",
      "echo $total",
      "     ^----^ SC2086 (info): Double quote to prevent globbing and word splitting."
    ],
    `
In build.sh line 14:
echo $total
     ^----^ SC2086 (info): Double quote to prevent globbing and word splitting.

For more information:
  https://www.shellcheck.net/wiki/SC2086`
  ),
  log(
    "prettier",
    ["[warn] src/cart.ts", "[warn] Code style issues found in the above file. Run Prettier with --write to fix."],
    `
Checking formatting...
[warn] src/cart.ts
[warn] Code style issues found in the above file. Run Prettier with --write to fix.`
  ),
  log(
    "black",
    ["would reformat /work/cart.py", "1 file would be reformatted, 12 files would be left unchanged."],
    `
would reformat /work/cart.py

Oh no! 💥 💔 💥
1 file would be reformatted, 12 files would be left unchanged.`
  ),
  log("gofmt -l", ["cart.go", "shelf.go"], "cart.go\nshelf.go"),
  log(
    "npm",
    [
      "npm error code ERESOLVE",
      "npm error ERESOLVE unable to resolve dependency tree",
      "npm error Could not resolve dependency:"
    ],
    `
npm error code ERESOLVE
npm error ERESOLVE unable to resolve dependency tree
npm error
npm error While resolving: shop@1.0.0
npm error Found: react@19.0.0
npm error node_modules/react
npm error   react@"^19.0.0" from the root project
npm error
npm error Could not resolve dependency:
npm error peer react@"^18.0.0" from cart-ui@2.0.0
npm error A complete log of this run can be found in: /root/.npm/_logs/debug-0.log`
  ),
  log(
    "pip",
    ["ERROR: No matching distribution found for totl==9"],
    `
Collecting attrs
  Downloading attrs-25.1.0-py3-none-any.whl (63 kB)
ERROR: Could not find a version that satisfies the requirement totl==9 (from versions: 1.0, 1.1)
ERROR: No matching distribution found for totl==9`
  ),
  log(
    "apt",
    ["E: Unable to locate package totl"],
    "Reading package lists...\nBuilding dependency tree...\nE: Unable to locate package totl"
  ),
  log(
    "bundler",
    ["Could not find compatible versions", "Because rails >= 8 depends on rack >= 3"],
    `
Fetching gem metadata from https://rubygems.org/.........
Resolving dependencies...
Could not find compatible versions

Because rails >= 8 depends on rack >= 3
  and Gemfile depends on rack ~> 2,
  version solving has failed.`
  ),
  log(
    "go mod",
    ["go: example.org/totl@v1.2.3: reading https://proxy.example.org/totl/@v/v1.2.3.mod: 404 Not Found"],
    `
go: downloading example.org/shelf v0.4.0
go: example.org/totl@v1.2.3: reading https://proxy.example.org/totl/@v/v1.2.3.mod: 404 Not Found`
  ),
  log(
    "docker build",
    [
      "#8 0.412 src/cart.c:14:9: error: 'totl' undeclared",
      'ERROR: failed to solve: process "/bin/sh -c make" did not complete successfully: exit code: 2'
    ],
    `
#5 [1/4] FROM docker.io/library/alpine:3.21
#5 CACHED
#8 [4/4] RUN make
#8 0.410 cc -c src/cart.c
#8 0.412 src/cart.c:14:9: error: 'totl' undeclared
#8 0.420 make: *** [Makefile:4: cart.o] Error 1
#8 ERROR: process "/bin/sh -c make" did not complete successfully: exit code: 2
------
 > [4/4] RUN make:
------
Dockerfile:14
--------------------
  12 |     COPY . .
  13 |
  14 | >>> RUN make
--------------------
ERROR: failed to solve: process "/bin/sh -c make" did not complete successfully: exit code: 2`
  ),
  log(
    "make",
    ["make: *** No rule to make target 'totl.h', needed by 'cart.o'.  Stop."],
    "cc -c -o shelf.o shelf.c\nmake: *** No rule to make target 'totl.h', needed by 'cart.o'.  Stop."
  ),
  log("set -x", ["+ test 3 -eq 4", "+ exit 1"], "+ cd /work\n+ ./count\n+ total=3\n+ test 3 -eq 4\n+ exit 1"),
  log(
    "Python",
    ['  File "/work/cart.py", line 14, in total', "KeyError: 'price'"],
    `
Traceback (most recent call last):
  File "/work/main.py", line 3, in <module>
    total(cart)
  File "/work/cart.py", line 14, in total
    return sum(item["price"] for item in cart)
KeyError: 'price'`
  ),
  log(
    "Node",
    ["TypeError: Cannot read properties of undefined (reading 'price')", "    at total (/work/cart.js:14:19)"],
    `
/work/cart.js:14
  return cart.item.price
                   ^

TypeError: Cannot read properties of undefined (reading 'price')
    at total (/work/cart.js:14:19)
    at Object.<anonymous> (/work/main.js:3:1)
    at Module._compile (node:internal/modules/cjs/loader:1554:14)

Node.js v20.19.0`
  ),
  log(
    "Java",
    [
      'Exception in thread "main" java.lang.IllegalStateException: the cart is broken',
      "Caused by: java.io.IOException: no price"
    ],
    `
Exception in thread "main" java.lang.IllegalStateException: the cart is broken
	at org.shop.Cart.total(Cart.java:14)
	at org.shop.Main.main(Main.java:3)
Caused by: java.io.IOException: no price
	at org.shop.Price.read(Price.java:9)
	... 2 more`
  ),
  log(
    "Go panic",
    [
      "panic: runtime error: index out of range [3] with length 3",
      "example.org/shop/cart.Total(...)",
      "\t/work/cart.go:14 +0x1d"
    ],
    `
panic: runtime error: index out of range [3] with length 3

goroutine 1 [running]:
example.org/shop/cart.Total(...)
	/work/cart.go:14 +0x1d
main.main()
	/work/main.go:3 +0x12`
  ),
  log(
    "Rust panic",
    ["thread 'main' panicked at src/main.rs:14:9:", "index out of bounds: the len is 3 but the index is 3"],
    `
thread 'main' panicked at src/main.rs:14:9:
index out of bounds: the len is 3 but the index is 3
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace`
  ),
  log(
    "Ruby",
    ["cart.rb:14:in `total': undefined method `price' for nil (NoMethodError)"],
    "cart.rb:14:in `total': undefined method `price' for nil (NoMethodError)\n\tfrom main.rb:3:in `<main>'"
  ),
  log(
    "out of memory",
    ["/work/build.sh: line 14:  2143 Killed                  node build.js"],
    "bundling\n/work/build.sh: line 14:  2143 Killed                  node build.js"
  ),
  log(
    "heap",
    ["FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory"],
    `
<--- Last few GCs --->
[2143:0x5]    31415 ms: Mark-Compact 2046.1 (2081.6) -> 2045.2 (2081.6) MB

FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory
----- Native stack trace -----
 1: 0xb76dc5 node::OOMErrorHandler(char const*, v8::OOMDetails const&) [node]
Aborted (core dumped)`
  ),
  log(
    "no such command",
    ["/work/build.sh: line 3: totl: command not found"],
    "building\n/work/build.sh: line 3: totl: command not found"
  ),
  log("not allowed", ["/bin/sh: 1: ./build.sh: Permission denied"], "/bin/sh: 1: ./build.sh: Permission denied"),
  log(
    "no such file",
    ["cat: totl.txt: No such file or directory"],
    "reading\ncat: totl.txt: No such file or directory"
  ),
  log(
    "git diff --exit-code",
    ["-  total: 3", "+  total: 4"],
    `
diff --git a/schema.yaml b/schema.yaml
index 0f1e2d3..3d2e1f0 100644
--- a/schema.yaml
+++ b/schema.yaml
@@ -12,3 +12,3 @@
   cart:
-  total: 3
+  total: 4`
  ),
  log(
    "webpack",
    ["ERROR in ./src/cart.js 14:9", "Module not found: Error: Can't resolve './totl' in '/work/src'"],
    `
assets by status 1.2 MiB [cached] 12 assets
ERROR in ./src/cart.js 14:9
Module not found: Error: Can't resolve './totl' in '/work/src'
 @ ./src/main.js 3:1

webpack 5.97.0 compiled with 1 error in 812 ms`
  ),
  log(
    "terraform",
    ["│ Error: Reference to undeclared resource", '│   on cart.tf line 14, in resource "cart" "main":'],
    `
╷
│ Error: Reference to undeclared resource
│
│   on cart.tf line 14, in resource "cart" "main":
│   14:   total = totl.main.id
╵`
  )
]
