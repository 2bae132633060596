/** One method's times, in milliseconds. */
export interface Times {
  readonly wall: Array<number>
  /** Of this process alone, so a busy machine blurs it less. */
  readonly cpu: Array<number>
}

const cpuTime = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Runs the methods by turns, so that what the machine does meanwhile meets them all. */
export const interleaved = (
  methods: Readonly<Record<string, () => unknown>>,
  rounds: number
): ReadonlyMap<string, Times> => {
  const times = new Map(Object.keys(methods).map((name): [string, Times] => [name, { wall: [], cpu: [] }]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(methods)) {
      const cpu = cpuTime()
      const wall = performance.now()
      run()
      times.get(name)?.wall.push(performance.now() - wall)
      times.get(name)?.cpu.push(cpuTime() - cpu)
    }
  }
  return times
}

export const best = (values: ReadonlyArray<number>): number => Math.min(...values)

export const middle = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
