import { sql } from 'drizzle-orm'
import { queryRows, type Queryable } from '#database/database.ts'
import type { ColumnMapping } from '../../import/read/feed-format.ts'

/** Returns a store's column mapping for files with this header. */
export async function selectMapping(
  db: Queryable,
  supplierId: number,
  headerKey: string,
): Promise<ColumnMapping | undefined> {
  const [found] = await queryRows<{ mapping: ColumnMapping }>(
    db,
    sql`select mapping from import_mappings where supplier_id = ${supplierId} and header_key = ${headerKey}`,
  )
  return found?.mapping
}

/** Stores a store's column mapping for files with this header. */
export async function upsertMapping(
  db: Queryable,
  input: Readonly<{ supplierId: number; headerKey: string; mapping: ColumnMapping; now: Date }>,
): Promise<void> {
  const { supplierId, headerKey, mapping, now } = input
  await db.execute(sql`
    insert into import_mappings (supplier_id, header_key, mapping, updated_at)
    values (${supplierId}, ${headerKey}, ${JSON.stringify(mapping)}::json, ${now})
    on conflict (supplier_id, header_key) do update set mapping = excluded.mapping, updated_at = excluded.updated_at`)
}
