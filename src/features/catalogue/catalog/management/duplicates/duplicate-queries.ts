import { sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import type { CategoryName } from '../../contract.ts'
import type { DuplicateReason, DuplicateState } from './shapes.ts'

/** A variant of a product that may be a duplicate. */
export type DuplicateVariantRow = Readonly<{
  id: string
  sku: string
  title: string
  size: string | null
  color: string | null
  material: string | null
  priceCents: number
  stock: number
}>

/** A product that may be a duplicate. */
export type DuplicateProductRow = Readonly<{
  id: string
  revision: number
  title: string
  status: 'active' | 'draft' | 'archived'
  category: CategoryName
  pictureKey: string | null
  createdAt: string
  isSynced: boolean
  facts: Readonly<
    Record<'metal' | 'purity' | 'plating' | 'stones' | 'sizeStandard' | 'certificate', string | null>
  >
  variants: readonly DuplicateVariantRow[]
}>

/** The records that a merge of two products moved, by internal keys, for undoing it. */
export type MergeRecord = Readonly<{
  /** The status of the other product before the merge. */
  status: 'active' | 'draft'
  moved: readonly Readonly<{ variantId: number; position: number; imageId: number | null }>[]
  /** Pictures that were copied for the moved variants. */
  imageIds: readonly number[]
}>

/** A stored pair of products that may be the same. */
export type StoredDuplicate = Readonly<{
  id: number
  publicId: string
  state: DuplicateState
  reasons: DuplicateReason[]
  foundAt: Date
  decidedAt: Date | null
  decidedBy: string | null
  targetId: string | null
  merge: MergeRecord | null
  first: DuplicateProductRow
  second: DuplicateProductRow
}>

/** Returns SQL of a product as JSON, in the shape of `DuplicateProductRow`. */
const productJson = (p: 'f' | 's') => {
  const name = (column: string) => sql.raw(`${p}.${column}`)
  return sql`json_build_object('id', ${name('public_id')}, 'revision', ${name('revision')}, 'title', ${name('name')},
    'status', ${name('status')}, 'category', (select c.name from categories c where c.id = ${name('category_id')}),
    'pictureKey', ${name('pictures')} -> 0 ->> 'key', 'createdAt', ${name('created_at')},
    'isSynced', exists (select from synced_stores y
      where y.supplier_id = ${name('supplier_id')} and starts_with(${name('external_key')}, y.key_prefix)),
    'facts', json_build_object('metal', ${name('metal')}, 'purity', ${name('purity')}, 'plating', ${name('plating')},
      'stones', ${name('stones')}, 'sizeStandard', ${name('size_standard')},
      'certificate', ${name('certificate_laboratory')} || ' ' || ${name('certificate_number')}),
    'variants', (select coalesce(json_agg(json_build_object('id', v.public_id, 'sku', v.sku, 'title', v.title, 'size', v.size,
        'color', v.color, 'material', v.material, 'priceCents', v.sell_amount, 'stock', v.stock) order by v.position, v.id), '[]')
      from product_variants v where v.product_id = ${name('id')}))`
}

const SELECT = sql`
  select d.id::int as id, d.public_id as "publicId", d.state, d.reasons, d.found_at as "foundAt", d.decided_at as "decidedAt",
    nullif(trim(a.first_name || ' ' || a.last_name), '') as "decidedBy", d.merge,
    case d.target_id when f.id then f.public_id when s.id then s.public_id end as "targetId",
    ${productJson('f')} as first, ${productJson('s')} as second
  from product_duplicates d join products f on f.id = d.first_id join products s on s.id = d.second_id
    left join accounts a on a.id = d.decided_by`

/** SQL that hides an open pair once one of its products is archived. */
const isShown = sql`(d.state <> 'open' or f.status <> 'archived' and s.status <> 'archived')`

/** Returns a page of a supplier's pairs in a state, newest first, and their total count. */
export async function selectDuplicates(
  db: Queryable,
  page: Readonly<{ supplierId: number; state: DuplicateState; offset: number; limit: number }>,
): Promise<Readonly<{ duplicates: StoredDuplicate[]; total: number }>> {
  const { supplierId, state, offset, limit } = page
  const duplicates = await queryRows<StoredDuplicate>(
    db,
    sql`${SELECT} where d.supplier_id = ${supplierId} and d.state = ${state} and ${isShown}
      order by ${state === 'open' ? sql`d.id desc` : sql`d.decided_at desc, d.id desc`} offset ${offset} limit ${limit}`,
  )
  return { duplicates, total: await countDuplicates(db, supplierId, state) }
}

/** Returns how many pairs of a supplier are in a state. */
export async function countDuplicates(
  db: Queryable,
  supplierId: number,
  state: DuplicateState,
): Promise<number> {
  const [found] = await queryRows<{ total: number }>(
    db,
    sql`
    select count(*)::int as total from product_duplicates d
      join products f on f.id = d.first_id join products s on s.id = d.second_id
    where d.supplier_id = ${supplierId} and d.state = ${state} and ${isShown}`,
  )
  return found?.total ?? 0
}

/** Returns a supplier's pair; undefined when the supplier has no such pair. */
export async function findDuplicate(
  db: Queryable,
  supplierId: number,
  publicId: string,
): Promise<StoredDuplicate | undefined> {
  const [found] = await queryRows<StoredDuplicate>(
    db,
    sql`${SELECT} where d.supplier_id = ${supplierId} and d.public_id = ${publicId}`,
  )
  return found
}

/** Locks a pair of a supplier, then both products and their variants in the order of their keys. */
export async function lockDuplicate(tx: Transaction, supplierId: number, publicId: string): Promise<void> {
  await tx.execute(sql`
    select 1 from product_duplicates where supplier_id = ${supplierId} and public_id = ${publicId} for update`)
  await tx.execute(sql`
    select p.id from products p where p.id in (
      select unnest(array[first_id, second_id]) from product_duplicates
      where supplier_id = ${supplierId} and public_id = ${publicId})
    order by p.id for update`)
  await tx.execute(sql`
    select v.id from product_variants v where v.product_id in (
      select unnest(array[first_id, second_id]) from product_duplicates
      where supplier_id = ${supplierId} and public_id = ${publicId})
    order by v.id for update`)
}

/** A decision about a locked pair; null by reverses a decision. */
export type DuplicateDecision = Readonly<{
  id: number
  state: DuplicateState
  decided: Readonly<{ by: number; at: Date }> | null
  merge: Readonly<{ targetKey: number; record: MergeRecord }> | null
}>

/** Stores a decision. */
export async function updateDuplicate(tx: Transaction, decision: DuplicateDecision): Promise<void> {
  const { id, state, decided, merge } = decision
  await tx.execute(sql`
    update product_duplicates set state = ${state}, decided_at = ${decided?.at ?? null}, decided_by = ${decided?.by ?? null},
      target_id = ${merge?.targetKey ?? null}, merge = ${merge === null ? null : JSON.stringify(merge.record)}::jsonb
    where id = ${id}`)
}
