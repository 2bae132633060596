import { log, type ToolLog } from "./tool-log.js"

/** Compilers, linters, format checks and what builds. */
export const buildTools: ReadonlyArray<ToolLog> = [
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
    "make",
    ["make: *** No rule to make target 'totl.h', needed by 'cart.o'.  Stop."],
    "cc -c -o shelf.o shelf.c\nmake: *** No rule to make target 'totl.h', needed by 'cart.o'.  Stop."
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
    "webpack",
    ["ERROR in ./src/cart.js 14:9", "Module not found: Error: Can't resolve './totl' in '/work/src'"],
    `
assets by status 1.2 MiB [cached] 12 assets
ERROR in ./src/cart.js 14:9
Module not found: Error: Can't resolve './totl' in '/work/src'
 @ ./src/main.js 3:1

webpack 5.97.0 compiled with 1 error in 812 ms`
  )
]
