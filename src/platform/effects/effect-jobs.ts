import pLimit from 'p-limit'
import { z } from 'zod'
import { job, type Job, type JobContext } from '#platform/jobs/job.ts'
import type { Effect } from './effect.ts'
import { type DueEffect, listDueEffects } from './effect-queries.ts'
import { RUN_EFFECT_JOB } from './request-effects.ts'
import { runEffect } from './run-effect.ts'

/** How many effects of a lane one run of the timer attempts, and in how many lanes at once. */
const LANE_BATCH = 100
const LANES_AT_ONCE = 4

/**
 * Returns the jobs that attempt effects: each as soon as it is requested, and every minute those that are due. By `clock` each
 * attempt begins when it does, however long those before it took.
 */
export function effectJobs(effects: readonly Effect[], clock: () => Date): Job[] {
  const byKind = new Map(effects.map((effect) => [effect.kind, effect]))
  return [
    job({
      name: RUN_EFFECT_JOB,
      input: z.object({ kind: z.string(), subject: z.string() }),
      // What fails is attempted again by the timer.
      attempts: 5,
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

/** One after the other until the outside system gives no answer: one that is down is not flooded. */
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
