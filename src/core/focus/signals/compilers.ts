import type { Signal } from "./signal.js"

/** What compilers, linkers and bundlers say. */
export const compilers: ReadonlyArray<Signal> = [
  {
    name: "compiler: an error and its place",
    weight: 96,
    words: ["error"],
    pattern: /^(?:[A-Za-z]:)?[^\s:()][^:()]{0,300}(?::\d+(?::\d+)?|:?\(\d+(?:[,:]\d+)?\)) ?(?::|-)? ?(?:\w+ )?error\b/i,
    opens: 3
  },
  { name: "tsc: an error", weight: 94, words: ["error ts0"], pattern: /\berror TS\d+: / },
  {
    name: "rustc: how many errors",
    weight: 40,
    words: ["error"],
    narrow: true,
    pattern: /^error(?:\[E\d+\])?: (?:aborting due|could not compile|build failed)/
  },
  {
    name: "rustc: tests failed",
    weight: 25,
    words: ["error: "],
    narrow: true,
    pattern: /^error: (?:\d+ targets? failed|test failed, to rerun)/
  },
  { name: "rustc: an error with its number", weight: 94, words: ["error["], pattern: /^error\[\w+\]: \S/, opens: 4 },
  { name: "rustc, many: an error", weight: 74, words: ["error: "], pattern: /^error: \S/, opens: 3 },
  { name: "rustc, ruff: the place of an error", weight: 48, words: ["-->"], pattern: /^\s*--> \S+:\d+:\d+/, closes: 1 },
  {
    name: "go build: a message and its place",
    weight: 92,
    words: [".go:0"],
    pattern: /^(?:vet: )?(?:\.{0,2}\/)?[^\s:]+\.go:\d+:\d+: \S/
  },
  {
    name: "go build: the package of the errors",
    weight: 40,
    words: ["# "],
    pattern: /^# [\w.-]+\.[\w./-]+(?: \[.*\])?$/
  },
  {
    name: "javac in Maven: an error and its place",
    weight: 95,
    words: ["[error]"],
    pattern: /^\[ERROR\] \S+:\[\d+,\d+\] /,
    opens: 2
  },
  { name: "kotlinc: an error", weight: 92, words: ["e: "], pattern: /^e: \S/ },
  { name: "msbuild: an error", weight: 92, words: ["error "], pattern: /: (?:fatal )?error [A-Z]+\d+ ?: / },
  {
    name: "linker: what is missing",
    weight: 94,
    words: [
      "undefined reference",
      "cannot find -l",
      "undefined symbol",
      "unresolved external",
      "multiple definition",
      "duplicate symbol"
    ],
    pattern:
      /undefined reference to|cannot find -l\S|undefined symbols?\b|unresolved external symbol|multiple definition of|duplicate symbol/i,
    closes: 1
  },
  {
    name: "linker: its end",
    weight: 38,
    words: ["ld returned", "linker command"],
    pattern: /\bld returned \d+ exit status|linker command failed/
  },
  { name: "webpack: an error", weight: 88, words: ["error in "], pattern: /^ERROR in /, opens: 4 },
  {
    name: "bundler: a module that is not there",
    weight: 92,
    words: ["module not found", 'could not resolve "', "rollup failed"],
    pattern: /\bModule not found:|Could not resolve "|Rollup failed to resolve import/
  },
  { name: "esbuild: an error", weight: 92, words: ["[error]"], pattern: /^\s*[✘X] \[ERROR\]/, opens: 5 },
  {
    name: "vite, next: the build failed",
    weight: 84,
    words: ["during build", "failed to compile"],
    pattern: /^\s*(?:error during build:|Failed to compile)/,
    opens: 5
  },
  { name: "CMake: an error", weight: 92, words: ["cmake error"], pattern: /^CMake Error\b/, opens: 4 },
  { name: "ninja: a failed edge", weight: 76, words: ["failed: "], pattern: /^FAILED: (?:\[code=\d+\] )?\S/, opens: 4 },
  {
    name: "make: no rule",
    weight: 94,
    words: ["no rule to make"],
    pattern: /^\w*make(?:\[\d+\])?: \*\*\* No rule to make target/
  },
  { name: "make: a target failed", weight: 44, words: ["***"], pattern: /^\w*make(?:\[\d+\])?: \*\*\* /, closes: 2 },
  { name: "Gradle: a task failed", weight: 62, words: ["> task :"], pattern: /^> Task :\S+ FAILED/, opens: 3 },
  { name: "Gradle: what went wrong", weight: 84, words: ["went wrong"], pattern: /^\* What went wrong:/, opens: 4 },
  {
    name: "Maven: a goal failed",
    weight: 58,
    words: ["failed to execute goal"],
    narrow: true,
    pattern: /^\[ERROR\] Failed to execute goal/
  },
  { name: "Bazel: a target failed", weight: 76, words: ["failed", "timeout"], pattern: /^\/\/\S+ +(?:FAILED|TIMEOUT)/ }
]
