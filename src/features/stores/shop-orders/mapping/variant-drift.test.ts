import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { pairSkus, publishRing, setSkus } from '#tests/steps/variant-drift.ts'
import {
  asVendor,
  createShopVendor,
  orderInShop,
  publishProducts,
  readShopOrder,
  type ShopVendor,
} from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()

/** Returns the stock of store variants by ID. */
async function readStock(ids: readonly string[]): Promise<number[]> {
  const found = await queryRows<{ id: string; quantity: number }>(
    shop.db,
    sql`select id, quantity from practice_products where id = any(${sql.param([...ids])}::bigint[])`,
  )
  return ids.map((id) => found.find((one) => String(one.id) === String(id))?.quantity ?? -1)
}

async function readBoughtSizes(orderId: string): Promise<unknown[]> {
  return queryRows(
    shop.db,
    sql`
      select l.quantity, v.size from shop_order_lines l join shop_orders o on o.id = l.order_id
      left join product_variants v on v.id = l.variant_id where o.public_id = ${orderId} order by l.place`,
  )
}

const readProblem = async (vendor: ShopVendor) =>
  getField<string | null>(
    await asVendor(shop, vendor)('/stores/selection'),
    'selection',
    '0',
    'sync',
    'problem',
  )

test.each(['woocommerce', 'shopify'] as const)(
  '%s: after an owner swaps the SKUs of two variants, stock stays right and orders wait until the SKUs are restored',
  async (platform) => {
    const { vendor, skus, ids } = await publishRing(shop, platform)
    await setSkus(shop, vendor, pairSkus(ids, skus.toReversed()))
    expect(await readStock(ids)).toEqual([5, 2])
    expect(await readProblem(vendor)).toContain('“52” has the SKU of “54”')
    const order = await readShopOrder(shop, vendor, await orderInShop(shop, vendor, { units: [1, 2] }))
    expect(order).toMatchObject({
      state: 'blocked',
      reasons: [{ code: 'unmapped' }],
      lines: [{ kind: 'unmapped' }, { kind: 'unmapped' }],
    })
    expect(await readBoughtSizes(order.id)).toEqual([
      { quantity: 1, size: null },
      { quantity: 2, size: null },
    ])

    await setSkus(shop, vendor, pairSkus(ids, skus))
    expect(await readProblem(vendor)).toBeNull()
    const next = await readShopOrder(shop, vendor, await orderInShop(shop, vendor, { units: [2, 1] }))
    expect(await readBoughtSizes(next.id)).toEqual([
      { quantity: 2, size: '52' },
      { quantity: 1, size: '54' },
    ])
  },
)

test.each(['woocommerce', 'shopify'] as const)(
  '%s: variants with the owner’s own SKUs are recognised, and their orders get the right ones',
  async (platform) => {
    const { vendor, ids, key } = await publishRing(shop, platform)
    await setSkus(shop, vendor, pairSkus(ids, ['OWN-A', 'OWN-B']))
    expect(await readProblem(vendor)).toBeNull()
    await shop.db.execute(
      sql`update product_variants set stock = stock + 3 where product_id = ${key} and size = '54'`,
    )
    await setSkus(shop, vendor, pairSkus(ids, ['OWN-B', 'OWN-A']))
    expect(await readStock(ids)).toEqual([5, 5])
    const order = await readShopOrder(shop, vendor, await orderInShop(shop, vendor, { units: [1, 2] }))
    expect(await readBoughtSizes(order.id)).toEqual([
      { quantity: 1, size: '52' },
      { quantity: 2, size: '54' },
    ])
  },
)

test.each(['woocommerce', 'shopify'] as const)(
  '%s: after an owner swaps the SKUs of two products without variants, their orders wait',
  async (platform) => {
    const vendor = await createShopVendor(shop, { isReal: false, platform })
    const products = [await createTestProduct(shop.db), await createTestProduct(shop.db)]
    await publishProducts(shop, vendor, products)
    const listed = await queryRows<{ id: string; sku: string }>(
      shop.db,
      sql`select id, sku from practice_products where sku ~ '^(prd|var)_' order by id`,
    )
    const ids = listed.map(({ id }) => id)
    const skus = listed.map(({ sku }) => sku)
    expect(ids).toHaveLength(2)
    await setSkus(shop, vendor, pairSkus(ids, skus.toReversed()))
    expect(await readProblem(vendor)).toContain('this product has the SKU of another product')
    const order = await readShopOrder(shop, vendor, await orderInShop(shop, vendor, { units: [1, 1] }))
    expect(order).toMatchObject({ state: 'blocked', reasons: [{ code: 'unmapped' }] })
    await setSkus(shop, vendor, pairSkus(ids, ['', '']))
    expect(await readProblem(vendor)).toBeNull()
    const next = await readShopOrder(shop, vendor, await orderInShop(shop, vendor, { units: [1, 1] }))
    expect(next).toMatchObject({ lines: [{ kind: 'ours' }, { kind: 'ours' }] })
  },
)

test('a stock sent in a failed attempt is not mistaken for the last successful one', async () => {
  const { vendor, ids, skus, key } = await publishRing(shop, 'woocommerce')
  const setStock = async (stock: number) => {
    await shop.db.execute(
      sql`update product_variants set stock = ${stock} where product_id = ${key} and size = '52'`,
    )
    await shop.app.jobs.enqueue(shop.db, { job: 'listings.push_changes', input: {} })
    await shop.work()
  }
  await setSkus(shop, vendor, pairSkus(ids, skus.toReversed()))
  await setStock(9)
  expect(await readStock(ids)).toEqual([9, 2])
  await setStock(5)
  expect(await readStock(ids)).toEqual([5, 2])
  expect(await readProblem(vendor)).toContain('“52” has the SKU of “54”')
})

test('a store’s product that is linked to another product counts as that one from then on', async () => {
  const vendor = await createShopVendor(shop, { isReal: false })
  const products = [await createTestProduct(shop.db), await createTestProduct(shop.db)]
  await publishProducts(shop, vendor, products)
  await shop.db.execute(sql`update practice_products set sku = '' where sku like 'prd_%'`)
  await shop.db.execute(sql`
    update store_listings l set external_id = o.external_id from store_listings o
    where o.connection_id = l.connection_id and o.product_id <> l.product_id`)
  await asVendor(shop, vendor)('/stores/sync', {})
  await shop.work()
  const order = await readShopOrder(shop, vendor, await orderInShop(shop, vendor, { units: [1] }))
  const [line] = await queryRows<{ key: number }>(
    shop.db,
    sql`select l.product_id::int as key from shop_order_lines l join shop_orders o on o.id = l.order_id where o.public_id = ${order.id}`,
  )
  expect(line?.key).toBe(products[1]?.productKey)
})
