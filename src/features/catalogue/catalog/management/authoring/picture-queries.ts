import { sql } from 'drizzle-orm'
import { type Queryable, type Transaction, queryRows } from '#database/database.ts'
import type { StoredPicture } from '#platform/files/pictures.ts'

/** A picture that a store uploaded. */
export type ProductPictureUpload = StoredPicture & Readonly<{ supplierId: number; now: Date }>

/** Records an uploaded picture that belongs to no product yet. */
export async function insertUpload(db: Queryable, upload: ProductPictureUpload): Promise<void> {
  const { key, width, height, tint, supplierId, now } = upload
  await db.execute(sql`
    insert into product_uploads (key, supplier_id, width, height, tint, created_at)
    values (${key}, ${supplierId}, ${width}, ${height}, ${tint}, ${now})`)
}

/** A product's pictures in their order, and their alternative text. */
export type ProductPictures = Readonly<{
  productId: number
  supplierId: number
  keys: readonly string[]
  alt: string
  /** The alternative text before the change: a picture with that text gets the new one. */
  previousAlt: string
  /** Alternative texts by the pictures' keys; an empty one means `alt`. */
  texts: Readonly<Record<string, string>>
  /** Whether only the owner has seen the product: pictures removed from it can be deleted. */
  isDraft: boolean
}>

/**
 * Sets a product's pictures to exactly these: its own, and its store's unused uploads. Returns how many of these exist.
 * Pictures of a feed that are not fetched yet stay, and come after them.
 */
export async function setPictures(tx: Transaction, pictures: ProductPictures): Promise<number> {
  const { productId, supplierId, alt, previousAlt } = pictures
  const texts = sql`${JSON.stringify(pictures.texts)}::jsonb`
  const keys = sql`${sql.param([...pictures.keys])}::text[]`
  await tx.execute(sql`
    delete from product_images where product_id = ${productId} and file_key is not null and file_key <> all(${keys})`)
  // Pictures that orders may show are kept; those of a draft are deleted later with the other unattached uploads.
  if (pictures.isDraft)
    await tx.execute(sql`
      update product_uploads set product_id = null where product_id = ${productId} and key <> all(${keys})`)
  else
    await tx.execute(sql`delete from product_uploads where product_id = ${productId} and key <> all(${keys})`)
  await tx.execute(sql`
    insert into product_images (product_id, position, source_url, file_key, width, height, tint, alt, state)
    select ${productId}::bigint, w.position, 'upload:' || u.key, u.key, u.width, u.height, u.tint,
      coalesce(nullif(${texts} ->> u.key, ''), ${alt}), 'ready'
    from unnest(${keys}) with ordinality w(key, position) join product_uploads u on u.key = w.key
    where u.supplier_id = ${supplierId} and u.product_id is null
    order by w.position
    on conflict (product_id, source_url) do nothing`)
  await tx.execute(sql`
    update product_uploads set product_id = ${productId}
    where supplier_id = ${supplierId} and product_id is null and key = any(${keys})`)
  await tx.execute(sql`
    update product_images i set position = w.position, alt = w.alt
    from (
      select o.id, k.position, case
          when ${texts} ->> k.key <> '' then ${texts} ->> k.key
          when ${texts} ? k.key or (o.source_url like 'upload:%' and o.alt = ${previousAlt}) then ${alt}
          else o.alt end as alt
      from unnest(${keys}) with ordinality k(key, position)
      join product_images o on o.product_id = ${productId} and o.file_key = k.key) w
    where i.id = w.id and (i.position, i.alt) is distinct from (w.position, w.alt)`)
  const [total] = await queryRows<{ n: number }>(
    tx,
    sql`
      select count(distinct file_key)::int as n from product_images
      where product_id = ${productId} and file_key = any(${keys})`,
  )
  return total?.n ?? 0
}
