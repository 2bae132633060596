import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { byteString } from "../../../src/core/redact/byte-string.js"
import { derivedForms } from "../../../src/core/redact/forms.js"
import { bytes, latin1, redactorOf, shown } from "./support.js"

const special = `p@ss w0rd/"q'&<x>$1`
const accents = "Zürich €42 + 𝄞!*()~"
const control = 'a\tb\x07c\x1bd\x7fe\\f"g`h\x00i'
const token = "tok_9fK2mQ7xLp4Rw8"
const key =
  "-----BEGIN TEST KEY-----\nMC4CAQAwBQYDK2VwBCIEIFake+/yLine0001\n  short\nQmFzZTY0Tm90UmVhbExpbmUwMDAyQQ==\n-----END TEST KEY-----"

const lower = (escaped: string): string => escaped.replace(/%[0-9A-F]{2}/g, (found) => found.toLowerCase())
const strict = (text: string): string =>
  encodeURIComponent(text).replace(/[!*'()]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
const only = (text: string, keep: string): string =>
  [...keep].reduce((out, char) => out.replaceAll(strict(char), char), strict(text))
const browserForm = (text: string): string => new URLSearchParams([["", text]]).toString().slice(1)
const json = (text: string): string => JSON.stringify(text).slice(1, -1)
const unicode = (text: string, upper: boolean): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all above 0x7E is what is escaped
  text.replace(/[^\x00-\x7e]/g, (unit) => {
    const digits = unit.charCodeAt(0).toString(16).padStart(4, "0")
    return `\\u${upper ? digits.toUpperCase() : digits}`
  })
const base64 = (text: string | Buffer): string => Buffer.from(text).toString("base64")

/** What the value alone determines of the base64 of `ahead` bytes, the value, and more. */
const inside = (value: Buffer, ahead: number): string => {
  const [low, high] = [0, 255].map((fill) => {
    const around = Buffer.alloc(ahead, fill)
    return Buffer.concat([around, value, Buffer.alloc(6 - ((ahead + value.length) % 3), fill)]).toString("base64")
  })
  return [...(low ?? "")].filter((char, index) => char === high?.[index]).join("")
}
const urlSafe = (text: string): string => text.replace(/\+/g, "-").replace(/\//g, "_")

type Row = readonly [form: string, value: string, expected: string]

const encodings: ReadonlyArray<Row> = [
  ["raw", special, special],
  ...[0, 1, 2].flatMap(
    (ahead): ReadonlyArray<Row> => [
      [`b64.${ahead}`, token, inside(Buffer.from(token), ahead)],
      [`b64.${ahead}`, special, inside(Buffer.from(special), ahead)],
      [`b64b64.${ahead}`, token, inside(Buffer.from(base64(token)), ahead)],
      [`b64utf16.${ahead}`, token, inside(Buffer.from(token, "utf16le"), ahead)]
    ]
  ),
  ["b64url.1", special, urlSafe(inside(Buffer.from(special), 1))],
  ...[76, 64].flatMap((columns) =>
    (base64(special.repeat(9)).match(new RegExp(`.{1,${columns}}`, "g")) ?? []).map(
      (line): Row => [`b64wrap${columns}`, special.repeat(9), line]
    )
  ),
  ["utf16le", accents, Buffer.from(accents, "utf16le").toString("latin1")],
  ["hex", special, Buffer.from(special).toString("hex")],
  ["HEX", special, Buffer.from(special).toString("hex").toUpperCase()],
  ...[special, accents].flatMap((value): ReadonlyArray<Row> => {
    const sets: ReadonlyArray<readonly [string, string]> = [
      ["pct.unreserved", strict(value)],
      ["pct.component", encodeURIComponent(value)],
      ["pct.path", only(value, "$&+:=@")],
      ["pct.slash", only(value, "/")],
      ["pct.uri", encodeURI(value)],
      ["form.browser", browserForm(value)],
      ["form.plus", strict(value).replaceAll("%20", "+")]
    ]
    return [...sets, ...sets.map(([id, text]) => [`${id}.lower`, lower(text)] as const)].map(([id, text]) => [
      id,
      value,
      text
    ])
  }),
  ["pct2", special, strict(strict(special))],
  ["json", special, json(special)],
  ["json", control, json(control)],
  ["json", accents, json(accents)],
  ["json.slash", special, json(special).replaceAll("/", "\\/")],
  ["json.ascii", accents, unicode(json(accents), false)],
  ["json.ascii.upper", accents, unicode(json(accents), true)],
  ["json.ascii", control, unicode(json(control), false)],
  ["json.ascii.upper", control, 'a\\tb\\u0007c\\u001Bd\\u007Fe\\\\f\\"g`h\\u0000i'],
  ["json.html", "a<b>c&d\u2028e\u2029f", "a\\u003cb\\u003ec\\u0026d\\u2028e\\u2029f"],
  ["json.net", special, "p@ss w0rd/\\u0022q\\u0027\\u0026\\u003Cx\\u003E$1"],
  ["json.net", "a`b+c\n\u00e9\x1f", "a\\u0060b\\u002Bc\\n\\u00E9\\u001F"],
  ["json2", special, json(json(special))],
  ["json2", control, json(json(control))],
  ["xml.text", special, `p@ss w0rd/"q'&amp;&lt;x&gt;$1`],
  ["xml.apos", special, "p@ss w0rd/&quot;q&apos;&amp;&lt;x&gt;$1"],
  ["xml.dec", special, "p@ss w0rd/&#34;q&#39;&amp;&lt;x&gt;$1"],
  ["xml.hex", special, "p@ss w0rd/&quot;q&#x27;&amp;&lt;x&gt;$1"],
  ["xml.q39", special, "p@ss w0rd/&quot;q&#39;&amp;&lt;x&gt;$1"],
  ["sh.sq", special, `p@ss w0rd/"q'\\''&<x>$1`],
  ["sh.sq2", special, `p@ss w0rd/"q'"'"'&<x>$1`],
  ["sh.dq", `${special}\`\\`, `p@ss w0rd/\\"q'&<x>\\$1\\\`\\\\`],
  ["sh.bs", special, `p@ss\\ w0rd/\\"q\\'\\&\\<x\\>\\$1`],
  ["sh.bs", "a~b\nc\u00e9d;e", "a\\~b\nc\u00e9d\\;e"],
  ["sh.ansic", control, 'a\\tb\\ac\\Ed\\177e\\\\f"g`h\\000i'],
  ["sh.ansic", "it's\nsix\r\b\f\v\u00e9", "it\\'s\\nsix\\r\\b\\f\\v\u00e9"],
  ["sh.ansic.c", "\u00e9\nabcd", "\\303\\251\\nabcd"],
  ["q.double", special, `p@ss w0rd/"q''&<x>$1`],
  ["q.bsdq", `a\\b"cdef`, `a\\b\\"cdef`],
  ["goq", control, 'a\\tb\\ac\\x1bd\\x7fe\\\\f\\"g`h\\x00i'],
  ["goq", "caf\u00e9\u00a0\u{e0001}\b\f\v\n\r.", "caf\u00e9\\u00a0\\U000e0001\\b\\f\\v\\n\\r."],
  ["pyrepr", special, `p@ss w0rd/"q\\'&<x>$1`],
  ["pyrepr", "it's caf\u00e9\u00a0\u2028\t\\", "it's caf\u00e9\\xa0\\u2028\\t\\\\"],
  ["pybytes", "it's caf\u00e9\n1", "it's caf\\xc3\\xa9\\n1"]
]

const inner: ReadonlyArray<Row> = [
  ["raw", " \t\r\nvalue-1\r\n", "value-1"],
  ["raw", "ab", "ab"],
  ["raw", "\n\n", "\n\n"],
  ["hex", "abc", "616263"],
  ["crlf/raw", "first-line\nsecond-line", "first-line\r\nsecond-line"],
  ["crlf/b64.0", "first-line\nsecond-line", base64("first-line\r\nsecond-line").slice(0, 30)],
  ["lf/raw", "first-line\r\nsecond-line", "first-line\nsecond-line"],
  ["lf/raw", "first-line\rsecond-line", "first-line\nsecond-line"],
  ["lf/json", "first-line\r\nsecond-line", "first-line\\nsecond-line"],
  ["spaced/raw", "first-line\n  second-line", "first-line   second-line"],
  ["spaced/raw", "first-line\n\n  second-line", "first-line second-line"],
  ["joined/raw", "first-line\r\nsecond-line", "first-linesecond-line"],
  ["line/raw", key, "MC4CAQAwBQYDK2VwBCIEIFake+/yLine0001"],
  ["line/hex", key, Buffer.from("QmFzZTY0Tm90UmVhbExpbmUwMDAyQQ==").toString("hex")],
  ["line/pct.unreserved", key, "MC4CAQAwBQYDK2VwBCIEIFake%2B%2FyLine0001"],
  ["line/raw", "eight888\nx", "eight888"],
  ["unquoted/raw", `"quoted-value"`, "quoted-value"],
  ["unquoted/b64.0", `'quoted-value'`, base64("quoted-value")],
  ["leaf/raw", `{"user":"someone","pass":"leaf-0815"}`, "leaf-0815"],
  ["leaf/raw", `["x", {"deep": ["leaf\\n\\u00e9-0815"]}]`, "leaf\n\u00e9-0815"],
  ["leaf/json", `["leaf\\n0815"]`, "leaf\\n0815"],
  ["leaf/raw", `{"a":"first-one","a":"second-one"}`, "first-one"],
  ["password/raw", "postgres://svc:Pq7-zzTop-99@db.int:5432/app", "Pq7-zzTop-99"],
  ["password/b64.0", "redis://:Pq7-zzTop-99@db.int", base64("Pq7-zzTop-99")],
  ["password/raw", "https://u:pa%40ss%2Fword@h/", "pa@ss/word"],
  ["case/raw", "dead-BEEF-0011", "dead-beef-0011"],
  ["case/raw", "dead-beef-0011", "DEAD-BEEF-0011"]
]

const formTexts = (value: string): ReadonlyArray<string> => derivedForms(bytes(value)).map((form) => form.bytes)
const sameBytes = (row: Row): string => (row[0] === "utf16le" ? row[2] : byteString(bytes(row[2])))

describe("every form of the tables", () => {
  it.each([...encodings, ...inner])("%s of %j", (...row) => {
    const expected = sameBytes(row)
    assert.include(formTexts(row[1]), expected)
    const output = shown(redactorOf({ S: row[1] }).redact(latin1(`| ${expected} |`)).pieces)
    assert.strictEqual(output, "| [REDACTED:S] |")
  })

  it.each([
    ["a value without specials", token, 13],
    ["a connection URL", "postgres://svc:Pq7-zzTop-99@db.int:5432/app", 28]
  ])("as many as the specification counted: %s", (_, value, count) => {
    assert.lengthOf(derivedForms(bytes(value)), count)
  })

  it("binary values have the forms of bytes, and Go's and Python's of what is no text", () => {
    const forms = derivedForms(latin1("\xfe\xad\xbe\xef-\xc3\xa9")).map((form) => form.bytes)
    assert.includeMembers(forms, [
      "feadbeef2dc3a9",
      "%FE%AD%BE%EF-%C3%A9",
      "\\xfe\\xad\\xbe\\xef-\xc3\xa9",
      "\\udcfe\\udcad\\udcbe\\udcef-\xc3\xa9",
      "\\xfe\\xad\\xbe\\xef-\\xc3\\xa9",
      "\\376\\255\\276\\357-\\303\\251"
    ])
    assert.notInclude(forms.join(), "\0")
  })
})

const notForms: ReadonlyArray<readonly [why: string, value: string, form: string]> = [
  ["an armour line is no secret", key, "-----BEGIN TEST KEY-----"],
  ["a line of fewer than 8 bytes", key, "short"],
  ["a line of 7 bytes", "seven77\nanother-line", "seven77"],
  ["a leaf of 7 bytes", `{"a":"leaf-07","b":"long-enough"}`, "leaf-07"],
  ["a key of a JSON object", `{"key-of-it":"long-enough"}`, "key-of-it"],
  ["a password of 7 bytes", "redis://u:seven77@h", "seven77"],
  ["an unquoted value of 5 bytes", `"five5"`, "five5"],
  ["quotes that differ", `"quoted-value'`, "quoted-value"],
  ["base64 of fewer than 6 certain letters", "abcd", base64("abcd").slice(0, 5)],
  ["hex of two bytes", "ab", "6162"],
  ["a case copy of what is not only hex", "dead-beef-xyz", "DEAD-BEEF-XYZ"],
  ["encodings of joined lines", "first-line\nsecond-line", Buffer.from("first-linesecond-line").toString("hex")],
  ["base64 of base64 of a line", key, base64(base64("QmFzZTY0Tm90UmVhbExpbmUwMDAyQQ=="))],
  ["nothing", "", ""],
  ["the empty form of a blank", " ", ""]
]

describe("what is no form", () => {
  it.each(notForms)("%s", (_, value, form) => {
    assert.notInclude(formTexts(value), form)
  })
})

it("derives for any value only forms that are not empty and not below 6 bytes, the value itself aside, each once", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (value) => {
      const forms = derivedForms(value)
      assert.strictEqual(new Set(forms.map((form) => form.bytes)).size, forms.length)
      for (const form of forms) assert.isAtLeast(form.bytes.length, form.id === "raw" ? 1 : 6)
    })
  )
})

