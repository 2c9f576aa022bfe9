import { sql } from 'drizzle-orm'
import { type Queryable, type Transaction, queryPrepared, queryRows } from '#database/database.ts'
import type { FactName } from '#core/jewellery/vocabulary.ts'
import { FACTS_JSON } from './facts/fact-queries.ts'
import type { OwnProductData, OwnProductRowData } from './own-contract.ts'

/** A product of a store, locked for a change; `id` is the internal key. */
export type LockedProduct = Readonly<{
  id: number
  publicId: string
  status: 'active' | 'draft'
  revision: number
  name: string
  descriptionHtml: string
  categoryId: number
}>

/** A reference to a store's product: by public id, or by the key of its draft. */
export type ProductRef = Readonly<{ supplierId: number }> &
  (Readonly<{ publicId: string }> | Readonly<{ externalKey: string }>)

/** Returns a store's unarchived product, locked until the transaction ends. */
export async function lockOwnProduct(tx: Transaction, ref: ProductRef): Promise<LockedProduct | undefined> {
  const refCondition =
    'publicId' in ref ? sql`public_id = ${ref.publicId}` : sql`external_key = ${ref.externalKey}`
  const [locked] = await queryRows<LockedProduct>(
    tx,
    sql`
      select id, public_id as "publicId", status, revision, name, description_html as "descriptionHtml",
        category_id as "categoryId"
      from products where supplier_id = ${ref.supplierId} and ${refCondition} and status <> 'archived' for update`,
  )
  return locked
}

/** Returns an archived product of the store, locked until the transaction ends. */
export async function lockArchivedProduct(
  tx: Transaction,
  supplierId: number,
  publicId: string,
): Promise<Readonly<{ id: number }> | undefined> {
  const [locked] = await queryRows<{ id: number }>(
    tx,
    sql`
      select id from products
      where supplier_id = ${supplierId} and public_id = ${publicId} and status = 'archived' for update`,
  )
  return locked
}

/** Returns these unarchived products of the store, locked in the order of their keys. */
export async function lockOwnProducts(
  tx: Transaction,
  supplierId: number,
  publicIds: readonly string[],
): Promise<LockedProduct[]> {
  return queryRows(
    tx,
    sql`
      select id, public_id as "publicId", status, revision, name, description_html as "descriptionHtml",
        category_id as "categoryId"
      from products
      where supplier_id = ${supplierId} and public_id = any(${sql.param([...publicIds])}::text[]) and status <> 'archived'
      order by id for update`,
  )
}

/** A draft to insert. */
export type NewDraft = Readonly<{
  publicId: string
  externalKey: string
  supplierId: number
  warehouseId: number
  name: string
  categoryId: number
  now: Date
}>

/** Inserts a draft, unless one with its key exists. */
export async function insertDraft(tx: Transaction, draft: NewDraft): Promise<void> {
  await tx.execute(sql`
    insert into products (public_id, external_key, supplier_id, warehouse_id, status, name, category_id, price_amount,
      created_at, updated_at)
    values (${draft.publicId}, ${draft.externalKey}, ${draft.supplierId}, ${draft.warehouseId}, 'draft', ${draft.name},
      ${draft.categoryId}, 0, ${draft.now}, ${draft.now})
    on conflict (supplier_id, external_key) do nothing`)
}

/**
 * The fields of a product that its owner edits. The price is that of its cheapest variant in stock, or of its cheapest
 * variant if none is in stock.
 */
export type ProductChange = Readonly<{
  id: number
  name: string
  categoryId: number
  descriptionHtml: string
  summary: string
  isReturnable: boolean
  /** Unchanged if undefined. */
  isMadeToOrder: boolean | undefined
  /** Unchanged if undefined. */
  warehouseId: number | undefined
  now: Date
}>

/**
 * Updates a product after its variants. Its price is the lowest in stock, else the lowest; among equal prices the first
 * variant counts.
 */
export async function updateProduct(tx: Transaction, change: ProductChange): Promise<void> {
  await tx.execute(sql`
    update products p set name = ${change.name}, category_id = ${change.categoryId}, summary = ${change.summary},
      description_html = ${change.descriptionHtml}, is_returnable = ${change.isReturnable},
      is_made_to_order = coalesce(${change.isMadeToOrder ?? null}, p.is_made_to_order),
      warehouse_id = coalesce(${change.warehouseId ?? null}::bigint, p.warehouse_id), price_amount = v.price_amount,
      offer_amount = v.offer_amount, sku = f.sku, revision = p.revision + 1, updated_at = ${change.now}::timestamptz
    from
      (select price_amount, offer_amount from product_variants where product_id = ${change.id}
        order by (stock > 0) desc, sell_amount, position, id limit 1) v,
      (select sku from product_variants where product_id = ${change.id} order by position, id limit 1) f
    where p.id = ${change.id}`)
}

/** Sets the state of these products, by their keys. */
export async function updateProductStatus(
  tx: Transaction,
  {
    ids,
    status,
    now,
  }: Readonly<{ ids: readonly number[]; status: 'active' | 'archived' | 'draft'; now: Date }>,
): Promise<void> {
  await tx.execute(sql`
    update products set status = ${status}, revision = revision + 1, updated_at = ${now}::timestamptz
    where id = any(${sql.param([...ids])}::bigint[])`)
}

