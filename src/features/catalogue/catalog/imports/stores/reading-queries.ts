import { sql } from 'drizzle-orm'
import type { SourceProduct } from '#core/products/source-product.ts'
import { queryRows, type Queryable } from '#database/database.ts'
import type { StoredImport } from '../import-queries.ts'

/** The longest text of a store that is stored; longer ones are shortened, as their end would not be shown. */
const MAX_TEXT = 200_000

/** Adds products that were read from a store; returns the number of those that are new to this import. */
export async function insertSources(
  db: Queryable,
  importId: number,
  products: readonly SourceProduct[],
): Promise<number> {
  if (products.length === 0) return 0
  const inserted = await queryRows(
    db,
    sql`
    insert into product_import_sources (import_id, external_id, product)
    select distinct on (product ->> 'externalId') ${importId}::bigint, product ->> 'externalId', product
    from jsonb_array_elements(${JSON.stringify(products, toStorable)}::jsonb) with ordinality as x(product, place)
    order by product ->> 'externalId', place
    on conflict (import_id, external_id) do nothing returning 1`,
  )
  return inserted.length
}

/** Removes NUL and unpaired surrogates, which PostgreSQL cannot store. */
function toStorable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT).replaceAll('\0', '').toWellFormed() : value
}

/** A product that was read from a store, and its position among all. */
export type StoredSource = Readonly<{ place: number; product: SourceProduct }>

/** Returns the next products that were read for an import, in the order of reading. */
export async function selectSources(
  db: Queryable,
  { importId, after, limit }: Readonly<{ importId: number; after: number; limit: number }>,
): Promise<StoredSource[]> {
  return queryRows(
    db,
    sql`select place::int as place, product from product_import_sources
      where import_id = ${importId} and place > ${after} order by place limit ${limit}`,
  )
}

/** Returns the number of products that were read for an import. */
export async function countSources(db: Queryable, importId: number): Promise<number> {
  const [counted] = await queryRows<{ n: number }>(
    db,
    sql`select count(*)::int as n from product_import_sources where import_id = ${importId}`,
  )
  return counted?.n ?? 0
}

/**
 * Returns keys of a store's products on sale that were not read. The keys begin with the store's prefix; with ids, only
 * these products count.
 */
export async function selectMissingKeys(
  db: Queryable,
  {
    importId,
    supplierId,
    prefix,
    onlyIds,
  }: Readonly<{ importId: number; supplierId: number; prefix: string; onlyIds: readonly string[] | null }>,
): Promise<string[]> {
  const keys = onlyIds && sql.param(onlyIds.map((id) => prefix + id))
  const found = await queryRows<{ key: string }>(
    db,
    sql`
    select p.external_key as key from products p
    where p.supplier_id = ${supplierId} and p.status = 'active' and starts_with(p.external_key, ${prefix})
      and (${keys}::text[] is null or p.external_key = any(${keys}::text[]))
      and not exists (select from product_import_sources s
                      where s.import_id = ${importId} and s.external_id = substr(p.external_key, ${prefix.length + 1}::int))
    order by p.id`,
  )
  return found.map(({ key }) => key)
}

/** Deletes the products that were read for an import. */
export async function deleteSources(db: Queryable, importId: number): Promise<void> {
  await db.execute(sql`delete from product_import_sources where import_id = ${importId}`)
}

/** Returns the import that currently reads a connected store. */
export async function findReading(db: Queryable, connectionId: number): Promise<string | undefined> {
  const [found] = await queryRows<{ publicId: string }>(
    db,
    sql`select public_id as "publicId" from product_imports where connection_id = ${connectionId} and state = 'reading' and cause is null`,
  )
  return found?.publicId
}

/** Sets the cursor where reading a store continues. */
export async function updateReading(
  db: Queryable,
  id: number,
  { readCursor, readMisses, rows }: Pick<StoredImport, 'readCursor' | 'readMisses' | 'rows'>,
): Promise<void> {
  await db.execute(sql`
    update product_imports
    set read_cursor = ${readCursor}, read_misses = ${readMisses}, row_count = ${rows}, touched_at = now()
    where id = ${id} and state = 'reading'`)
}

/** Restarts reading a store from its first product; its stock counts as of now. */
export async function resetReading(db: Queryable, id: number, now: Date): Promise<void> {
  await deleteSources(db, id)
  await db.execute(sql`
    update product_imports set read_cursor = null, read_misses = 0, counted_at = ${now} where id = ${id}`)
}
