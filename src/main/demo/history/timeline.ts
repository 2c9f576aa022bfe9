/** Something that happens over days or weeks: it yields the moment at which it continues, and is resumed at that moment. */
export type Story = AsyncGenerator<Date, void, void>

/** Stories of the past that are played one step at a time, in the order of their moments. */
export type Timeline = Readonly<{
  /** The moment of the step that is being played. */
  now(): Date
  /** Adds a story; one that is added while others are played begins at its own first moment. */
  add(story: Story): Promise<void>
  /** Plays all steps up to and including `end`; what would continue later stays as it is then. Gives the number of steps. */
  play(end: Date): Promise<number>
}>

type Waiting = Readonly<{ at: number; story: Story }>

/** Makes a timeline without stories; `afterStep` is done after each step, at its moment. */
export function createTimeline(afterStep: () => Promise<void> = () => Promise.resolve()): Timeline {
  // Latest first, so that the next step is taken from the end.
  const waiting: Waiting[] = []
  let moment = new Date(0)

  async function resume(story: Story): Promise<void> {
    const step = await story.next()
    if (step.done) return
    const at = Math.max(step.value.getTime(), moment.getTime())
    const place = waiting.findLastIndex((other) => other.at > at)
    waiting.splice(place + 1, 0, { at, story })
  }

  return {
    now: () => moment,
    add: resume,
    async play(end) {
      for (let steps = 0; ; steps += 1) {
        const next = waiting.at(-1)
        if (!next || next.at > end.getTime()) return steps
        waiting.pop()
        moment = new Date(next.at)
        await resume(next.story)
        await afterStep()
      }
    },
  }
}