/** Returns the prices of these products' variants, in cents. */
export async function selectVariantPrices(
  tx: Transaction,
  ids: readonly number[],
): Promise<{ productId: number; priceCents: number }[]> {
  const found = await queryRows<{ productId: number; priceCents: string | number }>(
    tx,
    sql`
      select product_id as "productId", price_amount as "priceCents" from product_variants
      where product_id = any(${sql.param([...ids])}::bigint[])`,
  )
  return found.map(({ productId, priceCents }) => ({ productId, priceCents: Number(priceCents) }))
}

const pictureJson = (key: string, tint: string) =>
  `json_build_object('key', ${key}, 'image_url', '/media/' || ${key} || '-400.webp', 'tint', ${tint})`

const PUBLICATION_STATE = `case p.status when 'active' then 'published' else 'draft' end`

/** A product as its owner edits it, with the facts that its category requires. */
export type OwnProductRecord = Omit<OwnProductData, 'missingFacts'> & Readonly<{ requiredFacts: FactName[] }>

/**
 * Returns a product for its owner to edit, even if archived; undefined when there is none. Its description is HTML, and
 * its barcodes are GTINs of 14 digits.
 */
export async function selectOwnProduct(
  db: Queryable,
  supplierId: number,
  publicId: string,
): Promise<OwnProductRecord | undefined> {
  const [found] = await queryPrepared<OwnProductRecord>(db, OWN_PRODUCT, [supplierId, publicId])
  return found
}

const OWN_PRODUCT = {
  name: 'catalog_own_product',
  text: `
    select p.public_id as id, p.revision, ${PUBLICATION_STATE} as state, p.is_listed as "isListed", p.moderation,
      p.moderation_reason as "moderationReason", p.name,
      p.description_html as description, c.name as category, p.price_amount as "priceCents", p.is_returnable as "isReturnable",
      p.is_made_to_order as "isMadeToOrder", p.warehouse_id as warehouse,
      (select coalesce(json_agg(${pictureJson('i.file_key', 'i.tint')} order by i.position, i.id), '[]')
        from product_images i where i.product_id = p.id and i.state = 'ready') as pictures,
      (select coalesce(json_agg(json_build_object('id', v.public_id, 'size', v.size, 'color', v.color, 'material', v.material,
          'priceCents', v.price_amount, 'wholesaleCents', v.wholesale_amount, 'minimumRetailCents', v.minimum_retail_amount,
          'sku', v.sku, 'barcode', v.gtin, 'quantity', v.stock) order by v.position, v.id), '[]')
        from product_variants v where v.product_id = p.id) as variants,
      (select coalesce(json_object_agg(i.file_key, i.alt), '{}')
        from product_images i
        where i.product_id = p.id and i.state = 'ready' and i.alt not in ('', p.name)) as "pictureTexts",
      ${FACTS_JSON} as facts, p.stones as "stonesText",
      (select coalesce(json_agg(f.fact order by f.position, f.fact), '[]')
        from category_facts f where f.category_id = p.category_id) as "requiredFacts",
      p.status = 'archived' as "isArchived"
    from products p join categories c on c.id = p.category_id
    where p.supplier_id = $1 and p.public_id = $2`,
}

/** A page of a store's products; a null `status` means all except removed ones. */
export type OwnProductsPage = Readonly<{
  supplierId: number
  status: 'active' | 'draft' | null
  offset: number
  limit: number
}>

/** Returns a page of a store's own products, newest first, and their total count. */
export async function selectOwnProducts(
  db: Queryable,
  { supplierId, status, offset, limit }: OwnProductsPage,
): Promise<{ products: OwnProductRowData[]; total: number }> {
  const [counted] = await queryPrepared<{ total: number }>(db, OWN_PRODUCT_COUNT, [supplierId, status])
  const products = await queryPrepared<OwnProductRowData>(db, OWN_PRODUCTS, [
    supplierId,
    status,
    offset,
    limit,
  ])
  return { products, total: counted?.total ?? 0 }
}

const OWN_FILTER = `p.supplier_id = $1 and p.status <> 'archived' and ($2::text is null or p.status = $2)`

const OWN_PRODUCT_COUNT = {
  name: 'catalog_own_count',
  text: `select count(*)::int as total from products p where ${OWN_FILTER}`,
}

const OWN_PRODUCTS = {
  name: 'catalog_own_products',
  text: `
    select p.public_id as id, p.name, ${PUBLICATION_STATE} as state, p.is_listed as "isListed", c.name as category,
      p.price_amount as "priceCents", p.stock as quantity, p.variant_count as "variantCount",
      case when p.pictures -> 0 is not null then
        ${pictureJson(`(p.pictures -> 0 ->> 'key')`, `p.pictures -> 0 ->> 'tint'`)} end as picture
    from products p join categories c on c.id = p.category_id
    where ${OWN_FILTER} order by p.id desc offset $3 limit $4`,
}

/** Returns the keys that belong to unarchived products of the store, with the paths of the products' pictures. */
export async function selectImportedKeys(
  db: Queryable,
  supplierId: number,
  externalKeys: readonly string[],
): Promise<Map<string, string | null>> {
  const found = await queryRows<{ key: string; picture: string | null }>(
    db,
    sql`
      select external_key as key, '/media/' || (pictures -> 0 ->> 'key') || '-400.webp' as picture from products
      where supplier_id = ${supplierId} and external_key = any(${sql.param([...externalKeys])}::text[])
        and status <> 'archived'`,
  )
  return new Map(found.map(({ key, picture }) => [key, picture]))
}
