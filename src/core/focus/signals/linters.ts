import type { Signal } from "./signal.js"

/** What linters and format checks say. */
export const linters: ReadonlyArray<Signal> = [
  { name: "eslint: an error", weight: 88, words: ["error", "✖"], pattern: /^\s+\d+:\d+\s+(?:error|✖)\s/ },
  { name: "eslint: how many", weight: 76, words: [" problem"], pattern: /^\s*✖ \d+ problems?\b/ },
  {
    name: "flake8, ruff, pylint, rubocop: a finding",
    weight: 88,
    words: [":0"],
    pattern: /^[^\s:][^:]{0,300}:\d+:(?:\d+:)? \[?[A-Z]{1,5}\d*\]?:? \S/
  },
  {
    name: "markdownlint, hadolint: a finding",
    weight: 80,
    words: [":0"],
    pattern: /^\S+:\d+(?::\d+)? [A-Z]{2}\d{3,4}\b/
  },
  { name: "mypy, ruff: how many", weight: 66, words: ["found "], pattern: /^Found [1-9]\d* errors?\b/ },
  { name: "shellcheck: the place", weight: 82, words: [" line 0"], pattern: /^In \S+ line \d+:$/, opens: 4 },
  {
    name: "shellcheck: the finding",
    weight: 84,
    words: ["sc0"],
    pattern: /\bSC\d{4} \((?:error|warning|info|style)\)/
  },
  { name: "golangci-lint: how many", weight: 50, words: [" issue"], pattern: /^[1-9]\d* issues?:$/, opens: 3 },
  {
    name: "prettier: a file",
    weight: 72,
    narrow: true,
    words: ["[warn]", "[error]"],
    pattern: /^\[(?:warn|error)\] (?!Code style)\S+\.\w+/
  },
  {
    name: "prettier: the verdict",
    weight: 70,
    narrow: true,
    words: ["code style issues"],
    pattern: /Code style issues (?:found|were found)/
  },
  {
    name: "black, ruff: a file",
    weight: 86,
    words: ["would reformat"],
    pattern: /^(?:would reformat|Would reformat:) /
  },
  {
    name: "black, ruff: how many",
    weight: 68,
    words: ["be reformatted"],
    pattern: /^[1-9]\d* files? would be reformatted/
  },
  { name: "isort: a file", weight: 86, words: ["incorrectly sorted"], pattern: /Imports are incorrectly sorted/ },
  { name: "rustfmt: a file", weight: 86, words: ["diff in "], pattern: /^Diff in \S+/, opens: 8 },
  {
    name: "format check: not formatted",
    weight: 84,
    words: ["format"],
    pattern:
      /\b(?:not|n't|un|needs?|badly|incorrectly|to be) ?(?:be |properly |correctly )?(?:re)?format(?:ted|ting)\b/i,
    opens: 8
  },
  {
    name: "biome: a finding",
    weight: 82,
    words: ["━"],
    pattern: /^\S+ (?:lint\/\S+|format|assist\/?\S*|parse|organizeImports) ━/,
    opens: 6
  },
  {
    name: "generated files: not up to date",
    weight: 76,
    words: ["out of date", "out of sync", "not up", "uncommitted", "is dirty", "not clean", "updat", "regenerat"],
    pattern:
      /\b(?:out of date|out of sync|not up[ -]to[ -]date|uncommitted changes|is dirty|not clean|needs? (?:to be )?(?:updat|regenerat)\w+)\b/i,
    opens: 4
  },
  {
    name: "difference: a hunk",
    weight: 64,
    words: ["@@ -"],
    pattern: /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/,
    closes: 3
  },
  {
    name: "difference: plain diff",
    weight: 46,
    words: ["0a0", "0c0", "0d0"],
    pattern: /^\d+(?:,\d+)?[acd]\d+(?:,\d+)?$/,
    opens: 4
  },
  {
    name: "difference: files differ",
    weight: 80,
    words: ["differ"],
    pattern: /^(?:Files|Binary files) .+ and .+ differ$|^\S+ \S+ differ: /
  },
  {
    name: "unused code: what is unused",
    weight: 58,
    words: ["unused "],
    pattern: /^Unused (?:files|dependencies|devDependencies|exports)/,
    opens: 6
  },
  {
    name: "audit: how many",
    weight: 62,
    words: ["vulnerabilit"],
    pattern: /\b[1-9]\d* (?:\w+ )?(?:severity )?vulnerabilit/
  }
]
