import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestProduct } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import {
  asVendor,
  createShopVendor,
  orderInShop,
  publishProducts,
  readShopOrder,
} from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()

test('a vendor matches an unrecognised item to a variant of a listing, with a suggestion', async () => {
  const vendor = await createShopVendor(shop)
  const ring = await createTestProduct(shop.db, { name: 'Quay ring', stock: 5, price: 12_000 })
  await shop.db.execute(sql`update product_variants set size = '52'`)
  await shop.db.execute(sql`
    insert into product_variants (public_id, product_id, supplier_id, position, sku, size, price_amount, stock)
    select 'var_' || repeat('7', 32), product_id, supplier_id, 2, 'QUAY-54', '54', price_amount, 5 from product_variants`)
  await publishProducts(shop, vendor, [ring])
  await shop.db.execute(sql`delete from store_listing_variants`)
  const number = await orderInShop(shop, vendor, { units: [0, 2] })
  const order = await readShopOrder(shop, vendor, number)
  expect(order).toMatchObject({
    state: 'blocked',
    reasons: [{ code: 'unmapped' }],
    lines: [
      {
        kind: 'unmapped',
        options: [
          { title: '52', stock: 5, isSuggested: false },
          { title: '54', stock: 5, isSuggested: true },
        ],
      },
    ],
  })
  const line = getField<{ id: string; options: readonly { id: string }[] }>(
    { body: order } as never,
    'lines',
    '0',
  )
  const path = `/vendor/orders/${order.id}/lines/${line.id}/match`
  const match = async (variantId: string, by = vendor) => asVendor(shop, by)(path, { variantId })
  const [, second = { id: '' }] = line.options
  expect(await match(second.id, await createShopVendor(shop))).toMatchObject({ status: 404 })
  expect(await match(`var_${'9'.repeat(32)}`)).toMatchObject({
    status: 404,
    body: { code: 'variant_not_found' },
  })
  expect(await match(second.id)).toMatchObject({ status: 200 })
  await shop.work()
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({
    state: 'to_pay',
    reasons: [],
    lines: [{ kind: 'ours', options: [] }],
  })
  expect(await match(second.id)).toMatchObject({ status: 409, body: { code: 'line_matched' } })
})
