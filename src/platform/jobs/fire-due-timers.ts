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
  /**
   * Performs timers' actions in one transaction; returns how many were still due. Only successive timers that
   * `isTogether` are given to it; if it fails, each is fired by itself.
   */
  fireTogether?: (db: Database, timers: readonly Timer[]) => Promise<number>
  isTogether?: (timer: Timer) => boolean
  /** Delays a timer that failed. */
  postpone(db: Database, timer: Timer, now: Date): Promise<unknown>
}>

/** The most timers that are fired in one transaction. */
const TOGETHER = 20

/**
 * Fires all due timers, one transaction each or some together, and returns how many had an effect. A timer is removed with its effect:
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
    for (const timers of groupTimers(due, source))
      firedCount +=
        (await fireGroup(db, timers, { source, log })) ?? (await fireEach(db, timers, { source, now, log }))
    if (due.length < BATCH || firedCount === firedBefore) return firedCount
  }
}

/** Returns the timers in their order, with successive ones that are fired together in one group. */
function groupTimers<Timer extends object>(due: readonly Timer[], source: TimerSource<Timer>): Timer[][] {
  const isTogether = source.isTogether ?? (() => false)
  const groups: Timer[][] = []
  for (const timer of due) {
    const last = groups.at(-1)
    const [first] = last ?? []
    if (last && first && last.length < TOGETHER && isTogether(first) && isTogether(timer)) last.push(timer)
    else groups.push([timer])
  }
  return groups
}

type FiringContext<Timer extends object> = Readonly<{ source: TimerSource<Timer>; log: Log }>

/** Fires several timers in one transaction; undefined for a single one, and if they failed. */
async function fireGroup<Timer extends object>(
  db: Database,
  timers: readonly Timer[],
  { source, log }: FiringContext<Timer>,
): Promise<number | undefined> {
  if (timers.length === 1 || !source.fireTogether) return undefined
  try {
    return await source.fireTogether(db, timers)
  } catch (error) {
    const message = `timers of ${timers.length} ${source.subject}s failed together; firing them one by one`
    log.warn({ err: error }, message)
    return undefined
  }
}

async function fireEach<Timer extends object>(
  db: Database,
  timers: readonly Timer[],
  { source, now, log }: FiringContext<Timer> & Readonly<{ now: Date }>,
): Promise<number> {
  let firedCount = 0
  for (const timer of timers) {
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
  return firedCount
}
