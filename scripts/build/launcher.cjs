#!/usr/bin/env node
// Node 20 compiles a program anew at every start. This one was compiled when it was built: the code lies beside it.
"use strict"
const { readFileSync } = require("node:fs")
const { wrap } = require("node:module")
const { Script } = require("node:vm")
const filename = `${__dirname}/PROGRAM.bundle.cjs`
const source = readFileSync(filename, "latin1")
const cachedData = (() => {
  try {
    const file = readFileSync(`${__dirname}/PROGRAM.cache`)
    // V8 tells two sources apart by their length alone, so both files end with the digest of the bundle.
    return source.endsWith(file.latin1Slice(file.length - 24)) ? file.subarray(0, -24) : undefined
  } catch {
    return undefined
  }
})()
const script = new Script(wrap(source), { filename, cachedData })
script.runInThisContext().call(exports, exports, require, module, filename, __dirname)
