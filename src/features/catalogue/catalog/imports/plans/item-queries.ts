import { sql, type SQL } from 'drizzle-orm'
import { queryRows, type Queryable } from '#database/database.ts'
import type { FeedProduct, FeedWarning } from '../../import/map/feed-product.ts'
import type { FieldChange } from './compare-rules.ts'
import type { ImportItemData, ImportTab } from '../contract.ts'

/**
 * A product of a plan. `product` is what will be written, `version` its fingerprint before; both are null if nothing is
 * written.
 */
export type PlanItem = Readonly<{
  n: number
  action: ImportItemData['action']
  externalKey: string | null
  title: string
  lines: Readonly<{ first: number; last: number }>
  reason: string | null
  /** The values that are imported differently from the file. */
  notes: readonly FeedWarning[]
  changes: readonly FieldChange[] | null
  product: FeedProduct | null
  version: string | null
}>

/** Adds products to a plan. */
export async function insertItems(
  db: Queryable,
  importId: number,
  items: readonly PlanItem[],
): Promise<void> {
  if (items.length === 0) return
  const records = JSON.stringify(items)
  await db.execute(sql`
    insert into product_import_items (import_id, n, action, external_key, title, first_line, last_line, reason, notes, changes,
      product, version)
    select ${importId}::bigint, n, action, "externalKey", title, (lines ->> 'first')::int, (lines ->> 'last')::int, reason,
      nullif(notes, '[]'), changes, product, version
    from json_to_recordset(${records}::json) as x(n int, action text, "externalKey" text, title text, lines json,
      reason text, notes jsonb, changes json, product json, version text)`)
}

/**
 * Renumbers the products of a plan in the order of writing. Changes of stock come first, then of prices, then the rest.
 */
export async function rankItems(db: Queryable, importId: number): Promise<void> {
  const names = (column: SQL, fields: readonly string[]) => sql`exists (
    select from json_array_elements(coalesce(${column}, '[]')) c where c ->> 'field' = any(${sql.param([...fields])}::text[]))`
  const changes = sql`i.changes`
  // Negative numbers first, because numbers must be unique at every moment.
  await db.execute(sql`
    update product_import_items t set n = -r.place
    from (select i.n, row_number() over (order by case
        when ${names(changes, ['Quantity'])} then 0
        when ${names(changes, ['Price', 'Compare-at price', 'Wholesale price'])} then 1 else 2 end, i.n) as place
      from product_import_items i where i.import_id = ${importId}) r
    where t.import_id = ${importId} and t.n = r.n`)
  await db.execute(sql`update product_import_items set n = -n where import_id = ${importId} and n < 0`)
}

/** Deletes the plan of an import. */
export async function deleteItems(db: Queryable, importId: number): Promise<void> {
  await db.execute(sql`delete from product_import_items where import_id = ${importId}`)
}

const TABS: Readonly<Record<ImportTab, SQL>> = {
  created: sql`action = 'create'`,
  changed: sql`action = 'change'`,
  unchanged: sql`action = 'unchanged'`,
  conflicts: sql`action = 'conflict'`,
  refused: sql`action = 'refuse'`,
  not_applied: sql`outcome in ('stale', 'rejected')`,
}

/** Returns a page of a plan, in the order of the file. */
export async function selectItems(
  db: Queryable,
  {
    importId,
    tab,
    offset,
    limit,
  }: Readonly<{ importId: number; tab: ImportTab; offset: number; limit: number }>,
): Promise<ImportItemData[]> {
  return queryRows(
    db,
    sql`select n, action, outcome, title, external_key as key,
        json_build_object('first', first_line, 'last', last_line) as lines, reason, coalesce(notes, '[]') as notes,
        coalesce(changes, '[]') as changes
      from product_import_items where import_id = ${importId} and ${TABS[tab]} order by n offset ${offset} limit ${limit}`,
  )
}

/** A product of a plan that is not written yet. */
export type DueItem = Readonly<{ n: number; product: FeedProduct; version: string | null }>

/** Returns a plan's next products to write, after a number. */
export async function selectDueItems(
  db: Queryable,
  { importId, after, limit }: Readonly<{ importId: number; after: number; limit: number }>,
): Promise<DueItem[]> {
  return queryRows(
    db,
    sql`select n, product, version from product_import_items
      where import_id = ${importId} and n > ${after} and outcome is null and action in ('create', 'change')
      order by n limit ${limit}`,
  )
}

/** The outcome of a plan's product. */
export type ItemOutcome = Readonly<{
  n: number
  outcome: 'applied' | 'stale' | 'rejected'
  reason: string | null
  /** Notes for the supplier from writing the product. */
  notes?: readonly FeedWarning[]
}>

/** Records the outcomes of products of a plan; the stored products to write are deleted. */
export async function updateOutcomes(
  db: Queryable,
  importId: number,
  outcomes: readonly ItemOutcome[],
): Promise<void> {
  if (outcomes.length === 0) return
  await db.execute(sql`
    update product_import_items i set outcome = x.outcome, reason = x.reason, product = null,
      notes = case when x.notes is null then i.notes else coalesce(i.notes, '[]') || x.notes end
    from json_to_recordset(${JSON.stringify(outcomes)}::json) as x(n int, outcome text, reason text, notes jsonb)
    where i.import_id = ${importId} and i.n = x.n`)
}

/** Notes with the same text: their number, and the first lines that they apply to. */
export type CountedNote = Readonly<{ text: string; count: number; lines: readonly number[] }>

/** Returns the notes of an import by their texts, in the order of the file, at most `limit`. */
export async function selectNotes(
  db: Queryable,
  { importId, limit }: Readonly<{ importId: number; limit: number }>,
): Promise<CountedNote[]> {
  return queryRows(
    db,
    sql`select note ->> 'text' as text, count(*)::int as count,
        (array_agg(distinct (note ->> 'line')::int))[1:5] as lines
      from product_import_items i, jsonb_array_elements(i.notes) with ordinality as x(note, place)
      where i.import_id = ${importId} and i.notes is not null
      group by 1 order by min(i.n), min(place) limit ${limit}`,
  )
}
