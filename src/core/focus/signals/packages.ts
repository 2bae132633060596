import type { Signal } from "./signal.js"

/** What package managers, container builds and the network under them say. */
export const packages: ReadonlyArray<Signal> = [
  {
    name: "npm: where its own log is",
    weight: 6,
    words: ["npm err"],
    narrow: true,
    pattern:
      /^npm (?:ERR!|error) (?:A complete log|\s*\/\S+\.log|path |errno |command |Lifecycle script|workspace |location |in workspace|at location|syscall |$)/
  },
  {
    name: "npm: that a script failed",
    weight: 30,
    words: ["npm err"],
    narrow: true,
    pattern: /^npm (?:ERR!|error) (?:code (?:ELIFECYCLE|\d+)|Exit status|Failed at)/
  },
  { name: "npm: an error", weight: 78, words: ["npm err"], pattern: /^npm (?:ERR!|error) \S/ },
  {
    name: "yarn: that a command failed",
    weight: 25,
    words: ["command failed with exit"],
    narrow: true,
    pattern: /^error Command failed with exit code/
  },
  {
    name: "yarn: an error",
    weight: 80,
    words: ["error ", "yn0"],
    pattern: /^(?:error \S|➤ YN\d{4}: .*(?:[Ee]rror|couldn't|can't|[Ff]ail))/
  },
  {
    name: "pnpm: that a command failed",
    weight: 28,
    words: ["elifecycle", "recursive_run"],
    narrow: true,
    pattern: /ELIFECYCLE|ERR_PNPM_RECURSIVE_RUN/
  },
  { name: "pnpm: an error", weight: 90, words: ["err_pnpm"], pattern: /ERR_PNPM_\w+/, opens: 3 },
  { name: "pip: an error", weight: 86, words: ["error: "], pattern: /^ERROR: \S/ },
  {
    name: "pip, uv: no such version",
    weight: 92,
    words: ["no matching distribution", "no solution found"],
    pattern: /No matching distribution found|No solution found when resolving/
  },
  { name: "apt: an error", weight: 88, words: ["e: "], pattern: /^E: \S/ },
  { name: "dpkg: an error", weight: 82, words: ["dpkg: error"], pattern: /^dpkg: error/ },
  {
    name: "bundler: gems that do not fit",
    weight: 92,
    words: ["could not find", "error occurred while"],
    pattern:
      /Bundler could not find compatible versions|Could not find (?:gem|\S+-\d\S* in)|An error occurred while installing/,
    opens: 6
  },
  {
    name: "go mod: a module that is not there",
    weight: 92,
    words: ["go.sum", "no required module", "go.mod", "unknown revision", "checksum mismatch", "is not in "],
    pattern:
      /missing go\.sum entry|no required module provides|updates to go\.(?:mod|sum) needed|unknown revision|checksum mismatch|is not in (?:std|GOROOT)/i
  },
  {
    name: "go: an error",
    weight: 78,
    words: ["go: "],
    pattern: /^go: (?!downloading|finding|extracting|added|upgraded)\S.*: \S/
  },
  {
    name: "cargo, composer, Maven: versions that do not fit",
    weight: 92,
    words: [
      "select a version",
      "could not ",
      "no matching package",
      "conflicting ",
      "dependency tree",
      "resolutionimpossible"
    ],
    pattern:
      /failed to select a version|could not be resolved to an installable|Could not (?:resolve (?:all )?(?:dependencies|artifacts?|\S+:\S+)|find artifact)|no matching package|conflicting (?:requirements|dependencies)|unable to resolve dependency tree|ResolutionImpossible/i,
    opens: 4
  },
  {
    name: "docker: the step that failed",
    weight: 88,
    words: ["exit code: 0", "non-zero code"],
    pattern: /did not complete successfully: exit code: \d+|returned a non-zero code: \d+/
  },
  {
    name: "docker: the build failed",
    weight: 87,
    words: ["error"],
    pattern: /^ERROR: failed to (?:solve|build|receive)|^#\d+ ERROR\b/
  },
  {
    name: "docker: the line of the file",
    weight: 66,
    words: ["dockerfile", ">>> "],
    pattern: /^(?:\S*Dockerfile\S*:\d+|\s*\d+ \| >>> .*)$/
  },
  {
    name: "docker: the daemon refused",
    weight: 92,
    words: ["from daemon", "manifest ", "pull access"],
    pattern: /Error response from daemon|manifest (?:for .* not found|unknown)|pull access denied/i
  },
  {
    name: "network: no way there",
    weight: 84,
    words: [
      "could not resolve",
      "name resolution",
      "connection ",
      "econn",
      "etimedout",
      "enotfound",
      "eai_again",
      "eaddrinuse",
      "no route",
      "tls handshake",
      "i/o timeout",
      "x509",
      "certificate ",
      "already in use"
    ],
    pattern:
      /Could not resolve host|name resolution|connection (?:refused|reset|timed out)|\bE(?:CONNREFUSED|CONNRESET|TIMEDOUT|NOTFOUND|AI_AGAIN|ADDRINUSE)\b|no route to host|TLS handshake|i\/o timeout|x509: |certificate (?:has expired|verify failed)|address already in use/i
  },
  {
    name: "network: refused",
    weight: 78,
    words: [
      "unauthorized",
      "forbidden",
      "404 not found",
      "too many requests",
      "gateway",
      "service",
      "internal",
      "authentication",
      "http",
      "returned error:"
    ],
    pattern:
      /\b(?:401 Unauthorized|403 Forbidden|404 Not Found|429 Too Many Requests|50[0234] (?:Internal|Bad|Service|Gateway)\w*)|authentication (?:required|failed)|unauthorized:|HTTP(?: Error| status| code)?:? (?:4|5)\d\d\b|returned error: \d{3}/i
  },
  { name: "git: fatal", weight: 88, words: ["fatal: "], pattern: /^(?:fatal|remote: fatal): \S/ },
  {
    name: "git: a conflict",
    weight: 90,
    words: ["conflict (", "rejected]"],
    pattern: /^CONFLICT \(|^ ! \[(?:remote )?rejected\]/
  },
  { name: "terraform: an error", weight: 90, words: ["error: "], pattern: /^[│╷] *Error: \S/, opens: 6 },
  {
    name: "ansible: a failed task",
    weight: 90,
    words: ["fatal: [", "failed: ["],
    pattern: /^fatal: \[\S+\]: |^failed: \[\S+\]/
  },
  {
    name: "kubectl, helm: an error",
    weight: 88,
    words: ["error from server", "error: "],
    pattern: /^(?:Error from server|Error: (?:INSTALLATION|UPGRADE) FAILED)/
  }
]
