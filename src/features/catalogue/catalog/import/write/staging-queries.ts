import { sql } from 'drizzle-orm'
import {
  connectWithoutTimeLimits,
  getDirectPool,
  queryRows,
  type Database,
  type Queryable,
} from '#database/database.ts'
import type { FeedPart, FeedRow } from '../read/read-parts.ts'
import type { WooRow } from '../woocommerce/woo-rows.ts'

/** The supplier whose import the staged rows belong to. */
type SupplierKey = Readonly<{ supplierId: number }>

// The first key of the advisory lock that allows one import per supplier at a time; the second is the supplier's.
const IMPORT_LOCK = 5_081_734

/** Maintenance that updates PostgreSQL's statistics for its plans and frees dead rows. */
export type Maintenance = Readonly<Record<'beforeReading' | 'catalogue' | 'staging', () => Promise<unknown>>>

/**
 * Runs `task` while no other import of the supplier runs; returns undefined when one does. The lock ends with the
 * connection, so a killed import blocks no other. Its maintenance has no time limit.
 */
export async function withImportLock<Result>(
  db: Database,
  { supplierId }: SupplierKey,
  task: (maintenance: Maintenance) => Promise<Result>,
): Promise<Result | undefined> {
  const connection = await connectWithoutTimeLimits(getDirectPool(db))
  try {
    const { rows: lockRows } = await connection.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1::int, ($2::bigint % 2147483647)::int) as locked',
      [IMPORT_LOCK, supplierId],
    )
    if (!lockRows[0]?.locked) return undefined
    return await task({
      beforeReading: () => connection.query('analyze import_parts, import_groups'),
      catalogue: () =>
        connection.query('vacuum (analyze) products, product_variants, product_images, search_words'),
      staging: () => connection.query('vacuum import_parts, import_groups'),
    })
  } finally {
    // Closing the connection releases the lock.
    await connection.end()
  }
}

/** Deletes the staged rows of a supplier's import. */
export async function clearStaging(db: Queryable, { supplierId }: SupplierKey): Promise<void> {
  await db.execute(sql`delete from import_parts where supplier_id = ${supplierId}`)
  await db.execute(sql`delete from import_groups where supplier_id = ${supplierId}`)
}

/** Stages rows of a file. `from` is the number of the first of these parts in the order of the file. */
export async function stageParts(
  db: Queryable,
  { supplierId, from }: SupplierKey & { from: number },
  parts: readonly FeedPart[],
): Promise<void> {
  const staged = JSON.stringify(parts.map((part, index) => ({ ...part, seq: from + index })))
  await db.execute(sql`
    insert into import_parts (supplier_id, seq, key, parent, own_id, own_sku, rows)
    select ${supplierId}::bigint, seq, key, parent, id, sku, rows
    from json_to_recordset(${staged}::json) as x(seq bigint, key text, parent text, id text, sku text, rows json)`)
}

/**
 * Sets the variations' parent keys and numbers the products; returns their count. A parent is found by its id before
 * its SKU.
 */
export async function groupParts(db: Queryable, { supplierId }: SupplierKey): Promise<number> {
  for (const name of [sql`own_id`, sql`own_sku`]) {
    await db.execute(sql`
      update import_parts child set key = p.key, parent = null
      from (select distinct on (${name}) ${name} as name, key from import_parts
            where supplier_id = ${supplierId} and parent is null and ${name} is not null order by ${name}, seq) p
      where child.supplier_id = ${supplierId} and child.parent = p.name`)
  }
  const [total] = await queryRows<{ n: number }>(
    db,
    sql`
    with numbered as (
      insert into import_groups (supplier_id, n, key)
      select ${supplierId}::bigint, row_number() over (order by min(seq)), key
      from import_parts where supplier_id = ${supplierId} group by key
      returning 1)
    select count(*) as n from numbered`,
  )
  return total?.n ?? 0
}

/** Lists at most `count` products with numbers above `after`, each with all its rows in the order of the file. */
export async function listGroups(
  db: Queryable,
  { supplierId, after, count }: SupplierKey & { after: number; count: number },
): Promise<{ n: number; key: string; rows: FeedRow[] }[]> {
  const lockRows = await queryRows<{ n: number; key: string; parts: FeedRow[][] }>(
    db,
    sql`
    select g.n, g.key, json_agg(p.rows order by p.seq) as parts
    from import_groups g join import_parts p on p.supplier_id = g.supplier_id and p.key = g.key
    where g.supplier_id = ${supplierId} and g.n > ${after} and g.n <= ${after + count}
    group by g.n, g.key order by g.n`,
  )
  return lockRows.map(({ n, key, parts }) => ({ n, key, rows: parts.flat() }))
}

/** Returns the rows of products with these ids or SKUs, by the requested reference. */
export async function findMembers(
  db: Queryable,
  { supplierId }: SupplierKey,
  names: readonly string[],
): Promise<Map<string, WooRow[]>> {
  if (names.length === 0) return new Map()
  const lockRows = await queryRows<{ name: string; parts: WooRow[][] }>(
    db,
    sql`
    select wanted.name, json_agg(p.rows order by p.seq) as parts
    from json_array_elements_text(${JSON.stringify(names)}::json) wanted(name)
    cross join lateral (
      select key from import_parts
      where supplier_id = ${supplierId} and (own_id = wanted.name or own_sku = wanted.name) order by seq limit 1) head
    join import_parts p on p.supplier_id = ${supplierId} and p.key = head.key
    group by wanted.name`,
  )
  return new Map(lockRows.map(({ name, parts }) => [name, parts.flat()]))
}
