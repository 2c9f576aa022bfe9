import { sql } from 'drizzle-orm'
import { type Queryable, queryRows, type Transaction } from '#database/database.ts'
import type { ProductStatus, VariantValues } from './rules.ts'
import type { EditField } from './shapes.ts'

/** A product of an edit; `id` is the internal key. */
export type EditedProduct = Readonly<{ id: number; publicId: string; title: string; status: ProductStatus }>

/** A variant of an edit; `oversold` is the number of units ordered beyond the stock. */
export type EditedVariant = VariantValues &
  Readonly<{
    id: number
    publicId: string
    productId: number
    sku: string
    title: string
    offerCents: number | null
    oversold: number
  }>

/** Whether rows are only read, or locked until the transaction ends. */
type Reading = 'read' | 'lock'

const toLock = (reading: Reading) => (reading === 'lock' ? sql`for update` : sql``)

/** Returns these products of a store, archived ones too, in the order of their keys. */
export async function selectEditedProducts(
  tx: Transaction,
  { supplierId, publicIds }: Readonly<{ supplierId: number; publicIds: readonly string[] }>,
  reading: Reading,
): Promise<EditedProduct[]> {
  return queryRows(
    tx,
    sql`
      select id, public_id as "publicId", name as title, status from products
      where supplier_id = ${supplierId} and public_id = any(${sql.param([...publicIds])}::text[])
      order by id ${toLock(reading)}`,
  )
}

/** Returns these products' variants in the order of their keys; to lock them, lock the products first. */
export async function selectEditedVariants(
  tx: Transaction,
  productIds: readonly number[],
  reading: Reading,
): Promise<EditedVariant[]> {
  return queryRows(
    tx,
    sql`
      select id, public_id as "publicId", product_id as "productId", sku, title, price_amount as "priceCents",
        offer_amount as "offerCents", wholesale_amount as "wholesaleCents", stock, oversold
      from product_variants where product_id = any(${sql.param([...productIds])}::bigint[])
      order by id ${toLock(reading)}`,
  )
}

/** The new values of a variant; amounts in cents. */
export type VariantUpdate = VariantValues & Readonly<{ id: number; offerCents: number | null }>

/** Updates values of locked variants. A new count resets oversold units. */
export async function updateVariants(
  tx: Transaction,
  updates: readonly VariantUpdate[],
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    update product_variants v set price_amount = x."priceCents", offer_amount = x."offerCents",
      wholesale_amount = x."wholesaleCents", stock = x.stock,
      oversold = case when x.stock = v.stock then v.oversold else 0 end, updated_at = ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(updates)}::json) x(id bigint, "priceCents" bigint, "offerCents" bigint,
      "wholesaleCents" bigint, stock int)
    where v.id = x.id`)
}

/** Sets the status of locked products. */
export async function updateStatuses(
  tx: Transaction,
  statuses: readonly Readonly<{ id: number; status: ProductStatus }>[],
): Promise<void> {
  await tx.execute(sql`
    update products p set status = x.status
    from json_to_recordset(${JSON.stringify(statuses)}::json) x(id bigint, status text) where p.id = x.id`)
}

/** Increments the revision of locked products, so that an editor open elsewhere notices the change. */
export async function raiseRevisions(tx: Transaction, ids: readonly number[], now: Date): Promise<void> {
  await tx.execute(sql`
    update products set revision = revision + 1, updated_at = ${now}::timestamptz
    where id = any(${sql.param([...ids])}::bigint[])`)
}

/** A stored bulk edit; `changes` are its rows. */
export type StoredEdit<Row> = Readonly<{
  id: number
  publicId: string
  field: EditField
  state: 'preview' | 'applied' | 'undone'
  changes: readonly Row[]
}>

/** How long previews that were never applied are stored. */
const PREVIEW_MS = 86_400_000

/** Stores a preview, and deletes the store's previews that were not applied within a day. */
export async function insertEdit<Row>(
  tx: Transaction,
  edit: Readonly<{
    publicId: string
    supplierId: number
    field: EditField
    changes: readonly Row[]
    now: Date
  }>,
): Promise<void> {
  const oldest = new Date(edit.now.getTime() - PREVIEW_MS)
  await tx.execute(sql`
    delete from product_edits
    where supplier_id = ${edit.supplierId} and state = 'preview' and created_at < ${oldest}`)
  await tx.execute(sql`
    insert into product_edits (public_id, supplier_id, field, changes, created_at)
    values (${edit.publicId}, ${edit.supplierId}, ${edit.field}, ${JSON.stringify(edit.changes)}::jsonb, ${edit.now})`)
}

/** Returns a bulk edit of a store, locked; undefined when the store has no such edit. */
export async function lockEdit<Row>(
  tx: Transaction,
  supplierId: number,
  publicId: string,
): Promise<StoredEdit<Row> | undefined> {
  const [found] = await queryRows<StoredEdit<Row>>(
    tx,
    sql`
      select id, public_id as "publicId", field, state, changes from product_edits
      where supplier_id = ${supplierId} and public_id = ${publicId} for update`,
  )
  return found
}

/** Stores the results of a bulk edit. */
export async function updateEdit<Row>(
  tx: Transaction,
  edit: Readonly<{ id: number; state: 'applied' | 'undone'; changes: readonly Row[] }>,
): Promise<void> {
  await tx.execute(sql`
    update product_edits set state = ${edit.state}, changes = ${JSON.stringify(edit.changes)}::jsonb where id = ${edit.id}`)
}

/** Returns the internal key of a store's product; undefined when the store has no such product. */
export async function findStoreProduct(
  db: Queryable,
  supplierId: number,
  publicId: string,
): Promise<number | undefined> {
  const [found] = await queryRows<{ id: number }>(
    db,
    sql`select id from products where supplier_id = ${supplierId} and public_id = ${publicId}`,
  )
  return found?.id
}
