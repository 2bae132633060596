import type { Signal } from "./signal.js"

/** What shells and the system under them say. */
export const shells: ReadonlyArray<Signal> = [
  {
    name: "shell: no such command",
    weight: 96,
    words: ["not found", "not recognized", "no such file", "unknown command", "missing script"],
    pattern:
      /: command not found|^(?:\S+: )?(?:line )?(?:\d+: )?\S+: not found$|: \d+: \S+: not found|is not recognized as|: executable file not found|^env: .*No such file|^Unknown command\b|Missing script:/
  },
  {
    name: "shell: no such file",
    weight: 88,
    words: ["no such file", "system cannot find", "enoent", "cannot "],
    pattern: /No such file or directory|The system cannot find|\bENOENT\b|cannot (?:stat|access|open) /
  },
  {
    name: "shell: not allowed",
    weight: 86,
    words: ["permission denied", "not permitted", "eacces", "eperm", "access is denied", "read-only file"],
    pattern: /Permission denied|Operation not permitted|\bE(?:ACCES|PERM)\b|Access is denied|Read-only file system/
  },
  {
    name: "shell: no space",
    weight: 96,
    words: ["no space left", "enospc", "quota exceeded"],
    pattern: /No space left on device|\bENOSPC\b|Disk quota exceeded/
  },
  {
    name: "shell: a script that it cannot read",
    weight: 92,
    words: [
      "syntax error",
      "unexpected ",
      "unbound",
      "not set",
      "substitution",
      "interpreter",
      "exec format",
      "cannot execute",
      "argument list",
      "ambiguous",
      "directory"
    ],
    pattern:
      /syntax error near|syntax error:|unexpected (?:EOF|end of file)|unbound variable|parameter (?:null or )?not set|bad substitution|bad interpreter|[Ee]xec format error|cannot execute|Argument list too long|ambiguous redirect|(?:Is|Not) a directory$/
  },
  {
    name: "shell: exit in a trace",
    weight: 50,
    words: ["+ "],
    pattern: /^\++ (?:exit [1-9]\d*|false|return [1-9]\d*)$/,
    closes: 4
  },
  {
    name: "PowerShell: the place of an error",
    weight: 62,
    words: ["at ", "qualifiederrorid"],
    pattern: /^At .*(?:line|char):\d+|FullyQualifiedErrorId/,
    closes: 2,
    opens: 3
  },
  {
    name: "system: out of memory",
    weight: 96,
    words: ["memory", "oom", "enomem", "bad_alloc"],
    pattern:
      /\bout of memory\b|\bOOM[ -]?Kill|\boom-kill|heap out of memory|Cannot allocate memory|\bOutOfMemoryError|\bMemoryError\b|\bENOMEM\b|bad_alloc/i
  },
  {
    name: "system: killed",
    weight: 84,
    words: ["kill", "terminated", "sigterm", "signal: 0"],
    pattern: /(?:^|[:\s])Killed(?:$|:| +\S)|signal: killed|SIGKILL|\(signal: 9|Terminated$|SIGTERM/
  },
  {
    name: "system: time ran out",
    weight: 80,
    words: ["time out", "timed out", "timeout", "deadline exceeded", "took too long"],
    pattern:
      /\btim(?:ed|e) ?out\b(?! ?[:=] ?\d)|\btimeout (?:of|after|exceeded|reached|waiting)|exceeded .*\btimeout|deadline exceeded|took too long/i
  },
  {
    name: "system: a fault",
    weight: 94,
    words: [
      "segmentation",
      "sigsegv",
      "sigabrt",
      "core dumped",
      "bus error",
      "illegal instr",
      "smashing",
      "double free",
      "sanitizer",
      "stack overflow"
    ],
    pattern:
      /Segmentation fault|\bSIGSEGV\b|\bSIGABRT\b|core dumped|Bus error|Illegal instruction|stack smashing|double free|(?:Address|Thread|Memory|Leak|UndefinedBehavior)Sanitizer:|stack overflow/i,
    opens: 6
  },
  {
    name: "process: its exit",
    weight: 42,
    words: ["exit", "non-zero", "status code"],
    pattern:
      /\bexit(?:ed)?(?: with)?(?: code| status)?:? ?[1-9]\d{0,2}\b|\bexit code:? [1-9]|exitcode '?[1-9]|returned non-zero|status code [1-9]/i
  }
]
