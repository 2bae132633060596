/**
 * A byte string holds one byte in each character (0 to 255). Forms are derived in it, because the language's own text tools
 * then work on bytes, and equal forms are equal keys.
 */
export type ByteString = string

const step = 4096

/** The bytes as a byte string. */
export const byteString = (bytes: Uint8Array): ByteString => {
  let out = ""
  for (let at = 0; at < bytes.length; at += step) out += String.fromCharCode(...bytes.subarray(at, at + step))
  return out
}

/** Writes a byte string into `target` from `at` on. */
export const writeBytes = (text: ByteString, target: Uint8Array, at: number): void => {
  for (let i = 0; i < text.length; i++) target[at + i] = text.charCodeAt(i)
}

/** The bytes of a byte string. */
export const bytesOf = (text: ByteString): Uint8Array => {
  const out = new Uint8Array(text.length)
  writeBytes(text, out, 0)
  return out
}

/** The UTF-8 bytes of a text. */
export const utf8 = (text: string): ByteString => byteString(new TextEncoder().encode(text))
