import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/shop/database.ts'
import { migrate, migrationsFolder } from './migrate.ts'

const { pool } = await createTestDatabase()
const DIVIDED = ['audit_log', 'ledger_entries', 'supplier_order_events']

const before = await mkdtemp(path.join(tmpdir(), 'cabochon-partitions-'))
afterAll(() => rm(before, { recursive: true }))

async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await pool.query<Row>(text, values)).rows
}

/** Returns the constraints, indexes and triggers of the divided tables, as the database writes them. */
async function describeTables(): Promise<string[]> {
  const rows = await query<{ line: string }>(
    `select format('%s %s %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) as line
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and contype <> 'n' and k.conname not like '%border'
    union all select replace(indexdef, ' ON ONLY ', ' ON ') from pg_indexes where schemaname = 'public' and tablename = any ($1)
    union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and not t.tgisinternal
    union all select format('%s %s %s %s %s', table_name, column_name, data_type, is_nullable, identity_generation)
      from information_schema.columns where table_schema = 'public' and table_name = any ($1)
    order by 1`,
    [DIVIDED],
  )
  return rows.map(({ line }) => line)
}

const INSERT_EVENT = `insert into supplier_order_events (supplier_order_id, event, to_state, actor, at)
  values (1, 'place', 'draft', 'system', now()) returning id`
const INSERT_CHANGE = `insert into audit_log (account_id, role, kind, action, entity, at)
  values (1, 'operator', 'team', 'Added', '', now()) returning id`
const INSERT_ENTRY = `insert into ledger_entries (posting_id, line, account, subledger, amount) values ($1, 1, 5030, 'x', 1)`

/** Writes a row of each table in the order events' and the audit log's next number, without what they refer to. */
async function insertRows(posting: number): Promise<number[]> {
  const [event] = await query<{ id: number }>(INSERT_EVENT)
  const [change] = await query<{ id: number }>(INSERT_CHANGE)
  await query(INSERT_ENTRY, [posting])
  return [Number(event?.id), Number(change?.id)]
}

const countRows = async () => {
  const counts = DIVIDED.map((name) => `(select count(*)::int from ${name})`).join(', ')
  return (await query<{ n: number[] }>(`select array[${counts}] as n`))[0]?.n
}

const listParts = async (name: string) =>
  (
    await query<{ part: string }>(
      `select c.relname || ' ' || pg_get_expr(c.relpartbound, c.oid) as part from pg_inherits i
        join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass order by 1`,
      [name],
    )
  ).map(({ part }) => part)

test('a database with rows is divided without a change for programs, and grows over the borders', async () => {
  for (const name of await readdir(migrationsFolder))
    if (name < '0530') await copyFile(path.join(migrationsFolder, name), path.join(before, name))
  await pool.query('drop schema public, partitions cascade; create schema public')
  await migrate(pool, before)
  // Rows alone are looked at here: what they refer to has tests of its own.
  await pool.query(
    `alter database ${JSON.stringify(await readName())} set session_replication_role = replica`,
  )
  await pool.query('set session_replication_role = replica')
  await query(`select setval('supplier_order_events_id_seq', 94999998)`)
  await insertRows(7)
  expect(await insertRows(8)).toEqual([95_000_000, 2])
  const described = await describeTables()
  const session = await prepareStatements()
  await migrate(pool)
  expect(await describeTables()).toEqual(described)
  expect(await countRows()).toEqual([3, 3, 3])
  expect(await insertRows(9)).toEqual([95_000_002, 4])
  expect(await listParts('supplier_order_events')).toEqual([
    "supplier_order_events FOR VALUES FROM (MINVALUE) TO ('200000000')",
    'supplier_order_events_default DEFAULT',
  ])
  // A process of the release before goes on with the statements that its sessions have prepared.
  expect(await session.write(20)).toEqual([95_000_003, 5])
  session.close()
  expect(await countRows()).toEqual([5, 5, 5])
})

/** Prepares the statements that write these tables in a session, and uses each once. */
async function prepareStatements() {
  const session = await pool.connect()
  const run = async (name: string, text: string, values: unknown[] = []) =>
    Number((await session.query<{ id: string }>({ name, text, values })).rows[0]?.id)
  const write = async (posting: number) => {
    await run('entry', INSERT_ENTRY, [posting])
    return [await run('event', INSERT_EVENT), await run('change', INSERT_CHANGE)]
  }
  await write(19)
  return { write, close: () => session.release() }
}

test('a partition is added before one is full, once, and rows beyond all partitions are kept', async () => {
  await query(`select setval('supplier_order_events_id_seq', 199999998)`)
  await insertRows(10)
  expect(await addPartition()).toBe(true)
  expect(await addPartition()).toBe(false)
  expect(await insertRows(11)).toEqual([200_000_000, 7])
  expect(await readPart(199_999_999)).toBe('supplier_order_events')
  expect(await readPart(200_000_000)).toBe('supplier_order_events_2')
  await query(`select setval('supplier_order_events_id_seq', 1000000000)`)
  await insertRows(12)
  expect(await readPart(1_000_000_001)).toBe('supplier_order_events_default')
  expect(await addPartition()).toBe(true)
  await query(`select setval('supplier_order_events_id_seq', 1099999999)`)
  await insertRows(13)
  expect(await readPart(1_100_000_000)).toBe('supplier_order_events_11')
  expect(await countRows()).toEqual([9, 9, 9])
})

const addPartition = async () =>
  (await query<{ is: boolean }>(`select add_partition('supplier_order_events') as is`))[0]?.is

const readPart = async (id: number) =>
  (
    await query<{ part: string }>(
      `select c.relname as part from supplier_order_events e join pg_class c on c.oid = e.tableoid where e.id = $1`,
      [id],
    )
  )[0]?.part

async function readName(): Promise<string> {
  const [row] = await query<{ name: string }>('select current_database() as name')
  return row?.name ?? ''
}
