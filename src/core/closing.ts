const directive = /(?<![\p{L}\p{N}_])(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?[ \t]+#(\d+)(?![\p{L}\p{N}_])/giu

/**
 * The issues that a body says it closes: a keyword, an optional colon, at least one blank, `#` and digits, with a word boundary on
 * either side (contract 3.3). Unique and ascending; `#0` closes nothing, and neither does a number beyond what is exact.
 */
export const closedIssues = (body: string): ReadonlyArray<number> => {
  const numbers = Array.from(body.matchAll(directive), ([, digits]) => Number(digits))
  return [...new Set(numbers)].filter((n) => n > 0 && Number.isSafeInteger(n)).sort((a, b) => a - b)
}
