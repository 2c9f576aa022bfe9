import { expect, test } from 'vitest'
import { shopAtStripe, STRIPE } from '#tests/fakes/with-stripe.ts'
import { mailsTo } from '#tests/steps/signing-in.ts'
import { allRefunds, asOperator, brokenRules, clearing } from '#tests/steps/refunds.ts'

// Refunds that persons make in the panel of the played Stripe, beside those that the shop makes: one of them each, never two.
const { shop, fake, notifyAll, paidAtStripe, cancelFirst } = await shopAtStripe()

/** A paid purchase whose first part was cancelled, and the refund of that has failed at the payer's bank. */
async function failedRefund() {
  const paid = await paidAtStripe()
  await cancelFirst(paid)
  await shop.work()
  const made = fake.refunds.at(-1)
  if (!made) throw new Error('nothing was refunded')
  fake.takeNotices()
  fake.endRefund(made, 'failed')
  const failure = fake.takeNotices()
  await notifyAll(failure)
  const refund = (await allRefunds(shop)).at(-1)
  expect(refund).toMatchObject({ state: 'refused' })
  return { paid, made, failure, id: refund?.id ?? '', amount: made.amount }
}

type Failed = Awaited<ReturnType<typeof failedRefund>>

/** An operator makes it in the panel; the notices of that wait. */
const inPanel = ({ paid, amount }: Failed) =>
  fake.createRefund({ payment_intent: paid.intent.id, amount, metadata: {} })
const noteAsPaid = ({ id }: Failed, reference: string) =>
  asOperator(shop, `/refunds/${id}/paid`, { how: 'provider_panel', reference })
const statesOf = async () => (await allRefunds(shop)).map(({ state }) => state)

test.each(['its name there', 'other words'])(
  'what is noted as paid in the panel, by %s, is not booked again when Stripe tells of it',
  async (what) => {
    const failed = await failedRefund()
    const there = inPanel(failed)
    await noteAsPaid(failed, what === 'its name there' ? there.id : 'Panel, by me')
    expect(await statesOf()).toEqual(['paid_by_hand'])
    const told = fake.takeNotices()
    await notifyAll([...told, ...told])
    expect(await statesOf()).toEqual(['done'])
    expect(await clearing(shop, STRIPE)).toBe(failed.paid.total - failed.amount)
    expect(await brokenRules(shop)).toEqual([])
    fake.endRefund(there, 'failed')
    await notifyAll()
    expect(await statesOf()).toEqual(['refused'])
    expect(await brokenRules(shop)).toEqual([])
  },
)

test('one that was noted under its name, and of which Stripe first tells that it has failed, waits again', async () => {
  const failed = await failedRefund()
  const there = inPanel(failed)
  await noteAsPaid(failed, there.id)
  const early = fake.takeNotices()
  fake.endRefund(there, 'failed')
  await notifyAll()
  expect(await statesOf()).toEqual(['refused'])
  await notifyAll(early)
  expect(await statesOf()).toEqual(['refused'])
})

test('that an older try has failed changes nothing of the one that a person has made', async () => {
  const failed = await failedRefund()
  inPanel(failed)
  await notifyAll()
  expect(await statesOf()).toEqual(['done'])
  await notifyAll(failed.failure)
  expect(await statesOf()).toEqual(['done'])
})

test('two that wait and are made as one are both done by it', async () => {
  const failed = await failedRefund()
  const { order, parts, intent, total } = failed.paid
  await shop.post(`/orders/${order.id}/parts/${parts[1]}/cancel`, {})
  await shop.work()
  const other = fake.refunds.at(-1)
  if (other) fake.endRefund(other, 'failed')
  await notifyAll()
  expect(await statesOf()).toEqual(['refused', 'refused'])
  fake.createRefund({ payment_intent: intent.id, amount: total, metadata: {} })
  await notifyAll()
  expect(await statesOf()).toEqual(['done', 'done'])
  expect(await clearing(shop, STRIPE)).toBe(0)
  expect(await brokenRules(shop)).toEqual([])
})

