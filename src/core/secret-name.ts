const shape = /^[A-Z][A-Z0-9_]*$/

/** What a secret may be called (contract 10): it is the name of an environment variable and stands in the token that masks it. */
export const isSecretName = (name: string): boolean => shape.test(name)

/** In the order of bytes: a database sorts by its own collation, and two databases would not agree. */
export const byName = <A extends { readonly name: string }>(secrets: ReadonlyArray<A>): ReadonlyArray<A> =>
  [...secrets].sort((a, b) => (a.name < b.name ? -1 : 1))
