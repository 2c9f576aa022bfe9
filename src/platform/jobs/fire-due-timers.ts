import type { Database } from '#database/database.ts'
import type { Log } from '../log.ts'

/** How many timers are looked for at once. */
const BATCH = 100

/** The timers of a feature: rows with a kind and a time at which something happens automatically. */
export type TimerSource<Timer extends object> = Readonly<{
  /** What a timer belongs to, for the log: `order`. */
  subject: string
  listDue(db: Database, now: Date, limit: number): Promise<readonly Timer[]>
  /** Does what the timer is for and removes it, in one transaction; false when it was not due any more. */
  fire(db: Database, timer: Timer): Promise<boolean>
  /** Has a timer that failed wait for a while. */
  postpone(db: Database, timer: Timer, now: Date): Promise<unknown>
}>

/**
 * Fires all timers that are due, one transaction each, and returns how many did something. A timer is removed with its effect: one
 * whose process died is fired by the next run, and none has its effect twice. Several processes may do it at once. A timer that
 * fails is logged and postponed, and does not stop the others.
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
    // One after the other: what one has done may have ended the next.
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
