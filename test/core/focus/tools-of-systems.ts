import { log, type ToolLog } from "./tool-log.js"

/** Package managers, shells, and programs that crash. */
export const systemTools: ReadonlyArray<ToolLog> = [
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
