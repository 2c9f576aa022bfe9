import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refundAsOperator } from '#tests/steps/refunds.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  createParcelBody,
  postAsSupplier,
  readOrderMoney,
  createSubmittedOrder,
} from '#tests/steps/supplier-orders.ts'
import { shareOfEscrow } from '../rules.ts'

const shop = await createTestShop()

test('shares of the escrow never exceed the items’ amounts and add up to it', () => {
  const unitAmounts = fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(
      unitAmounts,
      fc.nat(50_000),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (amounts, shipping, part) => {
        const paid = amounts.reduce((sum, amount) => sum + amount, shipping)
        let escrow = Math.max(1, Math.floor(paid * part))
        const escrowBefore = escrow
        let totalWorth = paid
        let out = 0
        for (const [index, amount] of amounts.entries()) {
          const share = shareOfEscrow(amount, { escrow, whole: totalWorth })
          expect(share).toBeLessThanOrEqual(amount)
          // Each item loses the same share of the refund, up to a cent for each item before it.
          expect(Math.abs(share - (amount * escrowBefore) / paid)).toBeLessThanOrEqual(index + 1)
          escrow -= share
          out += share
          totalWorth -= amount
          expect(escrow > 0 || totalWorth === 0).toBe(true)
        }
        expect(out + escrow).toBe(escrowBefore)
        expect(shareOfEscrow(shipping, { escrow, whole: totalWorth })).toBe(escrow)
      },
    ),
  )
})

test('after a partial refund, unshipped items refund their share of the escrow, and the others still earn', async () => {
  // Two items at 100.00 and shipping: half of the payment is refunded, then one item is rejected.
  const created = await createSubmittedOrder(shop, { quantities: [1, 1] })
  await postAsSupplier(created, 'accept')
  const { escrow: paid } = await readOrderMoney(shop, created)
  const paidBefore = paid ?? 0
  await refundAsOperator(created, { of: 'amount', amount: paidBefore / 2 })
  await postAsSupplier(created, 'reject', { lines: [{ line: 1, quantity: 1 }], reason: 'out_of_stock' })
  const { escrow: heldEscrow } = await readOrderMoney(shop, created)
  expect(heldEscrow).toBe(paidBefore / 2 - 5_000)
  await postAsSupplier(created, 'parcels', createParcelBody('rest'))
  const { escrow, pending, commission } = await readOrderMoney(shop, created)
  expect(escrow).toBe(0)
  expect((pending ?? 0) + (commission ?? 0)).toBeGreaterThan(4_900)
})

test('after a partial refund, cancelling items after a shipped parcel still refunds their share', async () => {
  const created = await createSubmittedOrder(shop, { quantities: [1, 1] })
  await postAsSupplier(created, 'accept')
  const { escrow: paid } = await readOrderMoney(shop, created)
  const paidBefore = paid ?? 0
  await refundAsOperator(created, { of: 'amount', amount: paidBefore / 2 })
  await postAsSupplier(created, 'parcels', createParcelBody('first', [{ line: 1, quantity: 1 }]))
  expect(await readOrderMoney(shop, created)).toMatchObject({ escrow: 5_000 })
  const cancelAnswer = await postAsSupplier(created, 'cancel', { reason: 'The other one broke' })
  expect(cancelAnswer.body).toMatchObject({ order: { refundedAmount: paidBefore / 200 + 50 } })
  expect((await readOrderMoney(shop, created)).escrow).toBe(0)
})
