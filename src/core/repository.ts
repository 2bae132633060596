import type { Instant } from "./instant.js"

/** The REST dialects that are spoken. */
export type Flavor = "github" | "forgejo"

/** A registered repository, as an operator set it up. Ids are `<prefix>_<32 hex>` (contract 9). */
export interface Repository {
  readonly id: string
  /** Unique; `[A-Za-z0-9_-]+`. */
  readonly name: string
  readonly remoteUrl: string
  /** `forge`: its pulls live on the forge; `builtin`: change requests in lab's own store. */
  readonly binding: "forge" | "builtin"
  /** Null exactly when the binding is `builtin`. */
  readonly forge: Flavor | null
  /** The API base, verbatim; null when it follows from the remote. */
  readonly api: string | null
  /** `http://` is allowed beyond loopback. */
  readonly insecureHttp: boolean
  readonly credentialId: string | null
  readonly createdAt: Instant
}

/** One active outcome, five terminal ones, each written once (contract 1). */
export type Outcome = "active" | "success" | "death" | "timeout" | "stopped" | "escalated"

export interface Run {
  readonly id: string
  readonly repoId: string
  readonly kind: "manual"
  readonly issueNumber: number | null
  /** The head that `pr create` uses; null when the run has none. */
  readonly branch: string | null
  readonly startedAt: Instant
  readonly endedAt: Instant | null
  readonly outcome: Outcome
}

/**
 * A repository's name from what an operator typed or from the last part of its URL: `.git` dropped, `/` to `-`, every other byte outside
 * `[A-Za-z0-9_-]` to `_` (contract 4.2). Empty when nothing is left.
 */
export const repositoryName = (text: string): string =>
  text
    .replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .replaceAll("/", "-")
    .replace(/[^A-Za-z0-9_-]/gu, (character) => "_".repeat(new TextEncoder().encode(character).length))