it("decodes back: for any text, the encoders that have a decoder in the platform are inverted by it", () => {
  fc.assert(
    fc.property(
      fc
        .fullUnicodeString({ minLength: 6, maxLength: 60 })
        .filter((text) => text.trim() === text && !/\p{Surrogate}/u.test(text)),
      (text) => {
        const byId = new Map(derivedForms(bytes(text)).map((form) => [form.id, Buffer.from(form.bytes, "latin1")]))
        for (const [id, form] of byId) {
          const shape = form.toString("utf8")
          if (id.startsWith("pct.")) assert.strictEqual(decodeURIComponent(shape), text, id)
          if (id.startsWith("form.")) assert.strictEqual(new URLSearchParams(`x=${shape}`).get("x"), text, id)
          if (/^json(\.|$)/.test(id)) assert.strictEqual(JSON.parse(`"${shape}"`), text, id)
          if (id === "json2") assert.strictEqual(JSON.parse(`"${JSON.parse(`"${shape}"`)}"`), text, id)
          if (id === "hex" || id === "HEX") assert.strictEqual(Buffer.from(shape, "hex").toString(), text, id)
          if (id === "utf16le") assert.strictEqual(form.toString("utf16le"), text, id)
        }
      }
    ),
    { numRuns: 300 }
  )
})
