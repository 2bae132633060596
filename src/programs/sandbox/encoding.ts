import { madeUpSha } from "./repository.js"

/** RFC 3339 with whole seconds and `Z`, as both forges write it. */
export const wireTime = (millis: number): string => new Date(millis).toISOString().replace(/\.\d+Z$/, "Z")

/** The same or null. */
export const wireTimeOrNull = (millis: number | null | undefined): string | null =>
  millis === null || millis === undefined ? null : wireTime(millis)

/** A number that is always the same for the same name. */
export const idOf = (name: string): number => Number.parseInt(madeUpSha(name).slice(0, 6), 16)
