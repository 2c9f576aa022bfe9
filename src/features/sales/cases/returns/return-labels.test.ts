import { expect, test } from 'vitest'
import { createEasyPostShop } from '#tests/fakes/with-easypost.ts'
import {
  actAsBuyer,
  actAsSupplier,
  createCase,
  getOwnerHeaders,
  readCase,
  runCaseTimers,
} from '#tests/steps/cases.ts'
import { readAllEmails } from '#tests/steps/database-reads.ts'
import { expectSuccess, createPayableSupplier, readPayoutBalances } from '#tests/steps/payouts.ts'
import { listLedgerErrors } from '#tests/steps/refunds.ts'
import { RETURNS_ADDRESS, setReturnsAddress } from '#tests/steps/returns.ts'
import { type CreatedOrder, createSentOrder } from '#tests/steps/supplier-orders.ts'

const { easyPost, shop } = await createEasyPostShop()

const DAY = 86_400_000
/** The cost of the cheapest recorded label, in cents. */
const COST = 593
const CHANGED_MIND = { kind: 'return', reason: 'changed_mind', text: 'I like it no more, sorry.' }

async function createReturn(complaint: object): Promise<{ created: CreatedOrder; id: string }> {
  const created = await createSentOrder(shop, { like: await createPayableSupplier(shop) })
  await setReturnsAddress(created)
  const { id, version } = await createCase(created, complaint)
  await expectSuccess(actAsSupplier(created, id, { action: 'accept', version }))
  await shop.work()
  return { created, id }
}

const toPath = ({ purchaseId }: CreatedOrder, id: string) => `/orders/${purchaseId}/cases/${id}/return-label`

/** Buys a label as the buyer, at the quoted price. */
async function buyAsBuyer(created: CreatedOrder, id: string) {
  const { body } = await expectSuccess(shop.post(`${toPath(created, id)}-rate`, {}))
  expect(body).toMatchObject({ rate: { carrier: 'USPS', amount: 5.93, minorAmount: COST } })
  const { service, currency, minorAmount: amount } = Reflect.get(Object(body), 'rate')
  await expectSuccess(shop.post(toPath(created, id), { rate: { service, currency, amount } }))
  await expectSuccess(shop.post(toPath(created, id), { rate: { service, currency, amount } }))
  await shop.work()
}

async function followReturns(): Promise<void> {
  shop.passTime(DAY)
  await shop.app.jobs.enqueue(shop.db, { job: 'cases.follow_returns', input: {} })
  await shop.work()
}

test('a damaged item’s return label is bought at the store’s expense immediately, and emailed', async () => {
  const { created, id } = await createReturn({ withReturn: true })
  expect(easyPost.books.sold).toHaveLength(1)
  expect(await readCase(created, id)).toMatchObject({
    return: {
      paidBy: 'supplier',
      label: { isReady: true, carrier: 'USPS', cost: 5.93, chargedTo: 'supplier' },
    },
  })
  expect(easyPost.books.opened.at(-1)).toMatchObject({
    from_address: { country: 'SG' },
    to_address: { street1: RETURNS_ADDRESS.street1 },
  })
  const emails = await readAllEmails(shop.db)
  expect(emails.filter(({ subject }) => subject.includes('your label is ready'))).toHaveLength(1)
  const file = await shop.get(toPath(created, id))
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect((await shop.get(`/cases/${id}/return-label`, await getOwnerHeaders(created))).status).toBe(200)
})

