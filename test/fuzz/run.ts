import { fuzzFocus } from "./focus.js"
import { fuzzRedactor } from "./redact.js"

/** `npm run fuzz -- [seconds] [seed]`: each target for so many seconds, 60 unless told. */
const [seconds = "60", seed = String(Math.floor(Math.random() * 2 ** 31))] = process.argv.slice(2)
console.log(`from seed ${seed}, ${seconds} s each`)
console.log(`redactor: ${fuzzRedactor(Number(seconds), Number(seed))} cases hold`)
console.log(`focus: ${fuzzFocus(Number(seconds), Number(seed))} cases hold`)
