import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { type CreatedProduct, createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import {
  asVendor,
  createShopVendor,
  orderInShop,
  publishProduct,
  readShopOrder,
  type ShopVendor,
  topUpWallet,
} from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()

async function findVariantId(product: CreatedProduct): Promise<string> {
  const [found] = await queryRows<{ id: string }>(
    shop.db,
    sql`select public_id as id from product_variants where product_id = ${product.productKey}`,
  )
  return found?.id ?? ''
}

async function setStock(product: CreatedProduct, stock: number): Promise<void> {
  await shop.db.execute(
    sql`update product_variants set stock = ${stock} where product_id = ${product.productKey}`,
  )
  await shop.db.execute(sql`update products set stock = ${stock} where id = ${product.productKey}`)
}

/** Creates a vendor's order of three units with one in stock, and another supplier's product. */
async function createShortOrder() {
  const vendor = await createShopVendor(shop)
  const ring = await publishProduct(shop, vendor, { name: 'Quay ring', stock: 5 })
  const other = await createTestProduct(shop.db, {
    supplier: await createTestSupplier(shop.db),
    name: 'Harbour ring',
    stock: 4,
    price: 12_000,
  })
  await shop.db.execute(
    sql`update product_variants set wholesale_amount = 5000 where wholesale_amount is null`,
  )
  await setStock(ring, 1)
  const number = await orderInShop(shop, vendor, { units: [3] })
  const order = await readShopOrder(shop, vendor, number)
  const [from, to] = [await findVariantId(ring), await findVariantId(other)]
  const replace = (body: object, by: ShopVendor = vendor) =>
    asVendor(shop, by)(`/vendor/orders/${order.id}/lines/${getLine(order)}/replace`, body)
  return { vendor, ring, number, order, from, to, replace }
}

const getLine = (order: object) => getField<string>({ body: order } as never, 'lines', '0', 'id')

test('out-of-stock units are replaced by another supplier’s product, bought units stay, and the log records it', async () => {
  const { vendor, number, order, from, to, replace } = await createShortOrder()
  expect(order).toMatchObject({
    state: 'blocked',
    lines: [{ reason: { code: 'out_of_stock' }, variant: { id: from }, canBeReplaced: true }],
  })
  await topUpWallet(shop, vendor, 500)
  await asVendor(shop, vendor)('/vendor/orders/pay', { orders: [order.id], by: 'wallet' })
  await shop.work()
  expect(await replace({ variantId: to, replaces: from })).toMatchObject({ status: 200 })
  await shop.work()
  const replaced = await readShopOrder(shop, vendor, number)
  expect(replaced).toMatchObject({ reasons: [], lines: [{ variant: { id: to }, quantity: 3 }] })
  await asVendor(shop, vendor)('/vendor/orders/pay', { orders: [order.id], by: 'wallet' })
  await shop.work()
  const bought = await queryRows<{ title: string; quantity: number }>(
    shop.db,
    sql`
      select l.title, l.quantity from supplier_order_lines l join supplier_orders o on o.id = l.supplier_order_id
      join purchases p on p.id = o.purchase_id where p.vendor_order = ${order.id} and p.paid_at is not null order by l.id`,
  )
  expect(bought).toEqual([
    { title: 'Quay ring', quantity: 1 },
    { title: 'Harbour ring', quantity: 2 },
  ])
  expect(await replace({ variantId: from, replaces: to })).toMatchObject({
    status: 409,
    body: { code: 'line_bought' },
  })
  const log = await asVendor(shop, vendor)('/vendor/activity')
  expect(JSON.stringify(log.body)).toContain(`Replaced an item of order ${number}`)
})

test('refuses a repeated replacement, another vendor’s order and a product that is not on sale', async () => {
  const { vendor, ring, number, from, to, replace } = await createShortOrder()
  expect(await replace({ variantId: to, replaces: from }, await createShopVendor(shop))).toMatchObject({
    status: 404,
    body: { code: 'order_not_found' },
  })
  const unknown = { variantId: `var_${'9'.repeat(32)}`, replaces: from }
  expect(await replace(unknown)).toMatchObject({ status: 404, body: { code: 'variant_not_found' } })
  const answers = await Promise.all([1, 2].map(() => replace({ variantId: to, replaces: from })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await replace({ variantId: to, replaces: from })).toMatchObject({ body: { code: 'line_changed' } })

  // When the store sends the order again, the vendor's replacement is kept.
  await setStock(ring, 5)
  await asVendor(shop, vendor)('/vendor/orders?view=all')
  await shop.app.jobs.enqueue(shop.db, { job: 'shop_orders.reconcile_due', input: {} })
  await shop.work()
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({ lines: [{ variant: { id: to } }] })
})
