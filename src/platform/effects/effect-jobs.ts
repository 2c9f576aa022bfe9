import pLimit from 'p-limit'
import { z } from 'zod'
import { job, type Job, type JobContext } from '#platform/jobs/job.ts'
import type { Effect } from './effect.ts'
import { type DueEffect, listDueEffects } from './effect-queries.ts'
import { RUN_EFFECT_JOB } from './request-effects.ts'
import { runEffect } from './run-effect.ts'

/** The most effects of a lane per run of the timer, and the most concurrent lanes. */
const LANE_BATCH = 100
const LANES_AT_ONCE = 4

/**
 * Returns the jobs that attempt effects. One runs each effect as soon as it is requested, the other attempts the due
 * ones every minute. The time of each attempt is read from `clock` when it begins.
 */
export function effectJobs(effects: readonly Effect[], clock: () => Date): Job[] {
  const byKind = new Map(effects.map((effect) => [effect.kind, effect]))
  return [
    job({
      name: RUN_EFFECT_JOB,
      input: z.object({ kind: z.string(), subject: z.string() }),
      // The timer attempts failed effects again.
      attempts: 5,
      callsStores: true,
      timeoutSeconds: 300,
      async run({ kind, subject }, { db, now, enqueue }) {
        const effect = byKind.get(kind)
        if (effect) await runEffect(db, effect, { subject, enqueue, now })
      },
    }),
    job({
      name: 'effects.run_due',
      input: z.object({}),
      attempts: 2,
      every: '* * * * *',
      timeoutSeconds: 900,
      async run(_input, context) {
        const { db, now } = context
        const due = await listDueEffects(db, { kinds: [...byKind.keys()], now, limit: LANE_BATCH })
        const limit = pLimit(LANES_AT_ONCE)
        const lanes = [...Map.groupBy(due, ({ lane }) => lane).values()]
        await Promise.all(lanes.map((lane) => limit(() => runLane(lane, byKind, { ...context, clock }))))
      },
    }),
  ]
}

/**
 * Attempts effects one after the other until the outside system does not respond, so that a failing one is not
 * flooded.
 */
async function runLane(
  lane: readonly DueEffect[],
  byKind: ReadonlyMap<string, Effect>,
  { db, clock, enqueue, log }: JobContext & Readonly<{ clock: () => Date }>,
): Promise<void> {
  for (const { kind, subject } of lane) {
    const effect = byKind.get(kind)
    if (!effect) continue
    try {
      const run = await runEffect(db, effect, { subject, enqueue, now: clock() })
      if (run?.isUnavailable) return
    } catch (error) {
      log.error({ err: error, kind, subject }, 'could not attempt an effect')
    }
  }
}
