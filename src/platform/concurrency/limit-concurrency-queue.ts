/** How much is done at once, and how many may wait for their turn. */
export type Turns = Readonly<{ atOnce: number; waiting: number }>

/** Does work in turns, first come first served; rejects at once with what `tooMany` gives when too many wait already. */
export function inTurns(
  { atOnce, waiting }: Turns,
  tooMany: () => Error,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const queue: (() => void)[] = []
  let busy = 0
  return async (work) => {
    if (busy >= atOnce) {
      if (queue.length >= waiting) throw tooMany()
      // Whoever has finished hands its place over, so that nobody slips in between.
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      busy += 1
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else busy -= 1
    }
  }
}
