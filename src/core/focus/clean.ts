/** The runner's stamp before a line, with its one blank; old and new runners differ in the fraction (github-wire 4.4). */
const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)(?: |$)/

// An OSC or DCS without its end takes two characters, not the rest of the line: what follows it may be the error.
const escapes =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is taken out
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])(?:[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c))?|\u001b[ -/]*[0-~]?/g

/** "Go to the first column": a carriage return in another dress. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const firstColumn = /\u001b\[[01]?G/g

// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const erases = /\u001b\[[012]?K/

// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const controls = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/g

// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const unclean = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/

const bare = (text: string): string => text.replace(escapes, "").replace(controls, "")

/** What stays on the screen of a line that was written over. One that was erased, and not written again, is empty. */
const lastState = (text: string): string => {
  const states = text.replace(firstColumn, "\r").split("\r")
  for (let i = states.length - 1; i > 0; i--) {
    const state = states[i] ?? ""
    const shown = bare(state)
    if (shown !== "") return shown
    if (erases.test(state)) return ""
  }
  return bare(states[0] ?? "")
}

/**
 * One line of a log as a reader wants it: no byte order mark, no stamp of the runner, no escape sequence, no control character but tabs, and
 * in its last state where carriage returns overwrite it (contract 6.3). `raw` holds no line feed. Linear in its length.
 */
export const clean = (raw: string): string => {
  let text = raw.startsWith("\ufeff") ? raw.slice(1) : raw
  const digit = text.charCodeAt(0)
  if (digit >= 48 && digit <= 57) text = text.replace(stamp, "")
  if (text.startsWith("\ufeff")) text = text.slice(1)
  return unclean.test(text) ? lastState(text) : text
}
