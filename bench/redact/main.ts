import { redact } from "./redact.js"

const { title, rows, notes } = redact(Number(process.argv[2] ?? 9), Number(process.argv[3] ?? 64))
console.log(title)
console.table(rows)
for (const note of notes) console.log(note)
console.log(JSON.stringify({ bench: "redact", rows }))
