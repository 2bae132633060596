/**
 * One field of a row, a title or a heading for a terminal: every control character (C0, C1, DEL), line or paragraph separator and bidirectional
 * control becomes one blank, so that no text from a forge makes a second field, a second line or another order of letters
 * (contract 12.2.20, 12.2.34).
 */
export const field = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, " ")

/** Tab-separated fields and a line feed. */
export const row = (...fields: ReadonlyArray<string>): string => `${fields.map(field).join("\t")}\n`
