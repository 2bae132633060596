import { type ByteString, byteString, utf8 } from "./byte-string.js"
import { coreValue } from "./core-value.js"

/** Words that logs are full of: masked, they would make a log unreadable, and its holes would tell them. */
const common = new Set(
  (
    "true false null none undefined yes no on off default enabled disabled password passwd secret token username user admin " +
    "administrator root guest test testing changeme example localhost production development staging release latest main " +
    "master docker podman kubernetes linux ubuntu debian alpine github gitlab forgejo gitea actions runner postgres postgresql " +
    "mysql mariadb sqlite redis mongodb rabbitmq python node nodejs javascript typescript golang windows darwin https " +
    "success failure failed error warning debug info build deploy service server client public private 127.0.0.1 0.0.0.0"
  ).split(" ")
)

/** Bytes of the core value from which on it is searched at full speed. */
const long = 15

/** Why a value should not be stored (redaction.md 2.3), as the end of a sentence that names the secret. Shows no byte. */
const refusal = (core: ByteString, names: ReadonlyArray<string>): string | undefined => {
  if (core.length < 6) {
    return "is shorter than 6 bytes without the white space around it: masking it would leave holes that tell it"
  }
  if (new Set(core).size < 4) return "has fewer than 4 different bytes: masking it would hit ordinary text"
  if (common.has(core.toLowerCase())) return "is a common word: masking it would make logs unreadable"
  const placeholder = names.find((name) => utf8(`[REDACTED:${name}]`).includes(core))
  if (placeholder !== undefined) {
    return `is part of the placeholder [REDACTED:${placeholder}]: masked logs would show it`
  }
  return undefined
}

/** What is said of a value before it is stored. */
export interface Assessment {
  /**
   * Why to refuse it, as the end of a sentence that names the secret (`the value of NAME …`); what was forced is stored, and
   * masked like any other.
   */
  readonly refusal: string | undefined
  /** The value is empty or white space alone: there is nothing to mask, so no force helps. */
  readonly isBlank: boolean
  /** 6 to 14 bytes: accepted, and searched on the slower path. */
  readonly isShort: boolean
}

/** Assesses a value for the vault of a repository whose secrets, this one included, have these names. */
export const assessValue = (value: Uint8Array, names: ReadonlyArray<string>): Assessment => {
  const core = coreValue(byteString(value))
  return { refusal: refusal(core, names), isBlank: core === "", isShort: core.length < long }
}
