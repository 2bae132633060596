import * as Schema from "effect/Schema"
import { Instant } from "./instant.js"

/**
 * The sentinels: every failure a caller can act on. Each carries the facts and renders one sentence: what was asked, what
 * came back, what to do. The names are those of the seeds.
 */

/** The subject is not there, or this credential may not see it. */
export class ErrNotFound extends Schema.TaggedError<ErrNotFound>()("ErrNotFound", {
  subject: Schema.String
}) {
  override get message(): string {
    return `${this.subject} not found`
  }
}

/**
 * The forge throttles this credential. `retryAfter` is what the forge said, in seconds; `resetAt` the instant that follows
 * from its answer. Nothing sleeps on it: the caller decides.
 */
export class ErrRateLimited extends Schema.TaggedError<ErrRateLimited>()("ErrRateLimited", {
  forge: Schema.String,
  words: Schema.String,
  retryAfter: Schema.optional(Schema.Number),
  resetAt: Schema.optional(Instant)
}) {
  override get message(): string {
    const when =
      this.retryAfter !== undefined
        ? `try again in ${this.retryAfter} s`
        : this.resetAt !== undefined
          ? `try again after ${this.resetAt}`
          : "it named no time to come back"
    return `rate limited by ${this.forge} (${when}): ${this.words}`
  }
}

/** The backend has no such operation. */
export class ErrUnsupported extends Schema.TaggedError<ErrUnsupported>()("ErrUnsupported", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** No row of the head carries the name; `available` are those that exist, in row order. */
export class ErrUnknownCheck extends Schema.TaggedError<ErrUnknownCheck>()("ErrUnknownCheck", {
  check: Schema.String,
  available: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return `no check ${JSON.stringify(this.check)} on this head: copy a name as labctl pr checks prints it`
  }
}

/**
 * The log route, or the way to it, answered a shape that the adapter does not know, or there is no log behind it. `asked` is flavor, method
 * and path; `came` what came back; `advice` what helps. A signed address is in none of them.
 */
export class ErrLogAdapterMismatch extends Schema.TaggedError<ErrLogAdapterMismatch>()("ErrLogAdapterMismatch", {
  check: Schema.String,
  asked: Schema.String,
  came: Schema.String,
  advice: Schema.String
}) {
  override get message(): string {
    return `no log of ${JSON.stringify(this.check)}: ${this.asked} answered ${this.came}; ${this.advice}`
  }
}

/** The forge failed to serve the log. This is no adapter mismatch (adr-logs, amended by #259). */
export class ErrLogUpstream extends Schema.TaggedError<ErrLogUpstream>()("ErrLogUpstream", {
  check: Schema.String,
  asked: Schema.String,
  came: Schema.String
}) {
  override get message(): string {
    const what = `the forge failed to serve the log of ${JSON.stringify(this.check)}: ${this.asked} answered ${this.came}`
    return `${what}; this is not an adapter mismatch: try again later`
  }
}

/** The redactor could not be built, so no byte of a log may leave. The reason is the operator's alone. */
export class ErrRedactorUnavailable extends Schema.TaggedError<ErrRedactorUnavailable>()("ErrRedactorUnavailable", {
  reason: Schema.String
}) {
  override get message(): string {
    return `nothing is shown, since secrets could not be masked: ${this.reason}`
  }
}

/** The forge or git refused the merge; its own words, verbatim. */
export class ErrMergeRejected extends Schema.TaggedError<ErrMergeRejected>()("ErrMergeRejected", {
  words: Schema.String
}) {
  override get message(): string {
    return `merge refused: ${this.words}`
  }
}

/** The head has an open pull already. */
export class ErrDuplicateOpenPull extends Schema.TaggedError<ErrDuplicateOpenPull>()("ErrDuplicateOpenPull", {
  head: Schema.String,
  number: Schema.optional(Schema.Int)
}) {
  override get message(): string {
    const which = this.number === undefined ? "an open pull request" : `an open pull request, #${this.number}`
    const next = this.number === undefined ? "labctl pr list" : `labctl pr view ${this.number}`
    return `${this.head} already has ${which}: see ${next}`
  }
}

/** Input that names what is wrong with it; nothing was asked of a forge. */
export class ErrInvalidBody extends Schema.TaggedError<ErrInvalidBody>()("ErrInvalidBody", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** The repository's tracker cannot be built. */
export class ErrTrackerConfig extends Schema.TaggedError<ErrTrackerConfig>()("ErrTrackerConfig", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** No token, or one that is unknown, expired, revoked or of an ended run: the answer does not tell these apart. */
export class ErrUnauthorized extends Schema.TaggedError<ErrUnauthorized>()("ErrUnauthorized", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/**
 * The forge could not be reached, failed, refused without a sentinel of its own, or answered what was not asked for.
 * `asked` is flavor, method and API path; it holds no host, query or credential.
 */
export class ErrForge extends Schema.TaggedError<ErrForge>()("ErrForge", {
  asked: Schema.String,
  status: Schema.optional(Schema.Int),
  words: Schema.String,
  remedy: Schema.optional(Schema.String)
}) {
  override get message(): string {
    const answered = this.status === undefined ? "failed" : `answered ${this.status}`
    const remedy = this.remedy === undefined ? "" : `; ${this.remedy}`
    return `${this.asked} ${answered}: ${this.words}${remedy}`
  }
}

/** git failed; its last words, without credentials. */
export class ErrGit extends Schema.TaggedError<ErrGit>()("ErrGit", {
  command: Schema.String,
  words: Schema.String
}) {
  override get message(): string {
    return `${this.command}: ${this.words}`
  }
}

/** The store could not be read or written. The cause goes to the server's log; a client reads only that it happened. */
export class ErrStore extends Schema.TaggedError<ErrStore>()("ErrStore", {
  operation: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `the store failed at ${this.operation}: ${this.reason}`
  }
}

/** A value cannot be sealed or opened: wrong key, truncated or tampered, one uninformative answer (contract 10). */
export class ErrVault extends Schema.TaggedError<ErrVault>()("ErrVault", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** The repository has no secrets of these names, which are sorted and each there once. */
export class ErrUnknownSecrets extends Schema.TaggedError<ErrUnknownSecrets>()("ErrUnknownSecrets", {
  names: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return `unknown secret(s): ${this.names.join(", ")}`
  }
}

/** A request's body is larger than its route takes. */
export class ErrTooLarge extends Schema.TaggedError<ErrTooLarge>()("ErrTooLarge", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** A name or row that exists already, said by the operator API. */
export class ErrConflict extends Schema.TaggedError<ErrConflict>()("ErrConflict", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** The lab server could not be reached, or answered with no sentinel that this client knows. */
export class ErrLabServer extends Schema.TaggedError<ErrLabServer>()("ErrLabServer", {
  status: Schema.optional(Schema.Int),
  words: Schema.String
}) {
  override get message(): string {
    return this.words
  }
}

/** A line that cannot be run as it was typed. */
export class ErrUsage extends Schema.TaggedError<ErrUsage>()("ErrUsage", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}
