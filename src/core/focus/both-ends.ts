/** A list that keeps its first and its last entries, so that it stays small however much is added. */
export interface BothEnds<A> {
  readonly add: (entry: A) => void
  readonly entries: () => ReadonlyArray<A>
}

/** Keeps the first `most` entries and the last `most` of those after them, in order. */
export const bothEnds = <A>(most: number): BothEnds<A> => {
  const first: Array<A> = []
  const last: Array<A> = []
  let next = 0
  const add = (entry: A): void => {
    if (first.length < most) first.push(entry)
    else {
      last[next] = entry
      next = (next + 1) % most
    }
  }
  const entries = (): ReadonlyArray<A> =>
    last.length < most ? [...first, ...last] : [...first, ...last.slice(next), ...last.slice(0, next)]
  return { add, entries }
}
