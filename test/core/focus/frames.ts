const stamped = (lines: ReadonlyArray<string>): string =>
  lines.map((line, i) => `2026-01-01T00:00:${String(i % 60).padStart(2, "0")}.0000000Z ${line}\n`).join("")

const chatter = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, i) => `fetching page ${i} of the manual`)

/** The same output of a step that failed, after much chatter of the same step, as GitHub's and Forgejo's runners of today and of before frame it. */
export const frames = {
  github: (output: string, before = 90): string =>
    stamped([
      "Current runner version: '2.330.0'",
      "##[group]Operating System",
      "Ubuntu",
      "##[endgroup]",
      "Error: this is set-up",
      "Complete job name: unit",
      "##[group]Run actions/checkout@v5",
      "with:",
      "  repository: acme/widget",
      "##[endgroup]",
      "[command]/usr/bin/git version",
      "git version 2.51.2",
      "##[group]Run ./check",
      "\u001b[36;1m./check || echo 'error: exit 9'\u001b[0m",
      "shell: /usr/bin/bash -e {0}",
      "##[endgroup]",
      ...chatter(before),
      ...output.split("\n"),
      "##[error]Process completed with exit code 1.",
      "Post job cleanup.",
      "[command]/usr/bin/git version",
      "git version 2.51.2",
      "error: could not lock config file .git/config: Permission denied",
      "Cleaning up orphan processes"
    ]),
  forgejo: (output: string, before = 90): string =>
    stamped([
      "runner(version:v12.2.0) received task 48 of job unit, be triggered by event: pull_request",
      "workflow prepared",
      "⭐ Run Main check",
      ...chatter(before),
      ...output.split("\n"),
      "⚙️ [runner]: RUN exit status 1",
      "🏁  Job failed",
      "Job 'unit' failed"
    ]),
  "old runner": (output: string, before = 90): string =>
    stamped([
      "host-1(version:v0.2.6) received task 48 of job unit, be triggered by event: pull_request",
      "🚀  Start image=node:20-bookworm",
      "  🐳  docker pull image=node:20-bookworm platform= username= forcePull=false",
      "⭐ Run Main actions/checkout@v4",
      "  ✅  Success - Main actions/checkout@v4",
      "⭐ Run Main check",
      "  🐳  docker exec cmd=[bash --noprofile --norc -e -o pipefail /var/run/act/workflow/1] user= workdir=",
      ...chatter(before),
      ...output.split("\n"),
      "  ❌  Failure - Main check",
      "exitcode '1': failure",
      "🏁  Job failed"
    ])
} as const
