import { expect, test } from 'vitest'
import { createStripeShop, STRIPE } from '#tests/fakes/with-stripe.ts'
import { readEmails } from '#tests/steps/sign-in.ts'
import { readAllRefunds, asOperator, listLedgerErrors, readClearing } from '#tests/steps/refunds.ts'

// Refunds made in the fake Stripe's dashboard and by the shop: each is made once.
const { shop, fake, notifyAll, paidAtStripe, cancelFirst } = await createStripeShop()

/** Creates a paid purchase with a cancelled supplier order whose refund failed at the payer's bank. */
async function createFailedRefund() {
  const paid = await paidAtStripe()
  await cancelFirst(paid)
  await shop.work()
  const stripeRefund = fake.refunds.at(-1)
  if (!stripeRefund) throw new Error('nothing was refunded')
  fake.takeWebhookEvents()
  fake.endRefund(stripeRefund, 'failed')
  const failure = fake.takeWebhookEvents()
  await notifyAll(failure)
  const refund = (await readAllRefunds(shop)).at(-1)
  expect(refund).toMatchObject({ state: 'refused' })
  return { paid, made: stripeRefund, failure, id: refund?.id ?? '', amount: stripeRefund.amount }
}

type FailedRefund = Awaited<ReturnType<typeof createFailedRefund>>

/** Makes the refund in the provider's dashboard; its webhook events are not delivered yet. */
const refundInDashboard = ({ paid, amount }: FailedRefund) =>
  fake.createRefund({ payment_intent: paid.intent.id, amount, metadata: {} })
const recordAsPaid = ({ id }: FailedRefund, reference: string) =>
  asOperator(shop, `/refunds/${id}/paid`, { how: 'provider_panel', reference })
const listStates = async () => (await readAllRefunds(shop)).map(({ state }) => state)

test.each(['its name there', 'other words'])(
  'a manual refund recorded with %s is not booked again when Stripe reports it',
  async (what) => {
    const failed = await createFailedRefund()
    const dashboardRefund = refundInDashboard(failed)
    await recordAsPaid(failed, what === 'its name there' ? dashboardRefund.id : 'Panel, by me')
    expect(await listStates()).toEqual(['paid_by_hand'])
    const webhooks = fake.takeWebhookEvents()
    await notifyAll([...webhooks, ...webhooks])
    expect(await listStates()).toEqual(['done'])
    expect(await readClearing(shop, STRIPE)).toBe(failed.paid.total - failed.amount)
    expect(await listLedgerErrors(shop)).toEqual([])
    fake.endRefund(dashboardRefund, 'failed')
    await notifyAll()
    expect(await listStates()).toEqual(['refused'])
    expect(await listLedgerErrors(shop)).toEqual([])
  },
)

test('a manual refund recorded by its id is due again when Stripe reports that it failed', async () => {
  const failed = await createFailedRefund()
  const dashboardRefund = refundInDashboard(failed)
  await recordAsPaid(failed, dashboardRefund.id)
  const early = fake.takeWebhookEvents()
  fake.endRefund(dashboardRefund, 'failed')
  await notifyAll()
  expect(await listStates()).toEqual(['refused'])
  await notifyAll(early)
  expect(await listStates()).toEqual(['refused'])
})

test('the failure of an earlier attempt does not change a manual refund', async () => {
  const failed = await createFailedRefund()
  refundInDashboard(failed)
  await notifyAll()
  expect(await listStates()).toEqual(['done'])
  await notifyAll(failed.failure)
  expect(await listStates()).toEqual(['done'])
})

test('one manual refund over the sum of two due refunds completes both', async () => {
  const failed = await createFailedRefund()
  const { order, parts, intent, total } = failed.paid
  await shop.post(`/orders/${order.id}/supplier-orders/${parts[1]}/cancel`, {})
  await shop.work()
  const otherRefund = fake.refunds.at(-1)
  if (otherRefund) fake.endRefund(otherRefund, 'failed')
  await notifyAll()
  expect(await listStates()).toEqual(['refused', 'refused'])
  fake.createRefund({ payment_intent: intent.id, amount: total, metadata: {} })
  await notifyAll()
  expect(await listStates()).toEqual(['done', 'done'])
  expect(await readClearing(shop, STRIPE)).toBe(0)
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a dashboard refund that failed before its webhook event is not booked', async () => {
  const paid = await paidAtStripe()
  const dashboardRefund = fake.createRefund({ payment_intent: paid.intent.id, amount: 1_001, metadata: {} })
  const early = fake.takeWebhookEvents()
  fake.endRefund(dashboardRefund, 'failed')
  await notifyAll()
  await notifyAll(early)
  expect(await listStates()).toEqual(['undone'])
  expect(await readClearing(shop, STRIPE)).toBe(paid.total)
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a failed refund is created again once on request, and operators are emailed', async () => {
  const failed = await createFailedRefund()
  expect((await asOperator(shop, `/refunds/${failed.id}/ask-again`, {})).status).toBe(200)
  await shop.work()
  expect(fake.refunds.map(({ status }) => status)).toEqual(['failed', 'succeeded'])
  await notifyAll([...fake.takeWebhookEvents(), ...failed.failure])
  expect(await listStates()).toEqual(['done'])
  expect(await readClearing(shop, STRIPE)).toBe(failed.paid.total - failed.amount)
  const emails = await readEmails(shop, 'support@cabochon.example')
  expect(emails.filter(({ subject }) => subject.includes('needs you'))).toHaveLength(1)
})

test('an operator records a refund and a dispute that the provider sent no webhook event for', async () => {
  const paid = await paidAtStripe()
  const money = { provider: 'stripe', receipt: paid.intent.id, currency: 'USD' }
  const refund = { ...money, refund: 're_panel', state: 'succeeded', amount: 1_000 }
  expect((await asOperator(shop, '/refunds/made-at-provider', refund)).body).toMatchObject({
    taken: 'booked',
  })
  expect((await asOperator(shop, '/refunds/made-at-provider', refund)).body).toMatchObject({ taken: 'known' })
  expect(await readClearing(shop, STRIPE)).toBe(paid.total - 1_000)
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
  expect(await readClearing(shop, STRIPE)).toBe(-1_500)
  const won = { ...dispute, state: 'won', fee: 0 }
  expect((await asOperator(shop, '/chargebacks', won)).body).toMatchObject({ taken: 'returned' })
  await asOperator(shop, '/chargebacks', won)
  await shop.work()
  // Nothing was shipped, so the buyer gets the rest. The fee was returned, too.
  expect(await readClearing(shop, STRIPE)).toBe(0)
  expect(await listLedgerErrors(shop)).toEqual([])
})

test.each([
  [{ receipt: 'pi_nobody' }, 'receipt_not_found'],
  [{ currency: 'EUR' }, 'other_currency'],
  [{ amount: 9_999_999 }, 'more_than_paid'],
])('rejects an operator’s record that contradicts the payment: %j', async (wrong, code) => {
  const paid = await paidAtStripe()
  const money = { provider: 'stripe', receipt: paid.intent.id, currency: 'USD', amount: 100, ...wrong }
  const refund = { ...money, refund: 're_1', state: 'succeeded' }
  expect((await asOperator(shop, '/refunds/made-at-provider', refund)).body).toMatchObject({ code })
  const dispute = { ...money, dispute: 'dp_1', state: 'open', fee: 0, reason: 'fraudulent' }
  expect((await asOperator(shop, '/chargebacks', dispute)).body).toMatchObject({ code })
  expect(await readAllRefunds(shop)).toEqual([])
})
