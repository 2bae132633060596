import type { CheckLog } from "../../../core/check-log.js"
import { fileAnIssue } from "../../../core/check-log.js"
import { ErrLogAdapterMismatch, ErrLogUpstream } from "../../../core/errors.js"

/** One attempt of a job, as its log route answered. An empty log counts as a failing one (contract 12.2.35). */
export type Attempt =
  | { readonly _tag: "Served"; readonly attempt: number; readonly pieces: ReadonlyArray<Uint8Array> }
  | {
      readonly _tag: "Failed"
      readonly attempt: number
      readonly asked: string
      readonly status: number
      readonly came: string
    }

/** How many attempts of a job are asked for at most (contract 6.4). */
export const mostAttempts = 20

/** Cleaned up or not started; a rerun hides every earlier log until a runner takes it. On Forgejo 15 a private repository answers so too. */
const goneAdvice =
  "the log was cleaned up, or its job has not started (a rerun hides the earlier logs until a runner takes it), or the repository is private: Forgejo 15 shows the logs of a private repository to no token, Forgejo 16 does"

export const gone = (check: string, asked: string, came: string): ErrLogAdapterMismatch =>
  new ErrLogAdapterMismatch({ check, asked, came, advice: goneAdvice })

/** A page that wants somebody to sign in; a token is nobody there (contract 12.2.36). */
export const signIn = (check: string, asked: string): ErrLogAdapterMismatch =>
  new ErrLogAdapterMismatch({
    check,
    asked,
    came: "303, a way to the sign-in page",
    advice:
      "the forge wants a sign-in for its log pages, which no token is: Forgejo 16 serves logs by its API, and a public instance to anybody"
  })

/**
 * What several attempts come to: the newest that was served, with the newest failing one named when that is newer; else the forge's failure, by
 * the first one that failed otherwise than with 404; undefined when all of them are not there.
 */
export const outcome = (check: string, attempts: ReadonlyArray<Attempt>): CheckLog | ErrLogUpstream | undefined => {
  const byAge = [...attempts].sort((a, b) => a.attempt - b.attempt)
  const served = byAge.findLast((attempt) => attempt._tag === "Served")
  if (served?._tag === "Served") {
    const failed = byAge.findLast((attempt) => attempt._tag === "Failed" && attempt.attempt > served.attempt)
    return {
      pieces: served.pieces,
      attempt: served.attempt,
      ...(failed?._tag === "Failed" ? { fallback: { attempt: failed.attempt, status: failed.status } } : {})
    }
  }
  const failed = byAge.find((attempt) => attempt._tag === "Failed" && attempt.status !== 404)
  return failed?._tag === "Failed" ? new ErrLogUpstream({ check, asked: failed.asked, came: failed.came }) : undefined
}

export const surprise = (check: string, asked: string, came: string): ErrLogAdapterMismatch =>
  new ErrLogAdapterMismatch({ check, asked, came, advice: fileAnIssue })
