import type { ByteString } from "./byte-string.js"
import { exact, type Form } from "./form.js"

type Encode = (value: ByteString) => ByteString

const every = (upper: boolean): ReadonlyArray<string> =>
  Array.from({ length: 256 }, (_, byte) => {
    const digits = byte.toString(16).padStart(2, "0")
    return `%${upper ? digits.toUpperCase() : digits}`
  })

const upperEscapes = every(true)
const lowerEscapes = every(false)

const encoder =
  (outside: RegExp, escapes: ReadonlyArray<string>): Encode =>
  (value) =>
    value.replace(outside, (byte) => escapes[byte.charCodeAt(0)] ?? byte)

/** What each encoder in the wild leaves as it is (redaction.md 2.2, `pct.*`), as the class of everything else. */
const outside = {
  unreserved: /[^A-Za-z0-9\-_.~]/g,
  component: /[^A-Za-z0-9\-_.~!*'()]/g,
  path: /[^A-Za-z0-9\-_.~$&+:=@]/g,
  slash: /[^A-Za-z0-9\-_.~/]/g,
  uri: /[^A-Za-z0-9\-_.~!*'();/?:@&=+$,#]/g
} as const

/** A form posted by a browser, and by Go or Python's `quote_plus`; the blank becomes a plus. */
const formOutside = { browser: /[^A-Za-z0-9\-_.*]/g, plus: /[^A-Za-z0-9\-_.~]/g } as const

const table: ReadonlyArray<readonly [id: string, encode: Encode]> = [
  [upperEscapes, ""] as const,
  [lowerEscapes, ".lower"] as const
].flatMap(([escapes, suffix]) => [
  ...Object.entries(outside).map(([id, set]) => [`pct.${id}${suffix}`, encoder(set, escapes)] as const),
  ...Object.entries(formOutside).map(([id, set]) => {
    const encode = encoder(set, escapes)
    return [`form.${id}${suffix}`, (value: ByteString) => encode(value).replaceAll("%20", "+")] as const
  })
])

const once = encoder(outside.unreserved, upperEscapes)

/** Percent-encoding with five keep-sets and form encoding with two, each in both hex cases, and a URL inside a URL. */
export const percentForms = (value: ByteString): ReadonlyArray<Form> => [
  ...table.map(([id, encode]) => exact(id, encode(value))),
  exact("pct2", once(once(value)))
]
