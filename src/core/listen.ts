import * as Either from "effect/Either"

/** `host:port`, the host of IPv6 in brackets; port 0 picks one. Left says what is wrong with it. */
export const parseListen = (text: string): Either.Either<{ readonly host: string; readonly port: number }, string> => {
  const [, bracketed, plain, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]+)):(\d{1,5})$/.exec(text.trim()) ?? []
  const host = bracketed ?? plain
  const port = Number(digits)
  return host === undefined || port > 65_535
    ? Either.left(`${JSON.stringify(text)} is no host:port to listen on: use one such as 127.0.0.1:4190`)
    : Either.right({ host, port })
}
