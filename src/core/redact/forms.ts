import { type ByteString, byteString } from "./byte-string.js"
import { secretValues, type Value } from "./core-value.js"
import { exact, type Form } from "./form.js"
import { base64, base64Forms, wrappedForms } from "./forms-base64.js"
import { hexForms, utf16le } from "./forms-bytes.js"
import { jsonForms } from "./forms-json.js"
import { languageForms } from "./forms-language.js"
import { markupForms } from "./forms-markup.js"
import { percentForms } from "./forms-percent.js"
import { shellForms } from "./forms-shell.js"

/** Below this a derived form would hit everywhere (redaction.md 2.1); the value itself has no floor. */
const floor = 6

/** No encoding that escapes changes these. */
const plain = /^[A-Za-z0-9\-_.]*$/

const escapes = (value: ByteString): ReadonlyArray<Form> =>
  plain.test(value)
    ? []
    : [
        ...percentForms(value),
        ...jsonForms(value),
        ...markupForms(value),
        ...shellForms(value),
        ...languageForms(value)
      ]

const encodings = (value: ByteString, deep: boolean): ReadonlyArray<Form> => {
  const wide = utf16le(value)
  return [
    ...base64Forms("b64", value),
    ...wrappedForms(value),
    ...hexForms(value),
    ...escapes(value),
    ...(wide === undefined ? [] : [exact("utf16le", wide)]),
    ...(deep ? base64Forms("b64b64", base64(value)) : []),
    ...(deep && wide !== undefined ? base64Forms("b64utf16", wide) : [])
  ]
}

const formsOf = ({ from, bytes, forms }: Value): ReadonlyArray<Form> => {
  const derived = forms === "raw" ? [] : encodings(bytes, forms === "deep")
  const all = [exact("raw", bytes), ...derived]
  return from === "" ? all : all.map((form) => ({ ...form, id: `${from}/${form.id}` }))
}

/**
 * Every form of a stored value, the value itself first; byte strings that an earlier form has are dropped, what they take
 * of their neighbours is not (redaction.md 2.1 and 2.2).
 */
export const derivedForms = (stored: Uint8Array): ReadonlyArray<Form> => {
  const found = new Map<ByteString, Form>()
  for (const value of secretValues(byteString(stored))) {
    for (const form of formsOf(value)) {
      const known = found.get(form.bytes)
      if (known !== undefined) found.set(form.bytes, { ...known, edge: known.edge | form.edge })
      else if (form.bytes.length >= floor || form.id === "raw") found.set(form.bytes, form)
    }
  }
  return [...found.values()]
}
