import type { Database, Queryable } from '#database/database.ts'
import { unavailable } from '#core/errors.ts'
import { LEASE_MS } from '../rules.ts'
import { isClaimed, renewClaim, type StoreRun } from './run-queries.ts'

/** The claim of a run that its worker renews while it waits for the store. */
export type RunLease = Readonly<{
  /** Returns whether no other worker has the run. In a transaction it stays so until that ends. */
  isHeld(db: Queryable): Promise<boolean>
  /** Stops renewing, once a running renewal has ended. */
  stop(): Promise<void>
}>

/**
 * Renews the claim of a run until it is stopped. A process that ended renews nothing, so that its run is free after the
 * time of a claim; a renewal that fails is repeated with the next one.
 */
export function keepLease(
  db: Database,
  run: StoreRun,
  { clock, everyMs = LEASE_MS / 3 }: Readonly<{ clock: () => Date; everyMs?: number }>,
): RunLease {
  let renewing: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    renewing = renewing.then(() => renewClaim(db, run, clock())).catch(() => undefined)
  }, everyMs)
  return {
    isHeld: (queryable) => isClaimed(queryable, run),
    stop: async () => {
      clearInterval(timer)
      await renewing
    },
  }
}

/** Returns the error of a run that another worker has. */
export function runTakenError(): Error {
  return unavailable('run_taken', 'Another worker has this run.')
}