test('a refund in the panel that has failed before it is told of is never booked', async () => {
  const paid = await paidAtStripe()
  const there = fake.createRefund({ payment_intent: paid.intent.id, amount: 1_001, metadata: {} })
  const early = fake.takeNotices()
  fake.endRefund(there, 'failed')
  await notifyAll()
  await notifyAll(early)
  expect(await statesOf()).toEqual(['undone'])
  expect(await clearing(shop, STRIPE)).toBe(paid.total)
  expect(await brokenRules(shop)).toEqual([])
})

test('asked again, a refund that has failed is made anew, once, and operators were written to', async () => {
  const failed = await failedRefund()
  expect((await asOperator(shop, `/refunds/${failed.id}/ask-again`, {})).status).toBe(200)
  await shop.work()
  expect(fake.refunds.map(({ status }) => status)).toEqual(['failed', 'succeeded'])
  await notifyAll([...fake.takeNotices(), ...failed.failure])
  expect(await statesOf()).toEqual(['done'])
  expect(await clearing(shop, STRIPE)).toBe(failed.paid.total - failed.amount)
  const letters = await mailsTo(shop, 'support@cabochon.example')
  expect(letters.filter(({ subject }) => subject.includes('waits for you'))).toHaveLength(1)
})

test('an operator tells of what the provider has told nobody: a refund that was made there, and a dispute', async () => {
  const paid = await paidAtStripe()
  const money = { provider: 'stripe', receipt: paid.intent.id, currency: 'USD' }
  const refund = { ...money, refund: 're_panel', state: 'succeeded', amount: 1_000 }
  expect((await asOperator(shop, '/refunds/made-at-provider', refund)).body).toMatchObject({
    taken: 'booked',
  })
  expect((await asOperator(shop, '/refunds/made-at-provider', refund)).body).toMatchObject({ taken: 'known' })
  expect(await clearing(shop, STRIPE)).toBe(paid.total - 1_000)
  const dispute = {
    ...money,
    dispute: 'Letter of the bank, 4711',
    state: 'open',
    amount: paid.total - 1_000,
    fee: 1_500,
    reason: 'fraudulent',
  }
  expect((await asOperator(shop, '/chargebacks', dispute)).body).toMatchObject({ taken: 'taken' })
  expect((await asOperator(shop, '/chargebacks', dispute)).body).toMatchObject({ taken: 'known' })
  expect(await clearing(shop, STRIPE)).toBe(-1_500)
  const won = { ...dispute, state: 'won', fee: 0 }
  expect((await asOperator(shop, '/chargebacks', won)).body).toMatchObject({ taken: 'returned' })
  await asOperator(shop, '/chargebacks', won)
  await shop.work()
  // Nothing was sent: the buyer gets the rest. The fee came back, too.
  expect(await clearing(shop, STRIPE)).toBe(0)
  expect(await brokenRules(shop)).toEqual([])
})

test.each([
  [{ receipt: 'pi_nobody' }, 'receipt_not_found'],
  [{ currency: 'EUR' }, 'other_currency'],
  [{ amount: 9_999_999 }, 'more_than_paid'],
])('what an operator tells of money that did not come so is refused: %j', async (wrong, code) => {
  const paid = await paidAtStripe()
  const money = { provider: 'stripe', receipt: paid.intent.id, currency: 'USD', amount: 100, ...wrong }
  const refund = { ...money, refund: 're_1', state: 'succeeded' }
  expect((await asOperator(shop, '/refunds/made-at-provider', refund)).body).toMatchObject({ code })
  const dispute = { ...money, dispute: 'dp_1', state: 'open', fee: 0, reason: 'fraudulent' }
  expect((await asOperator(shop, '/chargebacks', dispute)).body).toMatchObject({ code })
  expect(await allRefunds(shop)).toEqual([])
})
