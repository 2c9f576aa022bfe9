import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { asVendor, createShopVendor } from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()

test('a vendor sees a product’s cost with shipping to a country, its stock’s age, and its supplier’s reliability', async () => {
  const vendor = await createShopVendor(shop, { isReal: false })
  const supplier = await createTestSupplier(shop.db, { name: 'Harbour' })
  const { id } = await createTestProduct(shop.db, { supplier, price: 12_000, stock: 7, name: 'Harbour ring' })
  await shop.db.execute(
    sql`update product_variants set wholesale_amount = 4000, counted_at = ${shop.now()}, updated_at = ${shop.now()}`,
  )
  const read = (country: string) => asVendor(shop, vendor)(`/vendor/products/${id}/costs?country=${country}`)
  expect(await read('SG')).toMatchObject({
    status: 200,
    body: {
      costs: {
        name: 'Harbour ring',
        variants: [{ cost: 40, suggestedPrice: 120, stock: 7, minimumPrice: null }],
        stockConfirmedAt: shop.now().toISOString(),
        shipping: expect.arrayContaining([
          expect.objectContaining({ amount: expect.any(Number), minDays: expect.any(Number) }),
        ]),
        supplier: { name: 'Harbour', shippedOnTime: null },
        stores: [{ currency: 'USD', rate: 1 }],
      },
    },
  })
  await shop.db.execute(sql`
    insert into supplier_reliability (supplier_id, computed_at, finished, due, shipped_late, delivered, delivered_late, paid,
      cancelled, out_of_stock, tracked, invalid_tracking, answered, answer_minutes, lost_cases)
    values (${supplier.id}, ${shop.now()}, 40, 40, 2, 40, 4, 50, 1, 0, 40, 0, 40, 30, 0)`)
  expect(await read('SG')).toMatchObject({
    body: { costs: { supplier: { shippedOnTime: 95, deliveredOnTime: 90, notCancelled: 98 } } },
  })
})

test('refuses costs of unavailable products and for unknown countries', async () => {
  const vendor = await createShopVendor(shop, { isReal: false })
  const { id } = await createTestProduct(shop.db, {})
  const unknown = `prd_${'0'.repeat(32)}`
  const call = asVendor(shop, vendor)
  expect(await call(`/vendor/products/${unknown}/costs?country=SG`)).toMatchObject({
    status: 404,
    body: { code: 'product_not_found' },
  })
  expect(await call(`/vendor/products/${id}/costs?country=Singapore`)).toMatchObject({ status: 400 })
})