test('a return counts as sent once the carrier has it, and the store is charged for the label when it is back', async () => {
  const { created, id } = await createReturn({ withReturn: true })
  await followReturns()
  expect(await readCase(created, id)).toMatchObject({ state: 'awaiting_return' })
  const number = (await readCase(created, id)).return?.label?.trackingNumber ?? ''
  easyPost.books.steps.set(number, [{ status: 'in_transit', at: shop.now() }])
  await followReturns()
  expect(await readCase(created, id)).toMatchObject({
    state: 'returning',
    returnTracking: `USPS ${number}`,
    entries: expect.arrayContaining([expect.objectContaining({ event: 'send_back', side: 'carrier' })]),
  })
  await expectSuccess(actAsSupplier(created, id, { action: 'receive_back' }))
  expect(await readCase(created, id)).toMatchObject({ state: 'closed', given: 10_206 })
  expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ owed: COST })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a label for a change of mind is deducted from the refund, and costs the store nothing', async () => {
  const { created, id } = await createReturn(CHANGED_MIND)
  expect(easyPost.books.sold).toHaveLength(0)
  await buyAsBuyer(created, id)
  expect(easyPost.books.sold).toHaveLength(1)
  const { return: agreed } = await readCase(created, id)
  expect(agreed).toMatchObject({ canGetLabel: false, label: { isReady: true, chargedTo: 'buyer' } })
  const tracking = `USPS ${agreed?.label?.trackingNumber}`
  await expectSuccess(actAsBuyer(created, id, { action: 'send_back', tracking }))
  await expectSuccess(actAsSupplier(created, id, { action: 'receive_back' }))
  expect(await readCase(created, id)).toMatchObject({ state: 'closed', given: 10_000 - COST })
  await shop.work()
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('an unused return label is refunded, and nothing is deducted', async () => {
  const { created, id } = await createReturn(CHANGED_MIND)
  await buyAsBuyer(created, id)
  await expectSuccess(actAsBuyer(created, id, { action: 'send_back', tracking: 'FedEx 123456789012' }))
  await expectSuccess(actAsSupplier(created, id, { action: 'receive_back' }))
  expect(await readCase(created, id)).toMatchObject({ state: 'closed', given: 10_000 })
  await shop.work()
  expect(easyPost.books.refunded).toHaveLength(1)
  expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ owed: 0 })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('the label of a return that was never sent is refunded when the time limit ends', async () => {
  const { created, id } = await createReturn({ withReturn: true })
  shop.passTime(22 * DAY)
  await runCaseTimers(shop)
  expect(await readCase(created, id)).toMatchObject({ state: 'closed', outcome: 'not_refunded' })
  expect(easyPost.books.refunded).toHaveLength(1)
  expect(await readPayoutBalances(shop, created.supplier)).toMatchObject({ owed: 0 })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a label above half of the refund is neither offered nor bought automatically; the store can buy it', async () => {
  easyPost.books.priceFactor = 20
  const { created, id } = await createReturn({ withReturn: true })
  expect(easyPost.books.sold).toHaveLength(0)
  expect(await readCase(created, id)).toMatchObject({
    return: { label: null, labelProblem: expect.stringContaining('more than half of the refund') },
  })
  const headers = await getOwnerHeaders(created)
  const { body } = await expectSuccess(shop.post(`/cases/${id}/return-label-rate`, {}, headers))
  const { service, currency, minorAmount: amount } = Reflect.get(Object(body), 'rate')
  await expectSuccess(
    shop.post(`/cases/${id}/return-label`, { rate: { service, currency, amount } }, headers),
  )
  await shop.work()
  expect(await readCase(created, id)).toMatchObject({
    return: { label: { isReady: true }, labelProblem: null },
  })
  const other = await createReturn(CHANGED_MIND)
  expect((await shop.post(`${toPath(other.created, other.id)}-rate`, {})).body).toMatchObject({
    rate: null,
    problem: expect.stringContaining('more than half'),
  })
  const forged = { service, currency, amount: 9_000 }
  expect((await shop.post(toPath(other.created, other.id), { rate: forged })).body).toMatchObject({
    code: 'label_too_dear',
  })
})

test('a label is sold only while the return is awaited, and to a buyer only if the buyer pays', async () => {
  const { created, id } = await createReturn({ withReturn: true })
  expect((await shop.post(`${toPath(created, id)}-rate`, {})).body).toMatchObject({ code: 'case_state' })
  await expectSuccess(actAsSupplier(created, id, { action: 'receive_back' }))
  const headers = await getOwnerHeaders(created)
  expect((await shop.post(`/cases/${id}/return-label-rate`, {}, headers)).body).toMatchObject({
    code: 'case_state',
  })
})
