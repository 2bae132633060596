import { forgejoParts } from "./forgejo-parts.js"
import { githubParts } from "./github-parts.js"
import type { Parts } from "./parts.js"
import type { Scan } from "./scan.js"

/** Which runner wrote a log: the first line that only one of them writes decides, since a job may print the other's words. */
const dialect = (scan: Scan): "github" | "forgejo" => {
  for (const { mark } of scan.marks) {
    if (mark.kind === "github" || mark.kind === "forgejo") return mark.kind
    if (mark.kind === "step") return mark.forge
    if (mark.kind === "verdict" && mark.forge !== undefined) return mark.forge
  }
  return scan.marks.some(({ mark }) => mark.kind === "annotation" || mark.kind === "cleanup") ? "github" : "forgejo"
}

/** How a log of `count` lines is divided among the steps of its job. */
export const partsOf = (scan: Scan, count: number): Parts =>
  dialect(scan) === "github" ? githubParts(scan, count) : forgejoParts(scan, count)
