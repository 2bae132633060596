/**
 * A gram is a few bytes read as one machine word, from patterns when tables are built and from the text when it is
 * searched. Text is read in the machine's own byte order, so patterns are too.
 */
export type GramSize = 3 | 4 | 8

/** Whether the lowest byte comes first on this machine. */
export const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

/** Keeps three bytes of a word of four. */
export const threeBytes = littleEndian ? 0x00ffffff : 0xffffff00 | 0

/** Hashes of one word; of an odd factor, so no two words share one. */
const hashWord = (word: number): number => Math.imul(word, 0x9e3779b1)

/** Hashes of two words. */
export const hashPair = (first: number, second: number): number =>
  (Math.imul(first, 0x9e3779b1) + Math.imul(second, 0x85ebca6b)) | 0

/** The hash of the gram that begins at `at`. */
export const hashAt = (view: DataView, at: number, size: GramSize): number => {
  if (size === 3) {
    const pair = view.getUint16(at, littleEndian)
    const third = view.getUint8(at + 2)
    return hashWord(littleEndian ? pair | (third << 16) : (pair << 16) | (third << 8))
  }
  const word = view.getInt32(at, littleEndian)
  return size === 4 ? hashWord(word) : hashPair(word, view.getInt32(at + 4, littleEndian))
}
