/**
 * What a runner says about its own work. `verdict`: how a step ended; `tolerated`: that its failure counts for nothing; `closing`: that the job or a step
 * failed, and no word why; `annotation`: an error that GitHub's runner shows for a tool or an action; `cleanup`: GitHub's work after the last
 * step; `plain`: what means nothing here, such as `##[endgroup]`. Hints, never grammar: old and new runners differ (forgejo-wire 5.7).
 */
export type Mark =
  | { readonly kind: "verdict"; readonly strength: 1 | 2 | 3; readonly forge: Forge | undefined }
  | { readonly kind: "step"; readonly forge: Forge }
  | { readonly kind: "tolerated" | "closing" | "passed" | "annotation" | "cleanup" | Forge | "plain" }

type Forge = "github" | "forgejo"

/** One of these is in each line that is read here, in lower case. */
export const frameWords: ReadonlyArray<string> = [
  "##[",
  "continue-on-error",
  "but continue next",
  "[runner]",
  "exitcode",
  "exit with ",
  "run exit status",
  "exit status",
  "run signal",
  "process completed",
  "context canceled",
  "context deadline",
  "was cancel",
  "⭐",
  "✅",
  "🏁",
  "❌",
  "job '",
  "post job cleanup",
  "cleaning up orphan",
  "current runner version",
  "☁",
  "🐳",
  "🚀",
  "⚙",
  "received task"
]

const marks: ReadonlyArray<readonly [Mark, RegExp]> = [
  [{ kind: "tolerated" }, /continue-on-error is true|^\s*(?:❗\s*)?Failed but continue next step/u],
  [
    { kind: "verdict", strength: 3, forge: "github" },
    /^##\[error\](?:Process completed with exit code|The operation (?:was|has been) cancell?ed|The (?:action|job|step)\b.*(?:timed out|exceeded|cancell?ed)|The runner has received a shutdown|The (?:self-)?hosted runner.*lost|.*exceeded the maximum execution time)/
  ],
  [
    { kind: "verdict", strength: 3, forge: "forgejo" },
    /^\s*(?:⚙\S*\s+)?\[runner\]:.*(?:exit|fail|cancel|time[d -]?out|deadline|kill|abort|error)/iu
  ],
  [{ kind: "verdict", strength: 2, forge: undefined }, /^\s*(?:❌\s+)?exitcode '?\d+'?/u],
  [{ kind: "verdict", strength: 2, forge: undefined }, /^\s*(?:⚙\S*\s+)?RUN (?:exit status \d+|signal: )/u],
  [{ kind: "verdict", strength: 2, forge: undefined }, /^(?:Error: )?exit with .FAILURE.: \d+/],
  [{ kind: "verdict", strength: 2, forge: undefined }, /^(?:Error: )?Process completed with exit code [1-9]/],
  [
    { kind: "verdict", strength: 1, forge: undefined },
    /^\s*(?:exit status [1-9]\d*|(?:Error: )?context (?:canceled|deadline exceeded)|The (?:job|step) was cancell?ed.*)$/
  ],
  [{ kind: "step", forge: "forgejo" }, /^\s*⭐\S*\s+Run\b/u],
  [{ kind: "step", forge: "github" }, /^##\[group\]Run \S/],
  [{ kind: "passed" }, /^\s*(?:✅\s+Success - |🏁\S*\s+Job succeeded)/u],
  [{ kind: "closing" }, /^\s*(?:🏁\S*\s+Job failed|❌\s+Failure - |(?:Error: )?Job '.*' failed$)/u],
  [{ kind: "cleanup" }, /^(?:Post job cleanup\.|Cleaning up orphan processes)$/],
  [{ kind: "annotation" }, /^##\[error\]/],
  [{ kind: "github" }, /^Current runner version: /],
  [{ kind: "forgejo" }, /^\s*(?:☁|🐳|🚀|⚙)|received task \d+ of job/u],
  [{ kind: "plain" }, /^##\[(?:group|endgroup|command|debug|section)\]/]
]

/** What a line says in the runner's own voice, if it does. */
export const readFrame = (line: string): Mark | undefined => marks.find(([, pattern]) => pattern.test(line))?.[0]
