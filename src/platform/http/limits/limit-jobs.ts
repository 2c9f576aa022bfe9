import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { HOUR, addMs } from '#core/time.ts'
import { job } from '#platform/jobs/job.ts'

/** Deletes counts of calls older than a day every hour, because no limit has a longer window. */
export const deleteOldLimits = job({
  name: 'platform.forget_old_limits',
  input: z.object({}),
  attempts: 3,
  every: '37 * * * *',
  async run(_input, { db, now }) {
    await db.execute(sql`delete from rate_limits where window_start < ${addMs(now, -24 * HOUR)}`)
  },
})
