import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction, queryRows } from '#database/database.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { createLog } from '../log.ts'
import { addPartitionsNightly } from './partition-jobs.ts'

const { db } = await createTestDatabase()

const listParts = () =>
  queryRows(
    db,
    sql`select inhparent::regclass::text as "table", count(*)::int as parts from pg_inherits
      where inhrelid in (select oid from pg_class where relnamespace = 'partitions'::regnamespace and relkind = 'r')
      group by 1 order by 1`,
  )

test('the nightly job adds what a table will need, once, and refreshes the statistics of whole tables', async () => {
  await inTransaction(db, async (tx) => {
    // Without the rows that an entry refers to.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
      insert into audit_log (id, account_id, role, kind, action, entity, at) overriding system value
      select 99999000 + i, i % 3, 'operator', 'team', 'Added', '', now() from generate_series(1, 300) i`)
  })
  const context = { db, now: new Date(), log: createLog('silent'), enqueue: async () => undefined }
  await addPartitionsNightly.run({}, context)
  await addPartitionsNightly.run({}, context)
  // The first, the next, and the default; the first is nearly full, so another follows.
  expect(await listParts()).toEqual([
    { table: 'audit_log', parts: 3 },
    { table: 'ledger_entries', parts: 3 },
    { table: 'supplier_order_events', parts: 3 },
  ])
  const statistics = sql`select n_distinct::int as n from pg_stats
    where schemaname = 'public' and tablename = 'audit_log' and attname = 'account_id' and inherited`
  expect(await queryRows(db, statistics)).toEqual([{ n: 3 }])
})

test('the statistics of a table may take longer than other statements', async () => {
  // Statistics of an index on an expression evaluate it, so they contain the time limit under which they were made.
  await db.execute(sql`create function time_limit_of(id bigint) returns text immutable language plpgsql
    as $$ begin return current_setting('statement_timeout'); end $$`)
  await db.execute(sql`create index by_time_limit on partitions.audit_log (time_limit_of(id))`)
  const context = { db, now: new Date(), log: createLog('silent'), enqueue: async () => undefined }
  await addPartitionsNightly.run({}, context)
  const statistics = sql`select most_common_vals::text as limits from pg_stats where tablename = 'by_time_limit'`
  expect(await queryRows(db, statistics)).toEqual([{ limits: '{0}' }])
})
