import { beforeEach, expect, test } from 'vitest'
import { readAllEmails } from '#tests/steps/database-reads.ts'
import { getField } from '#tests/steps/chat.ts'
import { expectSuccess, createOperator, createPayableSupplier } from '#tests/steps/payouts.ts'
import { refundAsOperator } from '#tests/steps/refunds.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createSentOrder } from '#tests/steps/supplier-orders.ts'

// Emails to suppliers about their payouts.
const shop = await createTestShop()

let operator: Awaited<ReturnType<typeof createOperator>>
beforeEach(async () => {
  operator = await createOperator(shop)
})

/** Creates a payout in the bank file of 4 January, for an order of 102.06 with 10.00 refunded. */
async function createFilePayout() {
  const store = await createPayableSupplier(shop)
  const refundedOrder = await createSentOrder(shop, { like: store, released: true })
  await expectSuccess(refundAsOperator(refundedOrder, { of: 'amount', amount: 1_000 }))
  operator = await createOperator(shop)
  const swept = await expectSuccess(operator.post('/payouts/sweep', { supplier: store.supplier.publicId }))
  const id = getField<string>(swept, 'made', '0')
  const file = getField<string>(
    await expectSuccess(operator.post('/payout-files', { payOn: '2027-01-04' })),
    'file',
    'id',
  )
  return { ...store, id, file }
}

async function listEmailsTo({ email }: { email: string }) {
  await shop.work()
  return (await readAllEmails(shop.db)).filter(
    ({ recipient, subject }) => recipient === email && !/order|changed/i.test(subject),
  )
}

const mark = (id: string, event: string, more: object = {}) =>
  operator.post(`/payouts/${id}/mark`, { event, reason: 'The bank was closed', ...more })

test('a sent payout is emailed once with amount, account, date and items', async () => {
  const { supplier, file } = await createFilePayout()
  expect(await listEmailsTo(supplier)).toEqual([])
  await expectSuccess(operator.post(`/payout-files/${file}/mark`, { event: 'send' }))
  await expectSuccess(operator.post(`/payout-files/${file}/mark`, { event: 'confirm' }))
  const [sent, ...more] = await listEmailsTo(supplier)
  expect(more).toEqual([])
  expect(sent?.subject).toBe(`$77.01 is on its way to ${supplier.name}`)
  for (const expectedText of ['IBAN DE … 3000', '4 Jan 2027', '$92.06', '-$13.81', '-$1.24', '/dashboard'])
    expect(sent?.text).toContain(expectedText)
})

test('the email about a failed payout states the reason and what happens next', async () => {
  const { supplier, id } = await createFilePayout()
  await expectSuccess(mark(id, 'fail'))
  const [failed, ...more] = await listEmailsTo(supplier)
  expect(more).toEqual([])
  expect(failed?.subject).toContain('failed')
  expect(failed?.text).toContain('The bank was closed')
  expect(failed?.text).toContain('will be included in the next payout. Check')
})

test('a returned payout is emailed, with what to do if the account is wrong', async () => {
  const { supplier, id } = await createFilePayout()
  await expectSuccess(mark(id, 'confirm'))
  await expectSuccess(mark(id, 'return', { isAccountsFault: true }))
  const [sent, returned, ...more] = await listEmailsTo(supplier)
  expect(more).toEqual([])
  expect([sent?.subject, returned?.subject]).toEqual([
    `$77.01 is on its way to ${supplier.name}`,
    `A payout to ${supplier.name} came back`,
  ])
  expect(returned?.text).toContain('Update your bank details')
})
