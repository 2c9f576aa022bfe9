import type { Database } from '#database/database.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { type CarrierPayment, listCarrierPayments } from './queries.ts'
import { listAdjustments, listCarrierAccounts, type Stretch } from './statement-queries.ts'
import { openAfter, payCarrier, reverseCarrierPayment } from './pay-carrier.ts'

const PAGE = 50

/** What the operator does with what is paid to who sells labels. */
export const carrierPaymentRoutes: readonly Route[] = [
  route(contract.payCarrier, async ({ body }, { db, actor, now }) => {
    const { payment, isNew } = await payCarrier(db, body, { by: actor.id, now })
    const said = isNew ? 'The payment is booked.' : 'This payment was booked before; nothing has changed.'
    return ok(said, { payment: shownPayment(payment), isNew, open: await openAfter(db, payment) })
  }),
  route(contract.reverseCarrierPayment, async ({ params: { id }, body }, { db, actor, now }) => {
    const payment = await reverseCarrierPayment(db, { id, ...body }, { by: actor.id, now })
    return ok('The payment is taken back.', { payment: shownPayment(payment) })
  }),
  route(contract.listCarrierPayments, async ({ query: { provider, cursor } }, { db }) => {
    const found = await listCarrierPayments(db, { provider, before: cursor, limit: PAGE + 1 })
    const payments = found.slice(0, PAGE)
    const nextCursor = found.length > PAGE ? (payments.at(-1)?.publicId ?? null) : null
    return ok('Payments', { payments: payments.map(shownPayment), nextCursor })
  }),
  route(contract.getCarrierStatement, async ({ query: { provider, from, to } }, { db }) =>
    ok('What carriers are owed', await statementOf(db, { provider, from: momentOf(from), to: momentOf(to) })),
  ),
]

async function statementOf(db: Database, stretch: Stretch) {
  const [accounts, adjustments] = await Promise.all([
    listCarrierAccounts(db, stretch),
    listAdjustments(db, stretch),
  ])
  const names = [...accounts, ...adjustments].map(({ provider, currency }) => `${provider} ${currency}`)
  const providers = [...new Set(names)].toSorted().map((name) => {
    const [provider = '', currency = ''] = name.split(' ')
    const isOf = (row: { provider: string; currency: string }) =>
      row.provider === provider && row.currency === currency
    return {
      provider,
      currency,
      open: accounts.filter(isOf).reduce((sum, { open }) => sum + open, 0),
      adjustments: adjustments.filter(isOf).reduce((sum, { amount }) => sum + amount, 0),
    }
  })
  return { accounts, providers }
}

function momentOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text)
}

function shownPayment(payment: CarrierPayment): contract.CarrierPaymentData {
  const { publicId: id, provider, reference, paidOn, bank, currency, amount, parts } = payment
  const { adjustmentAmount, adjustmentReason, reversedAt, reversalReason } = payment
  return {
    id,
    provider,
    reference,
    paidOn,
    bank,
    currency,
    amount,
    parts: [...parts],
    adjustment: adjustmentReason === null ? null : { amount: adjustmentAmount, reason: adjustmentReason },
    createdAt: payment.createdAt.toISOString(),
    reversed: reversedAt && { at: reversedAt.toISOString(), reason: reversalReason ?? '' },
  }
}
