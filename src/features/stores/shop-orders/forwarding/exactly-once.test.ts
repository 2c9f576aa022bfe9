import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction, queryRows, violatedConstraint } from '#database/database.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { listLedgerErrors } from '#tests/steps/refunds.ts'
import {
  asVendor,
  createShopVendor,
  orderInShop,
  publishProduct,
  readShopOrder,
  topUpWallet,
} from '#tests/steps/vendor-orders.ts'
import { insertUnits } from './order-queries.ts'

const shop = await createTestShop()

const countRows = async (table: string) =>
  (await queryRows(shop.db, sql`select 1 from ${sql.raw(table)}`)).length

async function followAll(times: number): Promise<void> {
  const orders = await queryRows<{ id: string }>(shop.db, sql`select public_id as id from shop_orders`)
  for (const { id } of orders)
    for (let time = 0; time < times; time += 1)
      await shop.app.jobs.enqueue(shop.db, { job: 'forwarding.follow_order', input: { shopOrderId: id } })
  await shop.work()
}

test('an order processed repeatedly and concurrently is bought once', async () => {
  const vendor = await createShopVendor(shop)
  await publishProduct(shop, vendor, { stock: 9 })
  const number = await orderInShop(shop, vendor, { units: [2] })
  await followAll(5)
  expect(await countRows('purchases')).toBe(1)
  await topUpWallet(shop, vendor, 300)
  await followAll(5)
  const { id } = await readShopOrder(shop, vendor, number)
  const answers = await Promise.all(
    [1, 2, 3].map(() => asVendor(shop, vendor)('/vendor/orders/pay', { orders: [id], by: 'wallet' })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  await followAll(3)
  expect([await countRows('supplier_orders'), await countRows('receipts')]).toEqual([1, 2])
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({ lines: [{ bought: 2 }] })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('the database refuses a second supplier order for bought units', async () => {
  const vendor = await createShopVendor(shop)
  await publishProduct(shop, vendor)
  await topUpWallet(shop, vendor, 300)
  await orderInShop(shop, vendor)
  const [bought] = await queryRows<{ purchase: string; key: number; line: string }>(
    shop.db,
    sql`
      select p.public_id as purchase, u.order_id as key, u.external_id as line from shop_order_units u
      join supplier_order_lines l on l.id = u.supplier_order_line_id
      join supplier_orders o on o.id = l.supplier_order_id join purchases p on p.id = o.purchase_id`,
  )
  if (!bought) throw new Error('nothing was bought')
  const doubled = inTransaction(shop.db, async (tx) => {
    await tx.execute(sql`
      insert into purchases (public_id, number, request_hash, email, shipping_method, first_name, last_name, phone, country,
        block_number, street_address, unit_number, building_name, address2, city, state, postcode, currency, subtotal_amount,
        shipping_amount, total_amount, placed_at, expires_at, account_id, channel, vendor_order, vendor_reference, vendor_store)
      select 'pur_second', 'C-SECOND', request_hash, email, shipping_method, first_name, last_name, phone, country,
        block_number, street_address, unit_number, building_name, address2, city, state, postcode, currency, subtotal_amount,
        shipping_amount, total_amount, placed_at, expires_at, account_id, channel, vendor_order, vendor_reference, vendor_store
      from purchases`)
    await tx.execute(sql`
      insert into supplier_orders (public_id, purchase_id, supplier_id, warehouse, state, currency, items_amount,
        shipping_amount, total_amount, created_at, updated_at)
      select 'ord_second', (select id from purchases where public_id = 'pur_second'), supplier_id, warehouse,
        'awaiting_payment', currency, items_amount, shipping_amount, total_amount, created_at, updated_at
      from supplier_orders`)
    await tx.execute(sql`
      insert into supplier_order_lines (supplier_order_id, product_id, variant_id, product_public_id, title, variant_title,
        sku, quantity, unit_amount, line_amount)
      select (select id from supplier_orders where public_id = 'ord_second'), product_id, variant_id, product_public_id,
        title, variant_title, sku, quantity, unit_amount, line_amount from supplier_order_lines`)
    await insertUnits(tx, { key: bought.key, purchase: 'pur_second', externalIds: [bought.line] })
  })
  expect(await doubled.then(() => undefined, violatedConstraint)).toBe('shop_order_units_once')
})

test('of two concurrent orders that need a wallet’s whole balance one is paid', async () => {
  const vendor = await createShopVendor(shop)
  await publishProduct(shop, vendor, { stock: 9 })
  const numbers = [await orderInShop(shop, vendor), await orderInShop(shop, vendor)]
  const settings = { autoPay: false, lowBalance: 0 }
  await asVendor(shop, vendor)('/vendor/wallet/settings', settings)
  await topUpWallet(shop, vendor, 42.06)
  const ids = await Promise.all(numbers.map(async (number) => (await readShopOrder(shop, vendor, number)).id))
  const answers = await Promise.all(
    ids.map((id) => asVendor(shop, vendor)('/vendor/orders/pay', { orders: [id], by: 'wallet' })),
  )
  expect(answers.map(({ body }) => Reflect.get(Object(body), 'paid')).toSorted()).toEqual([0, 1])
  expect(answers.map(({ text }) => text).join()).toContain('There isn’t enough money in your wallet.')
  await shop.work()
  const states = await Promise.all(
    numbers.map(async (number) => (await readShopOrder(shop, vendor, number))['state']),
  )
  expect(states.toSorted()).toEqual(['in_progress', 'to_pay'])
  expect(await asVendor(shop, vendor)('/vendor/wallet')).toMatchObject({ body: { wallet: { balance: 0 } } })
  expect(await listLedgerErrors(shop)).toEqual([])
})
