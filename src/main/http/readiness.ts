import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { rows, type Database } from '#database/database.ts'

/** How long the database may take to answer a probe. A balancer is told within a second. */
const LONGEST_MS = 800

/**
 * Returns a probe that says whether the database answers, after 0.8 seconds at most. While one question waits no other is asked:
 * probes of a database that is silent do not fill the pool.
 */
export function databaseProbe(db: Database): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined
  return () => {
    asking ??= answers(db).finally(() => {
      asking = undefined
    })
    return Promise.race([asking, delay(LONGEST_MS, false, { ref: false })])
  }
}

async function answers(db: Database): Promise<boolean> {
  try {
    return (await rows<{ one: number }>(db, sql`select 1 as one`)).length === 1
  } catch {
    return false
  }
}
