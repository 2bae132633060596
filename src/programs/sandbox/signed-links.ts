import { randomBytes } from "node:crypto"

/** How long a link is good (`github-wire.md` 4.3), in milliseconds. */
const lifetime = 60_000

const folder = "/actions-results/"

interface Grant {
  readonly path: string
  readonly until: number
  readonly blob: string | Uint8Array | null
}

/** Links to blobs that whoever holds them may read for a minute: each is a credential, with a random secret in its query. */
export class SignedLinks {
  readonly #grants = new Map<string, Grant>()

  constructor(readonly now: () => number) {}

  /** Path and query of a fresh link to a blob; null is one that is not there yet. */
  sign(name: string, blob: string | Uint8Array | null): string {
    const [path, secret] = [`${folder}${name}`, randomBytes(24).toString("base64url")]
    this.#grants.set(secret, { path, until: this.now() + lifetime, blob })
    return `${path}?sig=${secret}`
  }

  /** Whether a path can only be opened by a link. */
  guards(path: string): boolean {
    return path.startsWith(folder)
  }

  /** What the link leads to; undefined for a wrong or an expired one. */
  open(path: string, secret: string | null): Grant["blob"] | undefined {
    const grant = this.#grants.get(secret ?? "")
    return grant === undefined || grant.path !== path || this.now() > grant.until ? undefined : grant.blob
  }
}
