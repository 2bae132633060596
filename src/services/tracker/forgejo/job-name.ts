/** A job as Forgejo's REST lists it. */
interface Named {
  readonly name: string
}

/**
 * The job that a row's context `{workflow} / {job} ({event})` is about, among the jobs of its run (contract 12.2.25): the one whose name makes
 * the context end in ` / name (word)`; of several the longest name, of equals the one at the row's position. Both may hold ` / `.
 */
export const jobOf = <A extends Named>(context: string, jobs: ReadonlyArray<A>, position: number): A | undefined => {
  const body = /^(.*) \([^()]*\)$/s.exec(context)?.[1]
  const fitting = jobs.filter(({ name }) => body?.endsWith(` / ${name}`) === true)
  const longest = Math.max(0, ...fitting.map(({ name }) => name.length))
  const best = fitting.filter(({ name }) => name.length === longest)
  const atPosition = jobs[position]
  return atPosition !== undefined && best.includes(atPosition) ? atPosition : best[0]
}

/** As some servers write a name into the plain `filename`. */
const plain = (text: string): string => text.replace(/[^\x20-\x7e]|["\\/]/g, "_")

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const fileName = (disposition: string): string | undefined => {
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return (
    (extended === undefined ? undefined : decoded(extended.trim())) ??
    /filename\s*=\s*"([^"]*)"/i.exec(disposition)?.[1]
  )
}

/**
 * Whether a log that names itself in `Content-Disposition` (`{workflow file}-{job}-{task}.log`) can be that of a context. The web route
 * answers the first job's log for a position that is not there (forgejo-wire 5.3). A log without a name is not doubted.
 */
export const namesAnotherJob = (disposition: string | undefined, context: string): boolean => {
  const stem = /^(.*)-\d+\.log$/s.exec(fileName(disposition ?? "") ?? "")?.[1]
  const body = /^(.*) \([^()]*\)$/s.exec(context)?.[1]
  if (stem === undefined || body === undefined || !body.includes(" / ")) return false
  const parts = body.split(" / ")
  const names = parts.slice(1).map((_, i) => parts.slice(i + 1).join(" / "))
  return !names.some((name) => stem.endsWith(`-${name}`) || plain(stem).endsWith(`-${plain(name)}`))
}
