import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { scanDiff } from "../../core/diff-scan.js"
import type { ErrRedactorUnavailable, ErrStore, ErrUnknownSecrets, ErrVault } from "../../core/errors.js"
import { Redactors } from "../redactors.js"
import { RepoSecrets } from "../store/secrets.js"
import type { SecretVerbs } from "./secret-verbs.js"

type Failure = ErrUnknownSecrets | ErrRedactorUnavailable | ErrStore | ErrVault

/** The secrets of one repository of the store: no forge is asked for them, so no tracker need be there. */
export const repoSecrets = (repoId: string) =>
  Effect.map(
    Effect.all([RepoSecrets, Redactors]),
    ([secrets, redactors]): SecretVerbs<Failure> => ({
      secretList: Effect.map(secrets.list(repoId), (rows) => ({
        secrets: rows.map(({ name, description }) => ({ name, description }))
      })),
      secretValues: (names) =>
        Effect.map(secrets.values(repoId, names), (opened) => ({
          values: Object.fromEntries(opened.map(({ name, value }) => [name, Redacted.value(value)]))
        })),
      secretScan: (diff) =>
        Effect.gen(function* () {
          const redactor = yield* redactors.of(repoId, [])
          const scan = scanDiff(redactor.matchStream(), redactor.text)
          yield* Stream.runForEach(diff, (chunk) => Effect.sync(() => scan.push(chunk)))
          return { findings: scan.end() }
        })
    })
  )
