import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { createTestProduct } from '../shop/factories.ts'
import type { TestShop } from '../shop/shop.ts'
import { asVendor, createShopVendor, publishProducts, type ShopVendor } from './vendor-orders.ts'

/** Publishes a product in two sizes in a vendor's practice shop: five of 52 and two of 54. */
export async function publishRing(shop: TestShop, platform: 'woocommerce' | 'shopify') {
  const vendor = await createShopVendor(shop, { isReal: false, platform })
  const ring = await createTestProduct(shop.db, { name: 'Quay ring', stock: 5, price: 12_000 })
  const key = ring.productKey
  await shop.db.execute(sql`update product_variants set size = '52' where product_id = ${key}`)
  await shop.db.execute(sql`
    insert into product_variants (public_id, product_id, supplier_id, position, sku, size, price_amount, stock)
    select 'var_' || md5(public_id), product_id, supplier_id, 2, sku || '-54', '54', price_amount, 2
    from product_variants where product_id = ${key}`)
  await publishProducts(shop, vendor, [ring])
  const ours = await queryRows<{ sku: string }>(
    shop.db,
    sql`select public_id as sku from product_variants where product_id = ${key} order by position`,
  )
  const [sku52 = '', sku54 = ''] = ours.map(({ sku }) => sku)
  const ids = new Map<string, string>()
  for (const sku of [sku52, sku54]) {
    const [found] = await queryRows<{ id: string }>(
      shop.db,
      sql`select id from practice_products where sku = ${sku}`,
    )
    ids.set(sku, found?.id ?? '')
  }
  return {
    vendor,
    key,
    productId: ring.id,
    skus: [sku52, sku54] as const,
    ids: [ids.get(sku52) ?? '', ids.get(sku54) ?? ''],
  }
}

/** Changes the SKUs of variants in a practice shop, as its owner does, and syncs. */
export async function setSkus(
  shop: TestShop,
  vendor: ShopVendor,
  skus: readonly (readonly [id: string, sku: string])[],
): Promise<void> {
  for (const [id] of skus)
    await shop.db.execute(sql`update practice_products set sku = ${`moving-${id}`} where id = ${id}`)
  for (const [id, sku] of skus)
    await shop.db.execute(sql`update practice_products set sku = ${sku} where id = ${id}`)
  await asVendor(shop, vendor)('/stores/sync', {})
  await shop.work()
}

/** Returns variants' ids with the SKU of each. */
export function pairSkus(ids: readonly string[], skus: readonly (string | undefined)[]): [string, string][] {
  return ids.map((id, index) => [id, skus[index] ?? ''])
}

/** Changes the sizes that a practice shop shows for variations, as its owner does. */
export async function showSizes(
  shop: TestShop,
  ids: readonly string[],
  sizes: readonly string[],
): Promise<void> {
  for (const [index, id] of ids.entries())
    await shop.db.execute(sql`
      update practice_products set attributes = jsonb_set(attributes, '{0,option}', ${JSON.stringify(sizes[index])}::jsonb)
      where id = ${id}`)
}

/** Returns the stock and the price of variants in a practice shop, by their ids. */
export async function readOffers(
  shop: TestShop,
  ids: readonly string[],
): Promise<{ quantity: number; price: string }[]> {
  const found = await queryRows<{ id: string; quantity: number; price: string }>(
    shop.db,
    sql`
      select id, quantity, regular_price as price from practice_products
      where id = any(${sql.param([...ids])}::bigint[])`,
  )
  return ids.flatMap((id) =>
    found.filter((one) => String(one.id) === String(id)).map(({ quantity, price }) => ({ quantity, price })),
  )
}
