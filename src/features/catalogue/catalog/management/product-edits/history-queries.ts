import { sql } from 'drizzle-orm'
import { type Queryable, queryRows, type Transaction } from '#database/database.ts'
import type { FieldValue, VariantValues } from './rules.ts'
import type { ChangeSource, EditField } from './shapes.ts'

/** A change to record; a null `variantId` means that the product itself changed. Keys are internal. */
export type ProductChangeRecord = Readonly<{
  productId: number
  variantId: number | null
  sku: string
  title: string
  field: EditField
  before: FieldValue
  after: FieldValue
}>

/** The author of changes, their source, and the time; `editId` is the key of a bulk edit. */
export type ChangeAuthor = Readonly<{
  accountId: number | null
  source: ChangeSource
  editId?: number | null
  now: Date
}>

/** Adds changes to the history of products, in the transaction that makes them. */
export async function insertChanges(
  tx: Transaction,
  { accountId, source, editId = null, now }: ChangeAuthor,
  changes: readonly ProductChangeRecord[],
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(sql`
    insert into product_changes (product_id, variant_id, sku, title, field, before_value, after_value, source, edit_id,
      account_id, changed_at)
    select x."productId", x."variantId", x.sku, x.title, x.field, x.before, x.after, ${source}, ${editId}::bigint,
      ${accountId}::bigint, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(changes)}::json) x("productId" bigint, "variantId" bigint, sku text, title text,
      field text, before text, after text)`)
}

/** The values of a variant at a moment; amounts in cents. `id` is the internal key. */
export type VariantSnapshot = VariantValues &
  Readonly<{ id: number; productId: number; sku: string; title: string }>

/** Returns the values of these products' variants, which the caller has locked. */
export async function selectVariantSnapshots(
  tx: Transaction,
  productIds: readonly number[],
): Promise<VariantSnapshot[]> {
  if (productIds.length === 0) return []
  return queryRows(
    tx,
    sql`
      select id, product_id as "productId", sku, title, price_amount as "priceCents",
        wholesale_amount as "wholesaleCents", stock
      from product_variants where product_id = any(${sql.param([...productIds])}::bigint[])`,
  )
}

/** A change for display; values are texts. */
export type StoredChange = Readonly<{
  id: number
  changedAt: Date
  by: string | null
  source: ChangeSource
  field: EditField
  variant: string
  sku: string
  before: string | null
  after: string | null
}>

/** Returns up to `limit` changes of a product, newest first, those before the change `before`. */
export async function selectChanges(
  db: Queryable,
  { productId, before, limit }: Readonly<{ productId: number; before: number | undefined; limit: number }>,
): Promise<StoredChange[]> {
  return queryRows(
    db,
    sql`
      select c.id, c.changed_at as "changedAt", nullif(trim(a.first_name || ' ' || a.last_name), '') as by, c.source, c.field,
        c.title as variant, c.sku, c.before_value as before, c.after_value as after
      from product_changes c left join accounts a on a.id = c.account_id
      where c.product_id = ${productId} and (${before ?? null}::bigint is null or c.id < ${before ?? null}::bigint)
      order by c.id desc limit ${limit}`,
  )
}
