import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { actAsBuyer, actAsSupplier, createCase, readCase, runCaseTimers } from '#tests/steps/cases.ts'
import { readAllEmails } from '#tests/steps/database-reads.ts'
import { expectSuccess } from '#tests/steps/payouts.ts'
import { listLedgerErrors } from '#tests/steps/refunds.ts'
import { RETURNS_ADDRESS, setReturnPolicy, setReturnsAddress } from '#tests/steps/returns.ts'
import { type CreatedOrder, createSentOrder, readState } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()
const DAY = 86_400_000
const CHANGED_MIND = { kind: 'return', reason: 'changed_mind', text: 'I like it no more, sorry.' }

/** Opens a case in which both parties agreed on a return. */
async function agreeOnReturn(created: CreatedOrder, complaint: object = CHANGED_MIND) {
  const { id, version } = await createCase(created, complaint)
  await expectSuccess(actAsSupplier(created, id, { action: 'accept', version }))
  await shop.work()
  return id
}

const listReturnEmails = async () =>
  (await readAllEmails(shop.db)).filter(({ text }) => text.includes('5 Jalan Besar'))

test('a buyer who changed their mind gets the address and instructions, and pays for the return shipping', async () => {
  const created = await createSentOrder(shop)
  await setReturnsAddress(created)
  await setReturnPolicy(created, { paidBy: 'buyer', instructions: 'Write C-returns on the box.' })
  const id = await agreeOnReturn(created)
  expect(await readCase(created, id)).toMatchObject({
    state: 'awaiting_return',
    return: {
      paidBy: 'buyer',
      address: RETURNS_ADDRESS,
      instructions: 'Write C-returns on the box.',
      label: null,
      canGetLabel: false,
    },
  })
  const emails = await listReturnEmails()
  expect(emails).not.toEqual([])
  for (const { text } of emails) expect(text).toContain('Write C-returns on the box.')
})

test('the store pays the return shipping of a damaged item, regardless of its policy', async () => {
  const created = await createSentOrder(shop)
  await setReturnsAddress(created)
  const id = await agreeOnReturn(created, { withReturn: true })
  expect(await readCase(created, id)).toMatchObject({ return: { paidBy: 'supplier' } })
})

test('the return policy at the time of the order decides who pays', async () => {
  const like = await createSentOrder(shop)
  await setReturnPolicy(like, { paidBy: 'supplier' })
  const created = await createSentOrder(shop, { like })
  await setReturnPolicy(like, { paidBy: 'buyer' })
  expect(await readCase(created, await agreeOnReturn(created))).toMatchObject({
    return: { paidBy: 'supplier' },
  })
  expect(await readCase(like, await agreeOnReturn(like))).toMatchObject({ return: { paidBy: 'buyer' } })
})

test('the time limit of a return starts when the store enters an address, which is emailed to the buyer once', async () => {
  const created = await createSentOrder(shop)
  const id = await agreeOnReturn(created)
  expect(await readCase(created, id)).toMatchObject({ return: { address: null } })
  shop.passTime(20 * DAY)
  await setReturnsAddress(created)
  await setReturnsAddress(created)
  expect(await readCase(created, id)).toMatchObject({
    state: 'awaiting_return',
    answerBy: new Date(shop.now().getTime() + 21 * DAY).toISOString(),
    return: { address: RETURNS_ADDRESS },
  })
  expect(await listReturnEmails()).toHaveLength(1)
  shop.passTime(21 * DAY)
  await runCaseTimers(shop)
  expect(await readCase(created, id)).toMatchObject({ state: 'closed', outcome: 'not_refunded' })
})

test('a store without a returns address refunds the agreed amount after three weeks, and the buyer keeps the items', async () => {
  const created = await createSentOrder(shop)
  const id = await agreeOnReturn(created)
  shop.passTime(21 * DAY)
  await runCaseTimers(shop)
  expect(await readCase(created, id)).toMatchObject({ state: 'closed', outcome: 'refunded', given: 10_000 })
  expect(await readState(shop, created)).not.toBe('in_case')
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('without a label provider no return label is offered, and others’ cases are not found', async () => {
  const created = await createSentOrder(shop)
  await setReturnsAddress(created)
  const id = await agreeOnReturn(created)
  const path = `/orders/${created.purchaseId}/cases/${id}/return-label`
  expect((await shop.post(`${path}-rate`, {})).body).toMatchObject({ code: 'labels_not_offered' })
  expect((await shop.get(path)).body).toMatchObject({ code: 'label_not_found' })
  const stranger = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer' })
  expect((await shop.get(`/cases/${id}/return-label`, stranger.headers)).status).toBe(404)
  const other = await createSentOrder(shop)
  expect((await shop.get(`/orders/${other.purchaseId}/cases/${id}/return-label`)).status).toBe(404)
  expect(
    (await actAsBuyer(created, id, { action: 'send_back', tracking: 'FedEx 123456789012' })).status,
  ).toBe(200)
})
