import pLimit from 'p-limit'
import { unavailable } from '#core/errors.ts'

/** The limits of concurrent and of waiting work; each waiting item holds its data in memory. */
export type ConcurrencyLimit = Readonly<{ atOnce: number; waiting?: number }>

/** Runs work as soon as its turn comes, first come first served. */
export type LimitedRun = <Result>(work: () => Promise<Result>) => Promise<Result>

const MOST_WAITING = 50

/**
 * Returns a runner that does at most `atOnce` tasks at a time. Rejects with the error of `tooMany` (503 `busy` by
 * default) when `waiting` others (50) wait already.
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
