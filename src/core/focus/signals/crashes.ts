import type { Signal } from "./signal.js"

/** What languages print when a program ends by an error that nothing caught. */
export const crashes: ReadonlyArray<Signal> = [
  {
    name: "exception: its class and message",
    weight: 92,
    words: ["error", "exception", "failure", "fault", "timeout", "interrupt", "exit"],
    pattern:
      /^\s*(?:Uncaught |Unhandled |fatal: |\[cause\]: |Caused by: |Exception in thread "[^"]{0,200}" )?(?:[\w$]+[.:\\]{1,2})*[A-Z][\w$]*(?:Error|Exception|Failure|Fault|Timeout|Interrupt|Exit)(?: \[\w+\])?(?::\s|:?$|: )/
  },
  {
    name: "exception: Error and its message",
    weight: 84,
    words: ["error: ", "exception: "],
    pattern: /^\s*(?:Uncaught |Unhandled )?(?:Error|Exception): \S/,
    opens: 3
  },
  {
    name: "Java: what caused it",
    weight: 92,
    words: ["caused by", "exception in thread"],
    pattern: /^\s*(?:Caused by: |Exception in thread )\S/
  },
  {
    name: "Python: a traceback begins",
    weight: 46,
    words: ["traceback ("],
    pattern: /^\s*Traceback \(most recent call last\)/
  },
  {
    name: "Python: two tracebacks that belong together",
    weight: 40,
    words: ["exception was the", "above exception"],
    pattern: /^(?:The above exception was the direct cause|During handling of the above exception)/
  },
  {
    name: "Go: a panic",
    weight: 96,
    words: ["panic: ", "fatal error: "],
    pattern: /^\s*panic: |^fatal error: (?!.*\.h:)/,
    opens: 6
  },
  { name: "Go: the goroutine of a panic", weight: 34, words: ["goroutine "], pattern: /^goroutine \d+ \[/, opens: 4 },
  { name: "Rust: a panic", weight: 95, words: ["panicked at"], pattern: /\bpanicked at\b/, opens: 3 },
  { name: "Ruby: an exception", weight: 92, words: [".rb:0"], pattern: /^\S+\.rb:\d+:in .*: .+ \([\w:]+\)/ },
  {
    name: "PHP: an error",
    weight: 92,
    words: ["fatal error:", "parse error:"],
    pattern: /\bPHP (?:Fatal|Parse) error:|^(?:Fatal|Parse) error: /i
  },
  {
    name: "Elixir, Erlang: an exception",
    weight: 92,
    words: ["** ("],
    pattern: /^\s*\*\* \(\w|^\s*\*\* \((?:exit|EXIT)/
  },
  {
    name: "C++: terminate",
    weight: 92,
    words: ["terminate called", "assertion "],
    pattern: /terminate called|Assertion [`'"].*failed|\bassertion failed\b|: Assertion .* failed/i
  },
  {
    name: "node: a module that is not there",
    weight: 94,
    words: ["cannot find ", "module_not_found", "no module named", "cannot load such"],
    pattern: /Cannot find (?:module|package)|ERR_MODULE_NOT_FOUND|No module named|cannot load such file/
  },
  { name: ".NET: unhandled", weight: 92, words: ["unhandled exception"], pattern: /^Unhandled exception/i, opens: 3 },
  {
    name: "Haskell, Perl: died",
    weight: 66,
    words: ["*** exception", "line 0"],
    pattern: /\*\*\* Exception: | at \S+\.p[lm] line \d+\.?$/
  },
  {
    name: "node: a promise that nobody caught",
    weight: 60,
    words: ["unhandled promise", "unhandledpromise"],
    pattern: /unhandled promise rejection|UnhandledPromiseRejection/i,
    opens: 3
  }
]
