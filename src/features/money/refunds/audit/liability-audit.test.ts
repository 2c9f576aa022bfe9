import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listLedgerErrors, refundAsOperator } from '#tests/steps/refunds.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createSentOrder } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()

test.each([
  {
    rule: 'shop_bears',
    wrong: sql`update refund_requests set goodwill_amount = 0, net_amount = 300 where goodwill_amount = 300`,
    words: 'should bear $0.00; the ledger has $3.00.',
  },
  {
    rule: 'tax_adds_up',
    wrong: sql`update refund_requests set tax_amount = tax_amount - 1, net_amount = net_amount + 1 where tax_amount > 1`,
    words: '$1.25 of tax should be payable; the ledger has $1.24.',
  },
  {
    rule: 'refunds_booked',
    wrong: sql`update refund_requests set amount = 999, net_amount = net_amount - 1 where amount = 1000`,
    words: 'is over $9.99; $10.00 is booked.',
  },
])('the audit rule $rule finds a deviation from the ledger', async ({ rule, wrong, words }) => {
  const order = await createSentOrder(shop)
  await refundAsOperator(order, { of: 'amount', amount: 1_000 })
  await refundAsOperator(order, { of: 'amount', amount: 300 }, { byMarketplace: true })
  expect(await listLedgerErrors(shop)).toEqual([])
  await shop.db.execute(wrong)
  const broken = await listLedgerErrors(shop)
  expect(broken.find((line) => line.startsWith(rule))).toContain(words)
})
