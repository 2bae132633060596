import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import type { Forge } from "../../../src/core/forge.js"
import { type JobLink, jobLink, nowNamed, pathOf, webOf } from "../../../src/services/tracker/forgejo/job-link.js"

const forge = (api: string): Forge => ({ flavor: "forgejo", api: new URL(api), owner: "acme", name: "widget" })
const plain = forge("https://git.test/api/v1")
const nested = forge("https://git.test/git/api/v1")
const own = "https://git.test/acme/widget/pulls/7"
const public_ = "https://git.example.org/forge/acme/widget/pulls/7"

const job = (run: number, position: number): JobLink => ({ _tag: "Job", place: { run, position } })
const other = (path: string): JobLink => ({ _tag: "OtherRepository", path })
const elsewhere: JobLink = { _tag: "Elsewhere" }
const noPage: JobLink = { _tag: "NoJobPage" }
const path = "/acme/widget/actions/runs/12/jobs/3"

const rows: ReadonlyArray<readonly [what: string, link: string, forge: Forge, pull: string, expected: JobLink]> = [
  ["a path", path, plain, own, job(12, 3)],
  ["case does not count", "/Acme/WIDGET/actions/runs/12/jobs/3", plain, own, job(12, 3)],
  ["escaped names", "/%61cme/w%69dget/actions/runs/12/jobs/3", plain, own, job(12, 3)],
  ["the origin that we ask", `https://git.test${path}`, plain, own, job(12, 3)],
  ["below our prefix", `/git${path}`, nested, own, job(12, 3)],
  ["without our prefix", path, nested, own, job(12, 3)],
  ["the origin that the pull shows", `https://git.example.org/forge${path}`, plain, public_, job(12, 3)],
  ["a path below the prefix that the pull shows", `/forge${path}`, plain, public_, job(12, 3)],
  ["a pull without an address", path, plain, "", job(12, 3)],
  ["a query and a fragment", `${path}?a=1#L3`, plain, own, job(12, 3)],
  ["12.2.19 another host", `https://scan.test${path}`, plain, own, elsewhere],
  ["another port of our host", `https://git.test:8443${path}`, plain, own, elsewhere],
  ["another scheme of our host", `http://git.test${path}`, plain, own, elsewhere],
  ["the public origin where the pull does not show it", `https://git.example.org/forge${path}`, plain, own, elsewhere],
  ["a host without a scheme", `//scan.test${path}`, plain, own, elsewhere],
  ["a host behind a backslash", `/\\scan.test${path}`, plain, own, elsewhere],
  ["a host behind a tab", `/\t/scan.test${path}`, plain, own, elsewhere],
  ["a host that is none", `/\\scan.test:99999${path}`, plain, own, elsewhere],
  ["a user name in front of another host", `https://git.test@scan.test${path}`, plain, own, elsewhere],
  ["nothing", "", plain, own, elsewhere],
  ["words", "see the build", plain, own, elsewhere],
  ["no slash in front", path.slice(1), plain, own, elsewhere],
  ["another scheme", "javascript:alert(1)", plain, own, elsewhere],
  ["the pull itself", "/acme/widget/pulls/7", plain, own, elsewhere],
  [
    "12.2.33 another repository",
    "/acme/gizmo/actions/runs/12/jobs/3",
    plain,
    own,
    other("/acme/gizmo/actions/runs/12/jobs/3")
  ],
  [
    "another repository below our prefix",
    "/git/o/r/actions/runs/1/jobs/0",
    nested,
    own,
    other("/o/r/actions/runs/1/jobs/0")
  ],
  [
    "dot segments into another repository",
    "/acme/widget/../../o/r/actions/runs/1/jobs/0",
    plain,
    own,
    other("/o/r/actions/runs/1/jobs/0")
  ],
  [
    "the name that the pull shows now",
    "/acme/gizmo/actions/runs/12/jobs/3",
    plain,
    "https://git.test/acme/gizmo/pulls/7",
    job(12, 3)
  ],
  ["our name when the pull shows another", path, plain, "https://git.test/acme/gizmo/pulls/7", job(12, 3)],
  ["12.1 a run without a job", "/acme/widget/actions/runs/12", plain, own, noPage],
  ["the list of runs", "/acme/widget/actions", plain, own, noPage],
  ["run 0", "/acme/widget/actions/runs/0/jobs/3", plain, own, noPage],
  ["a run that is no number", "/acme/widget/actions/runs/x/jobs/3", plain, own, noPage],
  ["a position that is no number", "/acme/widget/actions/runs/12/jobs/-1", plain, own, noPage],
  ["an attempt", `${path}/attempt/1`, plain, own, noPage],
  ["a slash at the end", `${path}/`, plain, own, noPage],
  ["a longer word than actions", "/acme/widget/actionsx/runs/12/jobs/3", plain, own, elsewhere]
]

describe("6.4 what a row links to", () => {
  for (const [what, link, at, pull, expected] of rows)
    it(`${what}: ${JSON.stringify(link)}`, () => assert.deepStrictEqual(jobLink(link, at, pull), expected))

  it("any text is read as one of the four, and a job only from our own origin", () => {
    const text = FastCheck.oneof(
      FastCheck.string(),
      FastCheck.webUrl({ withQueryParameters: true }),
      FastCheck.tuple(
        FastCheck.string({ maxLength: 6 }),
        FastCheck.constantFrom(path, "/o/r/actions/runs/1/jobs/0")
      ).map((parts) => parts.join(""))
    )
    FastCheck.assert(
      FastCheck.property(text, text, (link, pull) => {
        const found = jobLink(link, plain, pull)
        if (found._tag === "Job") assert.strictEqual(new URL(link, "https://git.test").origin, "https://git.test")
      }),
      { numRuns: 2000 }
    )
  })

  it("any run and position come through", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.integer({ min: 1 }), FastCheck.nat({ max: 999_999_999 }), (run, position) =>
        assert.deepStrictEqual(
          jobLink(`/acme/widget/actions/runs/${run}/jobs/${position}`, plain, own),
          job(run, position)
        )
      )
    )
  })
})

describe("where the forge is", () => {
  it("is the API base without its last two segments", () => {
    assert.deepStrictEqual(webOf(plain), { origin: new URL("https://git.test"), prefix: "" })
    assert.deepStrictEqual(webOf(nested), { origin: new URL("https://git.test"), prefix: "/git" })
  })

  it("goes under the name that the pull's address shows, whatever that is behind", () => {
    assert.deepInclude(nowNamed(plain, "https://x.test/a/b/ac%20me/gizmo/pulls/7"), { owner: "ac me", name: "gizmo" })
    for (const url of ["", "https://git.test/acme/widget", "https://git.test/acme/widget/pulls/x"])
      assert.strictEqual(nowNamed(plain, url), plain)
  })

  it("takes the path of a Location, on whatever host", () => {
    assert.strictEqual(pathOf("https://git.example.org/forge/a?b=1#c"), "/forge/a")
    assert.strictEqual(pathOf("/a/b"), "/a/b")
    assert.isUndefined(pathOf(undefined))
    assert.isUndefined(pathOf("http://[half"))
  })
})
