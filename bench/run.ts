import { checks } from "./checks.js"
import { logs } from "./logs.js"
import { redact } from "./redact/redact.js"
import { print } from "./report.js"
import { start } from "./start.js"
import { watchBench as watch } from "./watch.js"

/** `npm run bench -- <name>` */
const benches = { start, checks, logs, redact, watch }

const isBench = (name: string): name is keyof typeof benches => Object.hasOwn(benches, name)

const name = process.argv[2] ?? ""
if (isBench(name)) print(name, await benches[name]())
else {
  console.error(`usage: npm run bench -- ${Object.keys(benches).join("|")}`)
  process.exitCode = 2
}
