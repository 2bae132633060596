import { log, many, type ToolLog } from "./tool-log.js"

/** Test runners. */
export const testTools: ReadonlyArray<ToolLog> = [
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
  )
]
