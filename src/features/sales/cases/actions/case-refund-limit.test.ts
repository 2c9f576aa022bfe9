import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createRefundRequester, applyDispute } from '#features/money/refunds/service.ts'
import { createCase, readCase, actAsSupplier } from '#tests/steps/cases.ts'
import { listLedgerErrors, readSandboxRefunds } from '#tests/steps/refunds.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createSentOrder } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()

/** Opens a dispute about a part of the newest payment. */
async function disputeAmount(amount: number): Promise<void> {
  const [receipt] = await queryRows<{ id: string }>(
    shop.db,
    sql`select external_id as id from receipts order by receipts.id desc limit 1`,
  )
  const { enqueue } = shop.app.jobs
  await applyDispute(shop.db, {
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
    deps: { enqueue, refund: createRefundRequester(enqueue) },
    now: shop.now(),
  })
}

test('a case refunds at most what a dispute has left, and reports that amount', async () => {
  const created = await createSentOrder(shop)
  const { id, version } = await createCase(created, { withReturn: true })
  await actAsSupplier(created, id, { action: 'accept', version })
  await disputeAmount(4_206)
  expect(await readCase(created, id)).toMatchObject({ agreed: { amount: 10_206 }, given: null })
  await actAsSupplier(created, id, { action: 'receive_back' })
  expect(await readCase(created, id)).toMatchObject({ agreed: { amount: 10_206 }, given: 6_000 })
  await shop.work()
  expect(await readSandboxRefunds(shop)).toEqual({ times: 1, amount: 6_000 })
  expect(await listLedgerErrors(shop)).toEqual([])
})
