import type { Database } from '#database/database.ts'
import type { Log } from '../log.ts'

/** The most timers per query. */
const BATCH = 100

/** The timers of a feature: rows with a kind and a time at which something happens automatically. */
export type TimerSource<Timer extends object> = Readonly<{
  /** The subject of a timer, for the log, such as `order`. */
  subject: string
  listDue(db: Database, now: Date, limit: number): Promise<readonly Timer[]>
  /** Performs a timer's action and removes it, in one transaction; false when it was no longer due. */
  fire(db: Database, timer: Timer): Promise<boolean>
  /** Delays a timer that failed. */
  postpone(db: Database, timer: Timer, now: Date): Promise<unknown>
}>

/**
 * Fires all due timers, one transaction each, and returns how many had an effect. A timer is removed with its effect:
 * one whose process died is fired by the next run, and none takes effect twice. Several processes can run it at once.
 * A timer that fails is logged and postponed, and does not stop the others.
 */
export async function fireDueTimers<Timer extends object>(
  db: Database,
  source: TimerSource<Timer>,
  { now, log }: Readonly<{ now: Date; log: Log }>,
): Promise<number> {
  let firedCount = 0
  for (;;) {
    const due = await source.listDue(db, now, BATCH)
    const firedBefore = firedCount
    // One after the other, because the effect of one can cancel the next.
    for (const timer of due) {
      try {
        if (await source.fire(db, timer)) firedCount += 1
      } catch (error) {
        log.error(
          { err: error, ...timer },
          `the timer of one ${source.subject} failed and is tried again later`,
        )
        await source.postpone(db, timer, now)
      }
    }
    if (due.length < BATCH || firedCount === firedBefore) return firedCount
  }
}
