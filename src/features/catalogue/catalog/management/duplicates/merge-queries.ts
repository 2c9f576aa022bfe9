import { sql } from 'drizzle-orm'
import { queryRows, type Transaction } from '#database/database.ts'
import type { MergeRecord } from './duplicate-queries.ts'

/** Returns products' internal keys by their public ids. */
export async function selectProductKeys(
  tx: Transaction,
  publicIds: readonly string[],
): Promise<Map<string, number>> {
  const found = await queryRows<{ id: number; publicId: string }>(
    tx,
    sql`select id::int as id, public_id as "publicId" from products where public_id = any(${sql.param([...publicIds])}::text[])`,
  )
  return new Map(found.map(({ id, publicId }) => [publicId, id]))
}

/**
 * Moves variants to the end of another product, with copies of their pictures; returns the former state. Variants are
 * given by their public ids. Both products and their variants are locked by the caller.
 */
export async function moveVariants(
  tx: Transaction,
  { variantIds, to, now }: Readonly<{ variantIds: readonly string[]; to: number; now: Date }>,
): Promise<Pick<MergeRecord, 'moved' | 'imageIds'>> {
  if (variantIds.length === 0) return { moved: [], imageIds: [] }
  const ids = sql`${sql.param([...variantIds])}::text[]`
  const moved = await queryRows<MergeRecord['moved'][number]>(
    tx,
    sql`
    select id::int as "variantId", position, image_id::int as "imageId" from product_variants
    where public_id = any(${ids}) order by product_id, position, id`,
  )
  const copied = await queryRows<{ id: number }>(
    tx,
    sql`
    insert into product_images (product_id, position, source_url, file_key, width, height, tint, alt, state, failure)
    select ${to}, m.last + row_number() over (order by i.id), i.source_url, i.file_key, i.width, i.height, i.tint, i.alt, i.state, i.failure
    from product_images i, (select coalesce(max(position), 0) as last from product_images where product_id = ${to}) m
    where i.id in (select image_id from product_variants where public_id = any(${ids}))
    on conflict (product_id, source_url) do nothing returning id::int as id`,
  )
  await tx.execute(sql`
    update product_variants v set product_id = ${to}, position = x.position, updated_at = ${now}::timestamptz,
      image_id = (select n.id from product_images n join product_images o on o.source_url = n.source_url
        where n.product_id = ${to} and o.id = v.image_id)
    from (
      select w.id, (select coalesce(max(position), 0) from product_variants where product_id = ${to})
        + row_number() over (order by w.product_id, w.position, w.id) as position
      from product_variants w where w.public_id = any(${ids})) x
    where v.id = x.id`)
  return { moved, imageIds: copied.map(({ id }) => id) }
}

/**
 * Returns moved variants to their former product if they are still where the merge put them; returns their number. Both
 * products and their variants are locked by the caller.
 */
export async function returnVariants(
  tx: Transaction,
  { moved, imageIds }: Pick<MergeRecord, 'moved' | 'imageIds'>,
  { from, to, now }: Readonly<{ from: number; to: number; now: Date }>,
): Promise<number> {
  const returned = await queryRows(
    tx,
    sql`
    update product_variants v set product_id = ${to}, position = x.position, updated_at = ${now}::timestamptz,
      image_id = (select i.id from product_images i where i.id = x."imageId" and i.product_id = ${to})
    from json_to_recordset(${JSON.stringify(moved)}::json) x("variantId" bigint, position int, "imageId" bigint)
    where v.id = x."variantId" and v.product_id = ${from} returning v.id`,
  )
  await tx.execute(sql`
    delete from product_images i where i.id = any(${sql.param([...imageIds])}::bigint[]) and i.product_id = ${from}
      and not exists (select from product_variants v where v.image_id = i.id)`)
  return returned.length
}
