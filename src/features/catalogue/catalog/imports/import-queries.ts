import { sql, type SQL } from 'drizzle-orm'
import { queryRows, type Queryable } from '#database/database.ts'
import type { ColumnMapping } from '../import/read/feed-format.ts'
import type { SourceStore } from '../store-products/assemble-product.ts'
import type { ProductImportData } from './contract.ts'

/** The header and the first rows of a file. */
export type FileSample = Readonly<{ headers: string[]; rows: string[][] }>

/** An import as stored. */
export type StoredImport = Readonly<{
  id: number
  publicId: string
  supplierId: number
  warehouseId: number
  state: ProductImportData['state']
  fileKey: string
  fileName: string
  fileSize: number
  format: ProductImportData['format']
  /** The connected store that was read; null for a file. */
  connectionId: number | null
  store: SourceStore | null
  /** The cursor where reading the store continues; null at its beginning. */
  readCursor: string | null
  readMisses: number
  /** The cause of an automatic import that keeps a store synced; null for one that a user started. */
  cause: 'webhook' | 'check' | null
  /** Limits reading to products changed in the store since then, or to those with these ids. */
  modifiedSince: Date | null
  onlyIds: readonly string[] | null
  encoding: string
  sample: FileSample
  mapping: ColumnMapping | null
  countedAt: Date
  keepsVariants: boolean
  failure: string | null
  rows: number
  planned: number
  total: number | null
  created: number
  changed: number
  unchanged: number
  conflicts: number
  refused: number
  applied: number
  stale: number
  rejected: number
  createdAt: Date
  plannedAt: Date | null
  finishedAt: Date | null
}>

const COLUMNS = sql`id, public_id as "publicId", supplier_id as "supplierId", warehouse_id as "warehouseId", state, file_key as "fileKey",
  file_name as "fileName", file_size as "fileSize", format, connection_id as "connectionId", store, read_cursor as "readCursor",
  read_misses as "readMisses", cause, modified_since as "modifiedSince", only_ids as "onlyIds", encoding, sample, mapping, counted_at as "countedAt",
  keeps_variants as "keepsVariants", failure, row_count as rows, planned_count as planned, total_count as total,
  created_count as created, changed_count as changed, unchanged_count as unchanged, conflict_count as conflicts,
  refused_count as refused, applied_count as applied, stale_count as stale, rejected_count as rejected,
  created_at as "createdAt", planned_at as "plannedAt", finished_at as "finishedAt"`

/** Records an import whose file is stored. */
export async function insertImport(
  db: Queryable,
  input: Pick<
    StoredImport,
    | 'publicId'
    | 'supplierId'
    | 'warehouseId'
    | 'state'
    | 'fileKey'
    | 'fileName'
    | 'fileSize'
    | 'format'
    | 'connectionId'
    | 'store'
    | 'encoding'
    | 'sample'
    | 'mapping'
    | 'countedAt'
    | 'createdAt'
  > &
    Partial<Pick<StoredImport, 'cause' | 'modifiedSince' | 'onlyIds'>>,
): Promise<StoredImport> {
  const onlyIds = input.onlyIds ? sql.param([...input.onlyIds]) : null
  const [inserted] = await queryRows<StoredImport>(
    db,
    sql`
    insert into product_imports (public_id, supplier_id, warehouse_id, state, file_key, file_name, file_size, format, connection_id,
      store, encoding, sample, mapping, counted_at, created_at, cause, modified_since, only_ids)
    values (${input.publicId}, ${input.supplierId}, ${input.warehouseId}, ${input.state}, ${input.fileKey}, ${input.fileName}, ${input.fileSize},
      ${input.format}, ${input.connectionId}, ${input.store === null ? null : JSON.stringify(input.store)}::json, ${input.encoding}, ${JSON.stringify(input.sample)}::json,
      ${input.mapping === null ? null : JSON.stringify(input.mapping)}::json, ${input.countedAt}, ${input.createdAt},
      ${input.cause ?? null}, ${input.modifiedSince ?? null}, ${onlyIds}::text[])
    returning ${COLUMNS}`,
  )
  if (!inserted) throw new Error('An import was not recorded.')
  return inserted
}

/** Returns an import of a supplier by its public id. */
export async function selectImport(
  db: Queryable,
  { supplierId, publicId }: Readonly<{ supplierId: number; publicId: string }>,
): Promise<StoredImport | undefined> {
  const [found] = await queryRows<StoredImport>(
    db,
    sql`select ${COLUMNS} from product_imports where supplier_id = ${supplierId} and public_id = ${publicId}`,
  )
  return found
}

/** Returns an import by its internal key, locked until the transaction ends. */
export async function lockImport(db: Queryable, id: number): Promise<StoredImport | undefined> {
  const [found] = await queryRows<StoredImport>(
    db,
    sql`select ${COLUMNS} from product_imports where id = ${id} for update`,
  )
  return found
}

/** Returns the total size of a supplier's stored files in bytes. */
export async function sumFileSizes(db: Queryable, supplierId: number): Promise<number> {
  const [sum] = await queryRows<{ bytes: number }>(
    db,
    sql`select coalesce(sum(file_size), 0)::bigint as bytes from product_imports where supplier_id = ${supplierId}`,
  )
  return Number(sum?.bytes ?? 0)
}

/** Returns a page of a supplier's imports, newest first, and their total count. */
export async function selectImports(
  db: Queryable,
  { supplierId, offset, limit }: Readonly<{ supplierId: number; offset: number; limit: number }>,
): Promise<Readonly<{ imports: StoredImport[]; total: number }>> {
  const imports = await queryRows<StoredImport>(
    db,
    sql`select ${COLUMNS} from product_imports where supplier_id = ${supplierId} and cause is null
      order by id desc offset ${offset} limit ${limit}`,
  )
  const [counted] = await queryRows<{ total: number }>(
    db,
    sql`select count(*)::int as total from product_imports where supplier_id = ${supplierId} and cause is null`,
  )
  return { imports, total: counted?.total ?? 0 }
}

