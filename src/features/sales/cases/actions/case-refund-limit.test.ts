import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { createRefundRequester, takeDispute } from '#features/money/refunds/service.ts'
import { openedCase, readCase, supplierActs } from '#tests/steps/cases.ts'
import { brokenRules, givenBySandbox } from '#tests/steps/refunds.ts'
import { testShop } from '#tests/shop/shop.ts'
import { sentOrder } from '#tests/steps/supplier-orders.ts'

const shop = await testShop()

/** The bank takes a part of the newest payment back. */
async function disputeAmount(amount: number): Promise<void> {
  const [receipt] = await rows<{ id: string }>(
    shop.db,
    sql`select external_id as id from receipts order by receipts.id desc limit 1`,
  )
  const { enqueue } = shop.app.jobs
  await takeDispute(shop.db, {
    provider: 'sandbox',
    dispute: {
      disputeId: `dp_${amount}`,
      receiptId: receipt?.id ?? '',
      currency: 'USD',
      amount,
      fee: 0,
      feeCurrency: 'USD',
      state: 'open',
      reason: 'product_unacceptable',
      respondBy: undefined,
    },
    desk: { enqueue, refund: createRefundRequester(enqueue) },
    now: shop.now(),
  })
}

test('where the bank was faster, less is given than was agreed, and that is what is told', async () => {
  const created = await sentOrder(shop)
  const { id, version } = await openedCase(created, { withReturn: true })
  await supplierActs(created, id, { action: 'accept', version })
  await disputeAmount(4_206)
  expect(await readCase(created, id)).toMatchObject({ agreed: { amount: 10_206 }, given: null })
  await supplierActs(created, id, { action: 'receive_back' })
  expect(await readCase(created, id)).toMatchObject({ agreed: { amount: 10_206 }, given: 6_000 })
  await shop.work()
  expect(await givenBySandbox(shop)).toEqual({ times: 1, amount: 6_000 })
  expect(await brokenRules(shop)).toEqual([])
})
