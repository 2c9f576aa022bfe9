import pLimit from 'p-limit'
import { unavailable } from '#core/errors.ts'

/** The limits of concurrent and of waiting tasks; each waiting task holds its data in memory. */
export type ConcurrencyLimit = Readonly<{ atOnce: number; waiting?: number }>

/** Runs tasks in the order of their calls, each as soon as a slot is free. */
export type LimitedRun = <Result>(work: () => Promise<Result>) => Promise<Result>

const MOST_WAITING = 50

/**
 * Returns a runner that executes at most `atOnce` tasks at a time. Rejects with the error of `tooMany` (503 `busy` by
 * default) when `waiting` tasks (50 by default) are already waiting.
 */
export function limitConcurrency(
  { atOnce, waiting = MOST_WAITING }: ConcurrencyLimit,
  tooMany: () => Error = busy,
): LimitedRun {
  const limit = pLimit(atOnce)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting) throw tooMany()
    return limit(work)
  }
}

function busy(): Error {
  return unavailable('busy', 'The shop is busy. Please try again in a moment.')
}
