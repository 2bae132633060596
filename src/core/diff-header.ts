/** What the lines that name a file begin with; `/dev/null` is the whole of its line (contract 3.4). */
const plain = "+++ b/"
const quoted = '+++ "b/'
const deleted = "+++ /dev/null"

/** So many bytes tell what kind of line it is: one more than the longest of the above. */
export const longestMark = deleted.length + 1

/** Bytes of a header that are kept: a path of 4096 bytes, each as an octal escape, and what stands around it. */
export const nameBytes = 4 * 4096 + 16

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

/**
 * What a line is, by its beginning: undefined while that may still become either. Any `+++ ` that names no file of git's is an added line
 * whose text begins with `++ `.
 */
export const headerKind = (head: Uint8Array, whole: boolean): "header" | "added" | "other" | undefined => {
  const text = latin1(head.subarray(0, longestMark))
  if (text.startsWith(plain) || text.startsWith(quoted) || (whole && text === deleted)) return "header"
  if (!whole && [plain, quoted, deleted].some((mark) => mark.startsWith(text))) return undefined
  return text.startsWith("+") ? "added" : "other"
}

const escapes: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 }

/** git quotes a name as C does: letters for the common control characters, three octal digits for other bytes. */
const unquoted = (text: string): string =>
  text.replace(/\\(?:([0-3][0-7]{2})|(.))/gs, (_, octal: string | undefined, letter: string | undefined) =>
    octal === undefined
      ? String.fromCharCode(escapes[letter ?? ""] ?? (letter ?? "").charCodeAt(0))
      : String.fromCharCode(Number.parseInt(octal, 8))
  )

const decoded = (text: string): string =>
  new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))

/** The path that a header names, without its `b/`. git puts a tab behind a name that holds a blank. */
export const headerPath = (header: Uint8Array): string => {
  const text = Array.from(header, (byte) => String.fromCharCode(byte)).join("")
  if (text.startsWith(plain)) return decoded((text.slice(plain.length).split("\t")[0] ?? "").replace(/\r$/, ""))
  if (!text.startsWith(quoted)) return "/dev/null"
  return decoded(unquoted(/^(?:[^"\\]|\\.)*/s.exec(text.slice(quoted.length))?.[0] ?? ""))
}
