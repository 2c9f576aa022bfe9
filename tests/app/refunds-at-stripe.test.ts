import { expect, test } from 'vitest'
import { listSupplierOrderTotals } from '#tests/steps/database-reads.ts'
import { createStripeShop, STRIPE } from '#tests/fakes/with-stripe.ts'
import {
  readAllRefunds,
  asOperator,
  listLedgerErrors,
  readClearing,
  runDueRefunds,
} from '#tests/steps/refunds.ts'

// Refunds and disputes with the fake Stripe: lost answers and webhook events in any order are processed exactly
// once.
const { shop, fake, notifyAll, paidAtStripe, cancelFirst } = await createStripeShop()
const MINUTE = 60_000

const sumRefunds = () => fake.refunds.reduce((sum, { amount }) => sum + amount, 0)

test('refunds a cancelled supplier order at Stripe once, even if the answer is lost and requested again', async () => {
  const paid = await paidAtStripe()
  fake.fail('lost_after', 10)
  await cancelFirst(paid)
  await shop.work()
  expect(await readAllRefunds(shop)).toMatchObject([{ state: 'unknown' }])
  fake.fail('broken', 0)
  shop.passTime(10 * MINUTE)
  await runDueRefunds(shop)
  expect(await readAllRefunds(shop)).toMatchObject([{ state: 'done' }])
  await notifyAll()
  await runDueRefunds(shop)
  expect(fake.refunds).toHaveLength(1)
  expect(await readClearing(shop, STRIPE)).toBe(paid.total - sumRefunds())
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a refund that the payer’s bank returns is due for a manual refund', async () => {
  const paid = await paidAtStripe()
  await cancelFirst(paid)
  await shop.work()
  const [refund] = fake.refunds
  if (!refund) throw new Error('nothing was refunded')
  const early = fake.takeWebhookEvents()
  fake.endRefund(refund, 'failed')
  await notifyAll()
  // An older webhook event changes nothing.
  await notifyAll(early)
  const [waiting] = await readAllRefunds(shop)
  expect(waiting).toMatchObject({
    state: 'refused',
    problem: expect.stringContaining('failed at the provider'),
  })
  const tasks = await asOperator(shop, '/refunds?state=refused')
  expect(tasks.body).toMatchObject({ refunds: [{ id: waiting?.id }] })
  const resolved = await asOperator(shop, `/refunds/${waiting?.id}/paid`, {
    how: 'bank_transfer',
    reference: 'DBS 4711',
  })
  expect(resolved.body).toMatchObject({ refund: { state: 'paid_by_hand', paidReference: 'DBS 4711' } })
  expect(await readClearing(shop, STRIPE)).toBe(paid.total)
  const again = { how: 'bank_transfer', reference: 'DBS 4711' }
  expect((await asOperator(shop, `/refunds/${waiting?.id}/paid`, again)).body).toMatchObject({
    code: 'refund_state',
  })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('books a refund from Stripe’s dashboard once, and reverses it when it fails', async () => {
  const paid = await paidAtStripe()
  const refund = fake.createRefund({ payment_intent: paid.intent.id, amount: 1_001, metadata: {} })
  const webhooks = fake.takeWebhookEvents()
  await notifyAll([...webhooks, ...webhooks.toReversed()])
  expect((await readAllRefunds(shop)).map(({ amount }) => amount)).toEqual([501, 500])
  expect(await readClearing(shop, STRIPE)).toBe(paid.total - 1_001)
  expect(await listLedgerErrors(shop)).toEqual([])
  fake.endRefund(refund, 'failed')
  await notifyAll()
  expect(await readClearing(shop, STRIPE)).toBe(paid.total)
  expect((await readAllRefunds(shop)).map(({ state }) => state)).toEqual(['undone', 'undone'])
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a dispute takes the orders’ money and cancels what was not shipped, and a won one returns the money', async () => {
  const paid = await paidAtStripe()
  const dispute = fake.openDispute(paid.intent, 'needs_response')
  const webhooks = fake.takeWebhookEvents()
  await notifyAll([...webhooks.toReversed(), ...webhooks])
  expect((await listSupplierOrderTotals(shop.db, paid.order.id)).map(({ state }) => state)).toEqual([
    'cancelled',
    'cancelled',
  ])
  expect(await listLedgerErrors(shop)).toEqual([])
  expect(fake.refunds).toEqual([])
  const lost = await readClearing(shop, STRIPE)
  expect(lost).toBeLessThanOrEqual(0)
  fake.closeDispute(dispute, 'won')
  const finalWebhooks = fake.takeWebhookEvents()
  await notifyAll([...finalWebhooks, ...webhooks, ...finalWebhooks])
  // Nothing was shipped, so the returned money belongs to the buyer.
  expect(sumRefunds()).toBe(paid.total)
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('an inquiry moves no money, and a lost dispute takes it once', async () => {
  const paid = await paidAtStripe()
  fake.openDispute(paid.intent, 'warning_needs_response')
  await notifyAll()
  expect(await readClearing(shop, STRIPE)).toBe(paid.total)
  const otherOrder = await paidAtStripe()
  fake.closeDispute(fake.openDispute(otherOrder.intent, 'needs_response'), 'lost')
  const webhooks = fake.takeWebhookEvents()
  await notifyAll([...webhooks, ...webhooks])
  expect((await readClearing(shop, STRIPE)) ?? 0).toBeLessThanOrEqual(paid.total)
  expect(await listLedgerErrors(shop)).toEqual([])
})
