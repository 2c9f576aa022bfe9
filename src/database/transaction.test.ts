import { sql } from 'drizzle-orm'
import { bigint, pgTable } from 'drizzle-orm/pg-core'
import { beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/shop/database.ts'
import {
  asDatabase,
  createDatabaseClient,
  inTransaction,
  isConnectionFailure,
  queryPrepared,
  withAsyncCommit,
  queryRows,
  violatedConstraint,
} from './database.ts'
import { openPool } from './connections/open-database.ts'
import { timestamptz } from './tables.ts'

const { db, pool, url } = await createTestDatabase()
await pool.query(`create table rings (
  id bigint constraint rings_pkey primary key,
  size int constraint rings_size_positive check (size > 0),
  made timestamptz not null default '2026-01-02T03:04:05.678Z')`)
const rings = pgTable('rings', { id: bigint('id', { mode: 'number' }), made: timestamptz('made') })

beforeEach(async () => {
  await pool.query('truncate rings; insert into rings (id, size) values (1, 10), (2, 10)')
})

async function ids(): Promise<number[]> {
  return (await queryRows<{ id: number }>(db, sql`select id from rings order by id`)).map(({ id }) => id)
}

test('a transaction that throws is rolled back', async () => {
  const work = inTransaction(db, async (tx) => {
    await tx.execute(sql`insert into rings (id) values (3)`)
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await ids()).toEqual([1, 2])
})

test('a nested transaction joins, and is rolled back with the outer one', async () => {
  const work = inTransaction(db, async (tx) => {
    await inTransaction(tx, (inner) => inner.execute(sql`insert into rings (id) values (3)`))
    expect(await queryRows(tx, sql`select 1 from rings`)).toHaveLength(3)
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await ids()).toEqual([1, 2])
})

test('a transaction used as a database commits or rolls back everything that joins it', async () => {
  const insertTwice = (fails: boolean) =>
    inTransaction(db, async (tx) => {
      const nestedDb = asDatabase(tx)
      await inTransaction(nestedDb, (joined) => joined.execute(sql`insert into rings (id) values (3)`))
      await queryPrepared(withAsyncCommit(nestedDb), {
        name: 'insert_ring',
        text: 'insert into rings (id) values (4)',
      })
      if (fails) throw new Error('no')
    })
  await expect(insertTwice(true)).rejects.toThrow('no')
  expect(await ids()).toEqual([1, 2])
  await insertTwice(false)
  expect(await ids()).toEqual([1, 2, 3, 4])
})

test('a nested transaction cannot request a stronger isolation level', async () => {
  const work = inTransaction(db, (tx) => inTransaction(tx, async () => 1, { isolation: 'serializable' }))
  await expect(work).rejects.toThrow('cannot join')
})

test('a transaction with a swallowed statement error fails instead of committing', async () => {
  const work = inTransaction(db, async (tx) => {
    await tx.execute(sql`insert into rings (id) values (3)`)
    await tx.execute(sql`select 1 / 0`).catch(() => undefined)
  })
  await expect(work).rejects.toThrow('it was rolled back')
  expect(await ids()).toEqual([1, 2])
})

test('concurrent statements of a transaction run one after the other', async () => {
  const results = await inTransaction(db, (tx) =>
    Promise.all([1, 2, 3].map((n) => queryRows<{ n: number }>(tx, sql`select ${n}::int as n`))),
  )
  expect(results.flat().map(({ n }) => n)).toEqual([1, 2, 3])
})

test('rejects a statement after the end of its transaction', async () => {
  const lateQuery = await inTransaction(db, async (tx) => () => queryRows(tx, sql`select 1`))
  await expect(lateQuery()).rejects.toMatchObject({ cause: { message: expect.stringContaining('over') } })
})

test('retries the victim of a deadlock, and both transactions succeed', async () => {
  let runs = 0
  let arrived = 0
  let letBothGo = () => undefined as void
  const bothHoldOne = new Promise<void>((resolve) => {
    letBothGo = resolve
  })
  const lockBoth = (first: number, second: number) =>
    inTransaction(db, async (tx) => {
      runs++
      await tx.execute(sql`update rings set size = size + 1 where id = ${first}`)
      if (++arrived === 2) letBothGo()
      await bothHoldOne
      await tx.execute(sql`update rings set size = size + 1 where id = ${second}`)
    })
  await Promise.all([lockBoth(1, 2), lockBoth(2, 1)])
  // On a busy machine the retry may start before the winner has continued, and cause another deadlock.
  expect(runs).toBeGreaterThanOrEqual(3)
  expect(await queryRows(db, sql`select size from rings`)).toEqual([{ size: 12 }, { size: 12 }])
})

test('names the violated constraint, from Drizzle, from a prepared statement and in a transaction', async () => {
  const twice = db.insert(rings).values({ id: 1, made: new Date(0) })
  expect(violatedConstraint(await twice.catch((error: unknown) => error))).toBe('rings_pkey')
  const negative = queryPrepared(
    db,
    { name: 'add_ring', text: 'insert into rings (id, size) values ($1, -1)' },
    [9],
  )
  expect(violatedConstraint(await negative.catch((error: unknown) => error))).toBe('rings_size_positive')
  const inside = inTransaction(db, (tx) => tx.execute(sql`insert into rings (id) values (1)`))
  expect(violatedConstraint(await inside.catch((error: unknown) => error))).toBe('rings_pkey')
  expect(
    violatedConstraint(await db.execute(sql`select 1 / 0`).catch((error: unknown) => error)),
  ).toBeUndefined()
})

test('every query function reads bigint as number and timestamptz as Date', async () => {
  const row = { id: 1, made: new Date('2026-01-02T03:04:05.678Z') }
  const one = sql`select id, made from rings where id = 1`
  expect(await queryRows(db, one)).toEqual([row])
  expect(await inTransaction(db, (tx) => queryRows(tx, one))).toEqual([row])
  const statement = { name: 'one_ring', text: 'select id, made from rings where id = $1' }
  expect(await queryPrepared(db, statement, [1])).toEqual([row])
  expect(await inTransaction(db, (tx) => queryPrepared(tx, statement, [1]))).toEqual([row])
  expect(
    await db
      .select()
      .from(rings)
      .where(sql`id = 1`),
  ).toEqual([row])
  expect(await db.select({ n: sql<number>`count(*)` }).from(rings)).toEqual([{ n: 2 }])
  const large = queryRows(db, sql`select 9007199254740993 as n`)
  await expect(large).rejects.toThrow(/does not fit|Failed query/)
})

test('a transaction whose connection is cut fails with a connection error, and the pool recovers', async () => {
  const cut = inTransaction(db, async (tx) => {
    const [me] = await queryRows<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`)
    await pool.query('select pg_terminate_backend($1)', [me?.pid])
    await tx.execute(sql`select 1`)
  })
  const failure = await cut.catch((error: unknown) => error)
  expect(isConnectionFailure(failure)).toBe(true)
  expect(await ids()).toEqual([1, 2])
  expect(isConnectionFailure(new Error('Out of stock'))).toBe(false)
})

test('treats a server that became read-only in a failover as down, and drops its connection', async () => {
  // The only connection of its pool, to a server that has become a replica.
  const own = openPool({ url, size: 1, log: () => undefined })
  const shop = createDatabaseClient(own)
  try {
    await own.query('set default_transaction_read_only = on')
    const add = (id: number) =>
      inTransaction(shop, (tx) => tx.execute(sql`insert into rings (id) values (${id})`))
    const failure = await add(3).catch((error: unknown) => error)
    expect(isConnectionFailure(failure)).toBe(true)
    await add(4)
    expect(await ids()).toEqual([1, 2, 4])
  } finally {
    await own.end()
  }
})
