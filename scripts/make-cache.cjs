// node make-cache.cjs BUNDLE OUT ARGV…: runs the bundle with ARGV and, when it ends, writes V8's code of it to OUT.
"use strict"
const { readFileSync, writeFileSync } = require("node:fs")
const { wrap } = require("node:module")
const { dirname } = require("node:path")
const { Script } = require("node:vm")
const [node, , filename, out, ...argv] = process.argv
process.argv = [node, filename, ...argv]
const script = new Script(wrap(readFileSync(filename, "latin1")), { filename })
const { reallyExit } = process
process.reallyExit = (code) => {
  writeFileSync(out, script.createCachedData())
  reallyExit.call(process, code)
}
process.once("exit", (code) => process.reallyExit(code))
script.runInThisContext().call(exports, exports, require, module, filename, dirname(filename))
