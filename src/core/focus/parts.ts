/** A stretch of a log that belongs to one step, as far as the runner's lines tell. */
export interface Part {
  readonly start: number
  /** The line after its last. */
  readonly end: number
  /** How much its lines count: 1 in the step that failed the job; 0 keeps them out of any choice. */
  readonly share: number
  /** A failure that the workflow may have tolerated: it never gets more than a part of the room. */
  readonly aside?: true
  /** A failure that the workflow did tolerate. */
  readonly tolerated?: true
  /** The line that names the step, where the runner puts it in order. */
  readonly title?: number
}

/** How a log is divided, and what its runner said about the failure. */
export interface Parts {
  /** In order, covering the whole log. */
  readonly parts: ReadonlyArray<Part>
  /** The step that failed the job, where the runner says which. */
  readonly main: Part | undefined
  /** The runner's statements of that failure, the first one first. */
  readonly verdicts: ReadonlyArray<number>
}
