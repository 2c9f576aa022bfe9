/** A process over days or weeks. It yields the time at which it continues, and is resumed then. */
export type Process = AsyncGenerator<Date, void, void>

/** Past processes, simulated one step at a time in chronological order. */
export type Timeline = Readonly<{
  /** The time of the current step. */
  now(): Date
  /** Adds a process; one added during the simulation begins at its own first time. */
  add(process: Process): Promise<void>
  /** Runs all steps up to and including `end`; later steps remain. Returns the number of steps. */
  play(end: Date): Promise<number>
}>

type ScheduledProcess = Readonly<{ at: number; story: Process }>

/** Creates an empty timeline; `afterStep` runs after each step, at its time. */
export function createTimeline(afterStep: () => Promise<void> = () => Promise.resolve()): Timeline {
  // Latest first, so that the next step is removed from the end.
  const queue: ScheduledProcess[] = []
  let currentTime = new Date(0)

  async function resume(process: Process): Promise<void> {
    const result = await process.next()
    if (result.done) return
    const at = Math.max(result.value.getTime(), currentTime.getTime())
    const insertIndex = queue.findLastIndex((entry) => entry.at > at)
    queue.splice(insertIndex + 1, 0, { at, story: process })
  }

  return {
    now: () => currentTime,
    add: resume,
    async play(end) {
      for (let stepCount = 0; ; stepCount += 1) {
        const next = queue.at(-1)
        if (!next || next.at > end.getTime()) return stepCount
        queue.pop()
        currentTime = new Date(next.at)
        await resume(next.story)
        await afterStep()
      }
    },
  }
}
