import { expect, test } from 'vitest'
import { partsOf } from '#tests/steps/books.ts'
import { shopAtStripe, STRIPE } from '#tests/fakes/with-stripe.ts'
import { allRefunds, asOperator, brokenRules, clearing, dueRefunds } from '#tests/steps/refunds.ts'

// Refunds and disputes with the played Stripe on the other side: answers that are lost, notices in any order, once for all.
const { shop, fake, notifyAll, paidAtStripe, cancelFirst } = await shopAtStripe()
const MINUTE = 60_000

const given = () => fake.refunds.reduce((sum, { amount }) => sum + amount, 0)

test('a cancelled part goes back at Stripe, once, also when its answer is lost and asked for again', async () => {
  const paid = await paidAtStripe()
  fake.fail('lost_after', 10)
  await cancelFirst(paid)
  await shop.work()
  expect(await allRefunds(shop)).toMatchObject([{ state: 'unknown' }])
  fake.fail('broken', 0)
  shop.passTime(10 * MINUTE)
  await dueRefunds(shop)
  expect(await allRefunds(shop)).toMatchObject([{ state: 'done' }])
  await notifyAll()
  await dueRefunds(shop)
  expect(fake.refunds).toHaveLength(1)
  expect(await clearing(shop, STRIPE)).toBe(paid.total - given())
  expect(await brokenRules(shop)).toEqual([])
})

test('a refund that the payer’s bank sends back waits for a person, who pays it by the bank', async () => {
  const paid = await paidAtStripe()
  await cancelFirst(paid)
  await shop.work()
  const [refund] = fake.refunds
  if (!refund) throw new Error('nothing was refunded')
  const early = fake.takeNotices()
  fake.endRefund(refund, 'failed')
  await notifyAll()
  // An older notice changes nothing any more.
  await notifyAll(early)
  const [waiting] = await allRefunds(shop)
  expect(waiting).toMatchObject({ state: 'refused', problem: expect.stringContaining('has failed') })
  const tasks = await asOperator(shop, '/refunds?state=refused')
  expect(tasks.body).toMatchObject({ refunds: [{ id: waiting?.id }] })
  const resolved = await asOperator(shop, `/refunds/${waiting?.id}/paid`, {
    how: 'bank_transfer',
    reference: 'DBS 4711',
  })
  expect(resolved.body).toMatchObject({ refund: { state: 'paid_by_hand', paidReference: 'DBS 4711' } })
  expect(await clearing(shop, STRIPE)).toBe(paid.total)
  const again = { how: 'bank_transfer', reference: 'DBS 4711' }
  expect((await asOperator(shop, `/refunds/${waiting?.id}/paid`, again)).body).toMatchObject({
    code: 'refund_state',
  })
  expect(await brokenRules(shop)).toEqual([])
})

test('what is refunded in the panel of Stripe is booked once, and taken back when it fails', async () => {
  const paid = await paidAtStripe()
  const refund = fake.createRefund({ payment_intent: paid.intent.id, amount: 1_001, metadata: {} })
  const notices = fake.takeNotices()
  await notifyAll([...notices, ...notices.toReversed()])
  expect((await allRefunds(shop)).map(({ amount }) => amount)).toEqual([501, 500])
  expect(await clearing(shop, STRIPE)).toBe(paid.total - 1_001)
  expect(await brokenRules(shop)).toEqual([])
  fake.endRefund(refund, 'failed')
  await notifyAll()
  expect(await clearing(shop, STRIPE)).toBe(paid.total)
  expect((await allRefunds(shop)).map(({ state }) => state)).toEqual(['undone', 'undone'])
  expect(await brokenRules(shop)).toEqual([])
})

test('a dispute takes the money of the orders, stops what is not sent, and gives it back when it is won', async () => {
  const paid = await paidAtStripe()
  const dispute = fake.openDispute(paid.intent, 'needs_response')
  const notices = fake.takeNotices()
  await notifyAll([...notices.toReversed(), ...notices])
  expect((await partsOf(shop.db, paid.order.id)).map(({ state }) => state)).toEqual([
    'cancelled',
    'cancelled',
  ])
  expect(await brokenRules(shop)).toEqual([])
  expect(fake.refunds).toEqual([])
  const lost = await clearing(shop, STRIPE)
  expect(lost).toBeLessThanOrEqual(0)
  fake.closeDispute(dispute, 'won')
  const ends = fake.takeNotices()
  await notifyAll([...ends, ...notices, ...ends])
  // Nothing was sent: the money that came back is the buyer's.
  expect(given()).toBe(paid.total)
  expect(await brokenRules(shop)).toEqual([])
})

test('a dispute that only asks moves nothing; one that is lost takes the money once', async () => {
  const paid = await paidAtStripe()
  fake.openDispute(paid.intent, 'warning_needs_response')
  await notifyAll()
  expect(await clearing(shop, STRIPE)).toBe(paid.total)
  const other = await paidAtStripe()
  fake.closeDispute(fake.openDispute(other.intent, 'needs_response'), 'lost')
  const notices = fake.takeNotices()
  await notifyAll([...notices, ...notices])
  expect((await clearing(shop, STRIPE)) ?? 0).toBeLessThanOrEqual(paid.total)
  expect(await brokenRules(shop)).toEqual([])
})
