import { sql } from 'drizzle-orm'
import { escapeIdentifier } from 'pg'
import { z } from 'zod'
import { connectWithoutTimeLimits, type Database, getDirectPool, queryRows } from '#database/database.ts'
import { job } from './job.ts'

/**
 * Adds a partition, every night, to each table with fewer than 10^8 keys left. These last ten days of a million orders. It
 * refreshes the statistics of the whole tables, which PostgreSQL does by itself for their partitions only.
 */
export const addPartitionsNightly = job({
  name: 'platform.add_partitions',
  input: z.object({}),
  attempts: 5,
  every: '47 2 * * *',
  timeoutSeconds: 3_600,
  async run(_input, { db, log }) {
    const tables = await queryRows<{ name: string }>(
      db,
      sql`select relname as name from pg_partitioned_table join pg_class on oid = partrelid
        where relnamespace = 'public'::regnamespace order by 1`,
    )
    for (const { name } of tables) {
      const [added] = await queryRows<{ is: boolean }>(db, sql`select add_partition(${name}::regclass) as is`)
      if (added?.is) log.info({ table: name }, 'Partition added')
    }
    await refreshStatistics(
      db,
      tables.map(({ name }) => name),
    )
  },
})

/** Analyses tables without a time limit: each is read in 30,000 places a partition, which takes minutes on a slow disk. */
async function refreshStatistics(db: Database, tables: readonly string[]): Promise<void> {
  const connection = await connectWithoutTimeLimits(getDirectPool(db))
  try {
    for (const name of tables) await connection.query(`analyze ${escapeIdentifier(name)}`)
  } finally {
    await connection.end()
  }
}
