import { sql } from 'drizzle-orm'
import { type Queryable, type Transaction, queryPrepared, queryRows } from '#database/database.ts'
import type { PriceListData, PriceListFormData, WholesaleVariantData } from './contract.ts'

const LABEL = `p.name || case when v.title = '' then '' else ' – ' || v.title end`

/** Returns a store's price lists, newest first; all if `publicId` is null. */
export async function selectPriceLists(
  db: Queryable,
  supplierId: number,
  publicId: string | null = null,
): Promise<PriceListData[]> {
  return queryPrepared<PriceListData>(db, PRICE_LISTS, [supplierId, publicId])
}

const PRICE_LISTS = {
  name: 'catalog_price_lists',
  text: `
    select l.public_id as id, l.revision, l.name, l.percent_off_bps as "percentOffBps", l.minimum_quantity as "minimumQuantity",
      case when l.audience = 'chosen' then (select coalesce(json_agg(n.email order by n.email), '[]')
        from price_list_vendors n where n.price_list_id = l.id) end as vendors,
      (select coalesce(json_agg(json_build_object('variantId', v.public_id, 'label', ${LABEL}, 'wholesaleCents', v.wholesale_amount,
          'minimumQuantity', e.minimum_quantity, 'amountCents', e.amount)
          order by p.name, v.position, v.id, e.minimum_quantity), '[]')
        from price_list_entries e join product_variants v on v.id = e.variant_id join products p on p.id = v.product_id
        where e.price_list_id = l.id) as entries
    from price_lists l
    where l.supplier_id = $1 and ($2::text is null or l.public_id = $2) order by l.id desc`,
}

/** Returns how many price lists a store has. */
export async function countPriceLists(tx: Transaction, supplierId: number): Promise<number> {
  const [counted] = await queryRows<{ n: number }>(
    tx,
    sql`select count(*)::int as n from price_lists where supplier_id = ${supplierId}`,
  )
  return counted?.n ?? 0
}

/** Returns a store's price list, locked until the transaction ends. */
export async function lockPriceList(
  tx: Transaction,
  supplierId: number,
  publicId: string,
): Promise<Readonly<{ id: number; revision: number }> | undefined> {
  const [locked] = await queryRows<{ id: number; revision: number }>(
    tx,
    sql`select id, revision from price_lists where supplier_id = ${supplierId} and public_id = ${publicId} for update`,
  )
  return locked
}

/** Inserts a price list without vendors and entries; returns its key. */
export async function insertPriceList(
  tx: Transaction,
  list: Readonly<{ publicId: string; supplierId: number; name: string; now: Date }>,
): Promise<number> {
  const [added] = await queryRows<{ id: number }>(
    tx,
    sql`
      insert into price_lists (public_id, supplier_id, name, audience, revision, created_at, updated_at)
      values (${list.publicId}, ${list.supplierId}, ${list.name}, 'all', 0, ${list.now}, ${list.now}) returning id`,
  )
  if (!added) throw new Error('a price list was not inserted')
  return added.id
}

/** Replaces the prices and vendors of a price list; its variants must belong to the store. */
export async function writePriceList(
  tx: Transaction,
  id: number,
  { written, now }: Readonly<{ written: PriceListFormData; now: Date }>,
): Promise<void> {
  const { name, vendors, percentOffBps, minimumQuantity, entries } = written
  await tx.execute(sql`
    update price_lists set name = ${name}, audience = ${vendors ? 'chosen' : 'all'}, percent_off_bps = ${percentOffBps},
      minimum_quantity = ${minimumQuantity}, revision = revision + 1, updated_at = ${now}::timestamptz
    where id = ${id}`)
  await tx.execute(sql`delete from price_list_vendors where price_list_id = ${id}`)
  await tx.execute(sql`
    insert into price_list_vendors (price_list_id, email)
    select distinct ${id}::bigint, email from unnest(${sql.param(vendors ?? [])}::text[]) email`)
  await tx.execute(sql`delete from price_list_entries where price_list_id = ${id}`)
  await tx.execute(sql`
    insert into price_list_entries (price_list_id, variant_id, minimum_quantity, amount)
    select ${id}::bigint, v.id, x."minimumQuantity", min(x."amountCents")
    from json_to_recordset(${JSON.stringify(entries)}::json)
      as x("variantId" text, "minimumQuantity" int, "amountCents" bigint)
    join product_variants v on v.public_id = x."variantId" group by v.id, x."minimumQuantity"`)
}

/** Removes a price list of the store; returns whether there was one. */
export async function deletePriceList(db: Queryable, supplierId: number, publicId: string): Promise<boolean> {
  const removed = await queryRows(
    db,
    sql`delete from price_lists where supplier_id = ${supplierId} and public_id = ${publicId} returning id`,
  )
  return removed.length > 0
}

/** Returns these unarchived variants of the store, with their wholesale prices. */
export async function selectVariantsById(
  db: Queryable,
  supplierId: number,
  publicIds: readonly string[],
): Promise<(Omit<WholesaleVariantData, 'wholesaleCents'> & { wholesaleCents: number | null })[]> {
  return queryPrepared(db, VARIANTS_BY_ID, [supplierId, [...publicIds]])
}

const VARIANTS_BY_ID = {
  name: 'catalog_wholesale_by_id',
  text: `
    select v.public_id as id, ${LABEL} as label, v.sku, v.wholesale_amount as "wholesaleCents"
    from product_variants v join products p on p.id = v.product_id
    where v.supplier_id = $1 and v.public_id = any($2::text[]) and p.status <> 'archived'`,
}

/** Returns up to twenty variants with a wholesale price whose product's name or SKU contains the text. */
export async function selectWholesaleVariants(
  db: Queryable,
  supplierId: number,
  search: string,
): Promise<WholesaleVariantData[]> {
  const pattern = `%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return queryPrepared<WholesaleVariantData>(db, WHOLESALE_VARIANTS, [supplierId, pattern])
}

const WHOLESALE_VARIANTS = {
  name: 'catalog_wholesale_variants',
  text: `
    select v.public_id as id, ${LABEL} as label, v.sku, v.wholesale_amount as "wholesaleCents"
    from product_variants v join products p on p.id = v.product_id
    where p.supplier_id = $1 and p.status <> 'archived' and v.wholesale_amount is not null
      and (p.name_norm like f_unaccent($2) or lower(v.sku) like $2)
    order by p.name, p.id, v.position, v.id limit 20`,
}
