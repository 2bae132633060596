import { field } from "../row.js"

/** What came from a forge, made fit for a line of the watch: nothing in it makes a second line or reads as our own words. */

/** Most characters of a link in a line; a longer one is not shown. */
const longestLink = 200

/** Most characters of a text that are looked at: a line shows fewer, and a text may be of any size. */
const longestText = 4096

/** At most `most` UTF-16 units, the last one an ellipsis when something is missing; never half a surrogate pair. */
export const cut = (text: string, most: number): string => {
  if (text.length <= most) return text
  const kept = text.slice(0, Math.max(0, most - 1)).replace(/[\ud800-\udbff]$/, "")
  return most < 1 ? "" : `${kept.trimEnd()}…`
}

/** Runs of blanks, line breaks, control characters and bidirectional controls are one space. */
export const oneLine = (text: string): string => field(cut(text, longestText)).replace(/\s+/gu, " ").trim()

/** A name of something, cut where it is longer than anybody reads. */
export const named = (text: string, most = 80): string => cut(oneLine(text), most)

/** A text to stand between double quotes, which it cannot end. */
export const quotable = (text: string): string => oneLine(text).replaceAll('"', "'")

const plainLink = /^https?:\/\/[!-~]+$/

/**
 * A web address as it is, or what a path means on the host of `base`; undefined for what cannot be followed, is no http(s) address or is too
 * long for a line.
 */
const followable = (url: string, base: string): string | undefined => {
  if (url.length > longestLink || !URL.canParse(url, base)) return undefined
  const link = plainLink.test(url) ? url : new URL(url, base).href
  return link.length <= longestLink && plainLink.test(link) ? link : undefined
}

/** The link of a finding; what has none that can be followed takes that of the pull. */
export const linkOf = (url: string | null, pullUrl: string): string =>
  (url === null || url === "" ? undefined : followable(url, pullUrl)) ??
  followable(pullUrl, pullUrl) ??
  named(pullUrl, longestLink)
