import { unavailable } from '#core/errors.ts'

/** How many may wait for their turn; each holds what it is about in memory. */
const LONGEST_QUEUE = 50

/**
 * Does at most `count` pieces of work at once, further ones in the order they came. Throws `busy` (503) when too many wait
 * already.
 */
export function atMost(count: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= count) {
      if (waiting.length >= LONGEST_QUEUE)
        throw unavailable('busy', 'There is a lot to do just now. Please try again in a moment.')
      // Whoever ends hands its place over, so that nobody slips in between.
      await new Promise<void>((resolve) => void waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
