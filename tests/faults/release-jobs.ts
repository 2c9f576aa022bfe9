import { sql } from 'drizzle-orm'
import type { PgBoss } from 'pg-boss'
import type { Database } from '#database/database.ts'

/** Returns the jobs of a dead process to the queue, as it does itself once their time is over. */
export async function releaseJobs(db: Database, boss: PgBoss): Promise<void> {
  await db.execute(
    sql`update pgboss.job set started_on = started_on - interval '20 minutes' where state = 'active'`,
  )
  await db.execute(sql`update pgboss.queue set monitor_on = null, monitor_claim_on = null`)
  await boss.supervise()
  await hastenRetries(db)
}

/** Makes jobs due that wait for another attempt. */
export async function hastenRetries(db: Database): Promise<void> {
  await db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
}