/** Moves an import to a state if it is in one of the given states; returns it, else undefined. */
export async function moveImport(
  db: Queryable,
  {
    id,
    from,
    to,
    now,
  }: Readonly<{
    id: number
    from: readonly StoredImport['state'][]
    to: StoredImport['state']
    now: Date
  }>,
): Promise<StoredImport | undefined> {
  const isFinal = ['applied', 'cancelled', 'failed'].includes(to)
  const [moved] = await queryRows<StoredImport>(
    db,
    sql`
    update product_imports set state = ${to}, touched_at = now(), failure = null,
      finished_at = ${isFinal ? now : null}
    where id = ${id} and state = any(${sql.param([...from])}::text[]) returning ${COLUMNS}`,
  )
  return moved
}

/** Records why an import cannot be planned. */
export async function failImport(
  db: Queryable,
  { id, failure, now }: Readonly<{ id: number; failure: string; now: Date }>,
): Promise<void> {
  await db.execute(sql`
    update product_imports set state = 'failed', failure = ${failure}, finished_at = ${now}
    where id = ${id} and state in ('reading', 'planning')`)
}

/** Resets the counts of an import and stores its column mapping, before its plan is made again. */
export async function resetPlan(
  db: Queryable,
  { id, mapping }: Readonly<{ id: number; mapping: ColumnMapping | null }>,
): Promise<void> {
  await db.execute(sql`
    update product_imports set mapping = ${mapping === null ? null : JSON.stringify(mapping)}::json, touched_at = now(),
      row_count = 0, planned_count = 0, total_count = null, created_count = 0, changed_count = 0, unchanged_count = 0,
      conflict_count = 0, refused_count = 0, applied_count = 0, stale_count = 0, rejected_count = 0, planned_at = null
    where id = ${id}`)
}

/** The counts of an import to set; omitted ones are unchanged. */
export type ImportCounts = Partial<
  Pick<
    StoredImport,
    | 'rows'
    | 'planned'
    | 'total'
    | 'created'
    | 'changed'
    | 'unchanged'
    | 'conflicts'
    | 'refused'
    | 'applied'
    | 'stale'
    | 'rejected'
    | 'keepsVariants'
  >
>

const COUNT_COLUMNS: Readonly<Record<keyof ImportCounts, SQL>> = {
  rows: sql`row_count`,
  planned: sql`planned_count`,
  total: sql`total_count`,
  created: sql`created_count`,
  changed: sql`changed_count`,
  unchanged: sql`unchanged_count`,
  conflicts: sql`conflict_count`,
  refused: sql`refused_count`,
  applied: sql`applied_count`,
  stale: sql`stale_count`,
  rejected: sql`rejected_count`,
  keepsVariants: sql`keeps_variants`,
}

/** Sets counts of an import in a state; returns whether it is still in that state. */
export async function updateCounts(
  db: Queryable,
  { id, state }: Readonly<{ id: number; state: StoredImport['state'] }>,
  counts: ImportCounts,
): Promise<boolean> {
  const sets = Object.entries(counts).map(
    // The keys are those of the type.
    ([name, value]) => sql`${COUNT_COLUMNS[name as keyof ImportCounts]} = ${value}`,
  )
  const updated = await queryRows(
    db,
    sql`update product_imports set ${sql.join([sql`touched_at = now()`, ...sets], sql`, `)}
      where id = ${id} and state = ${state} returning 1`,
  )
  return updated.length > 0
}

/** Records that a plan is complete; returns whether the import was still in planning. */
export async function completePlan(db: Queryable, id: number, now: Date): Promise<boolean> {
  const updated = await queryRows(
    db,
    sql`update product_imports set state = 'planned', planned_at = ${now} where id = ${id} and state = 'planning'
      returning 1`,
  )
  return updated.length > 0
}

/** Deletes an import with its plan. */
export async function deleteImport(db: Queryable, id: number): Promise<void> {
  await db.execute(sql`delete from product_imports where id = ${id}`)
}

/** Returns the imports of a supplier that wait for their plan, the oldest first. */
export async function selectWaitingPlans(db: Queryable, supplierId: number): Promise<number[]> {
  const found = await queryRows<{ id: number }>(
    db,
    sql`select id from product_imports where supplier_id = ${supplierId} and state = 'planning' order by id limit 100`,
  )
  return found.map(({ id }) => id)
}

/**
 * Returns imports whose process died: their job has written nothing for a minute. Reading a store may take ten minutes
 * without a write, while the store does not respond.
 */
export async function selectAbandoned(
  db: Queryable,
): Promise<Readonly<{ id: number; state: 'reading' | 'planning' | 'applying' }>[]> {
  return queryRows(
    db,
    sql`
    select id, state from product_imports
    where state in ('planning', 'applying') and touched_at < now() - interval '60 seconds'
      or state = 'reading' and touched_at < now() - interval '10 minutes'
    limit 100`,
  )
}

/** Deletes imports from before a moment, with their plans, at most 20; returns the keys of their files. */
export async function deleteImportsBefore(db: Queryable, before: Date): Promise<string[]> {
  const deleted = await queryRows<{ key: string }>(
    db,
    sql`delete from product_imports where id in (
        select id from product_imports where created_at < ${before} and state not in ('reading', 'planning', 'applying') limit 20)
      returning file_key as key`,
  )
  return deleted.map(({ key }) => key)
}
