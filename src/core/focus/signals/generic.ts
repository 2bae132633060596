import type { Signal } from "./signal.js"

/** Words that any tool may say, from the telling to the vague. */
export const generic: ReadonlyArray<Signal> = [
  {
    name: "annotation: an error",
    weight: 90,
    words: ["##[error]", "::error"],
    pattern: /^(?:❗\s*)?(?:##\[error\]|::error\b)/
  },
  { name: "any: fatal", weight: 82, words: ["fatal"], pattern: /\b(?:FATAL|fatal|Fatal)\b\]?(?: error)?:?/ },
  {
    name: "any: a line that begins with error",
    weight: 66,
    words: ["error"],
    pattern: /^\s*(?:[^\w\s]{1,3}\s*)?\[?(?:\w{1,30}: )?(?:[Ee]rror|ERROR)\b\]?:? ?\S/
  },
  {
    name: "any: an error level",
    weight: 62,
    words: ["error", "fatal", "critical", "severe", "failure"],
    pattern:
      /\blevel=(?:error|fatal)|"level": ?"(?:error|fatal)"|\[(?:ERROR|FATAL|CRITICAL|SEVERE)\]|\b(?:ERROR|CRITICAL|SEVERE|FAILURE)\b/
  },
  { name: "any: failed in capitals", weight: 60, words: ["fail"], pattern: /\bFAIL(?:ED|URES?)?\b/ },
  { name: "any: an error after its subject", weight: 52, words: ["error: "], pattern: /\berror: \S/i },
  {
    name: "any: cannot",
    weight: 54,
    words: [
      "cannot",
      "can't",
      "can not",
      "could not",
      "couldn't",
      "unable to",
      "failed to",
      "refus",
      "must not",
      "not allowed"
    ],
    pattern:
      /\b(?:cannot|can't|can not|could not|couldn't|unable to|failed to|refus(?:ed|ing) to|must not|not allowed)\b/i
  },
  {
    name: "any: a state that should not be",
    weight: 44,
    words: [
      "not found",
      "missing",
      "mismatch",
      "invalid",
      "unexpected",
      "unsupported",
      "undefined",
      "unknown",
      "denied",
      "rejected",
      "violat",
      "forbidden",
      "corrupt",
      "conflict",
      "abort",
      "crash",
      "broken",
      "incompatible",
      "deadlock",
      "leak"
    ],
    pattern:
      /\b(?:not found|missing|mismatch(?:ed)?|invalid|unexpected|unsupported|undefined|unknown|denied|rejected|violat\w+|forbidden|corrupt\w*|conflicts?|abort(?:ed|ing)|crash(?:ed)?|broken|incompatible|deadlock|leak(?:ed|s)?)\b/i
  },
  { name: "any: failed", weight: 40, words: ["fail"], pattern: /\bfail(?:ed|ure|ures|s|ing)?\b/i },
  { name: "any: error", weight: 30, words: ["error", "exception"], pattern: /\berrors?\b|\bexceptions?\b/i }
]
