import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { asOperator } from '#tests/steps/refunds.ts'
import { createPaidOrder } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()

/** A paid order of a vendor at a moment; returns what was paid for it in cents. */
async function createVendorOrder(accountId: number, paidAt: string): Promise<number> {
  const { purchaseId } = await createPaidOrder(shop)
  const [row] = await queryRows<{ total: number }>(
    shop.db,
    sql`
      update purchases set channel = 'vendor', account_id = ${accountId}, vendor_order = public_id, vendor_reference = '#1',
        vendor_store = 'Store', paid_at = ${paidAt}::timestamptz
      where public_id = ${purchaseId} returning total_amount as total`,
  )
  return row?.total ?? 0
}

const createVendor = async () => (await createSignedInAccount(shop.db, shop.now(), { type: 'vendor' })).id

test('vendors are counted by the month of their first order, with who ordered in each later month and for how much', async () => {
  // The clock stands in March 2026.
  const [one, two, old] = [await createVendor(), await createVendor(), await createVendor()]
  const first = await createVendorOrder(one, '2026-01-31T23:30:00Z')
  const second = await createVendorOrder(two, '2026-01-05T00:00:00Z')
  const later = [
    await createVendorOrder(one, '2026-03-01T00:00:00Z'),
    await createVendorOrder(one, '2026-03-02T00:00:00Z'),
  ]
  await createVendorOrder(old, '2025-03-31T23:59:59Z')
  await createVendorOrder(old, '2026-02-02T00:00:00Z')
  await createPaidOrder(shop)
  expect((await asOperator(shop, '/operator/vendor-cohorts')).body).toMatchObject({
    currency: 'USD',
    cohorts: [
      {
        month: '2026-01',
        vendors: 2,
        months: [
          { vendors: 2, revenue: first + second },
          { vendors: 0, revenue: 0 },
          { vendors: 1, revenue: later.reduce((sum, amount) => sum + amount, 0) },
        ],
      },
    ],
  })
})

test('a shop without orders of vendors has no cohorts', async () => {
  await createVendor()
  expect((await asOperator(shop, '/operator/vendor-cohorts')).body).toMatchObject({ cohorts: [] })
})
