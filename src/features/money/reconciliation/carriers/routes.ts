import type { Database } from '#database/database.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { type CarrierPayment, listCarrierPayments } from './queries.ts'
import { listAdjustments, listCarrierAccounts, type StatementPeriod } from './statement-queries.ts'
import { readOpenBalances, payCarrier, reverseCarrierPayment } from './pay-carrier.ts'

const PAGE_SIZE = 50

/** The operators' routes of payments to label providers. */
export const carrierPaymentRoutes: readonly Route[] = [
  route(contract.payCarrier, async ({ body }, { db, actor, now }) => {
    const { payment, isNew } = await payCarrier(db, body, { by: actor.id, now })
    const message = isNew
      ? 'The payment has been booked.'
      : 'This payment was already booked. Nothing changed.'
    return ok(message, {
      payment: toCarrierPaymentView(payment),
      isNew,
      open: await readOpenBalances(db, payment),
    })
  }),
  route(contract.reverseCarrierPayment, async ({ params: { id }, body }, { db, actor, now }) => {
    const payment = await reverseCarrierPayment(db, { id, ...body }, { by: actor.id, now })
    return ok('The payment has been reversed.', { payment: toCarrierPaymentView(payment) })
  }),
  route(contract.listCarrierPayments, async ({ query: { provider, cursor } }, { db }) => {
    const found = await listCarrierPayments(db, { provider, before: cursor, limit: PAGE_SIZE + 1 })
    const payments = found.slice(0, PAGE_SIZE)
    const nextCursor = found.length > PAGE_SIZE ? (payments.at(-1)?.publicId ?? null) : null
    return ok('Payments', { payments: payments.map(toCarrierPaymentView), nextCursor })
  }),
  route(contract.getCarrierStatement, async ({ query: { provider, from, to } }, { db }) =>
    ok(
      'What carriers are owed',
      await readCarrierStatement(db, { provider, from: toDate(from), to: toDate(to) }),
    ),
  ),
]

async function readCarrierStatement(db: Database, period: StatementPeriod) {
  const [accounts, adjustments] = await Promise.all([
    listCarrierAccounts(db, period),
    listAdjustments(db, period),
  ])
  const names = [...accounts, ...adjustments].map(({ provider, currency }) => `${provider} ${currency}`)
  const providers = [...new Set(names)].toSorted().map((name) => {
    const [provider = '', currency = ''] = name.split(' ')
    const isSameAccount = (row: { provider: string; currency: string }) =>
      row.provider === provider && row.currency === currency
    return {
      provider,
      currency,
      open: accounts.filter(isSameAccount).reduce((sum, { open }) => sum + open, 0),
      adjustments: adjustments.filter(isSameAccount).reduce((sum, { amount }) => sum + amount, 0),
    }
  })
  return { accounts, providers }
}

function toDate(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text)
}

function toCarrierPaymentView(payment: CarrierPayment): contract.CarrierPaymentData {
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
