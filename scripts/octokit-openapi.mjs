/**
 * Decodes GitHub's own examples of the answers that we read with our wire schemas, by hand: `npm run octokit-openapi`. The descriptions
 * are taken from the registry (29 MB, into a directory that is removed again) and looked at one at a time.
 */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import * as Wire from "../src/services/tracker/github/wire.js"

const source = "@octokit/openapi@23.0.2"
const repo = "/repos/{owner}/{repo}"
const envelope = (key, row) => Schema.Struct({ total_count: Schema.Int, [key]: Schema.Array(row) })

/** Method, path and status of every answer that the tracker reads, and what reads it. */
const operations = [
  ["get", repo, 200, Wire.Repository],
  ["get", `${repo}/pulls`, 200, Schema.Array(Wire.Pull)],
  ["post", `${repo}/pulls`, 201, Wire.Pull],
  ["get", `${repo}/pulls/{pull_number}`, 200, Wire.Pull],
  ["get", `${repo}/pulls/{pull_number}/reviews`, 200, Schema.Array(Wire.Review)],
  ["get", `${repo}/issues/{issue_number}/comments`, 200, Schema.Array(Wire.Comment)],
  ["get", `${repo}/commits/{ref}/check-runs`, 200, envelope("check_runs", Wire.CheckRun)],
  ["get", `${repo}/commits/{ref}/status`, 200, envelope("statuses", Wire.Status)]
]

const resolved = (description, value) =>
  value?.$ref === undefined
    ? value
    : value.$ref
        .slice(2)
        .split("/")
        .reduce((inner, key) => inner?.[key], description)

const examplesOf = (description, [method, path, status]) => {
  const response = resolved(description, description.paths[path]?.[method]?.responses?.[status])
  const { example, examples = {} } = response?.content?.["application/json"] ?? {}
  const named = Object.entries(examples).map(([name, each]) => [name, resolved(description, each)?.value])
  return example === undefined ? named : [["example", example], ...named]
}

const verdict = (schema, value) =>
  Either.match(Schema.decodeUnknownEither(schema)(value), {
    onRight: () => "decodes",
    onLeft: (error) => {
      const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
      return `REFUSED at ${issue?.path.map(String).join(".")}: ${issue?.message}`
    }
  })

const directory = mkdtempSync(join(tmpdir(), "octokit-openapi-"))
try {
  const quiet = { cwd: directory, stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" }
  const archive = execFileSync("npm", ["pack", source, "--silent"], quiet).trim()
  const wanted = ["--wildcards", "package/generated/api.github.com.json", "package/generated/ghes-*.json"]
  execFileSync("tar", ["-xzf", archive, "--exclude", "*.deref.json", ...wanted], quiet)

  const folder = join(directory, "package", "generated")
  const rows = readdirSync(folder).flatMap((file) => {
    const description = JSON.parse(readFileSync(join(folder, file), "utf8"))
    return operations.flatMap((operation) => {
      const [method, path, status, schema] = operation
      const examples = examplesOf(description, operation)
      const where = {
        description: file.replace(/\.json$/, ""),
        answer: `${method} ${path.slice(repo.length) || "/"} ${status}`
      }
      if (examples.length === 0) return [{ ...where, example: "(none)", verdict: "nothing to decode" }]
      return examples.map(([example, value]) => ({ ...where, example, verdict: verdict(schema, value) }))
    })
  })
  console.table(rows)
  process.exitCode = rows.every((row) => row.verdict === "decodes") ? 0 : 1
} finally {
  rmSync(directory, { recursive: true, force: true })
}
