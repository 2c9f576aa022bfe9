import type { Queryable } from '#database/database.ts'
import { notFound } from '#core/errors.ts'
import {
  findMoney,
  findPaymentSource,
  listLines,
  getRemainingMoney,
  getRefundableAmount,
  type SupplierOrder,
} from '#features/sales/orders/service.ts'
import type { PaymentProvider } from '#features/money/payments/service.ts'
import { findRefund, type ListedRefund, listOrderRefunds } from './list-queries.ts'
import { getManualRefundReason } from './rules.ts'
import type { RefundData } from './shapes.ts'

/** Returns a refund as operators and suppliers see it. */
export function toRefundView(refund: ListedRefund): RefundData {
  const { publicId, orderPublicId, actor, escrow, net, commission, tax, goodwill, createdAt, updatedAt } =
    refund
  const { state, currency, amount, reason, provider, method, attempts, problem, manualPaymentMethod } = refund
  return {
    id: publicId,
    order: orderPublicId,
    state,
    cameOf: actor,
    currency,
    amount,
    liability: { notEarned: escrow, supplier: net, commission, tax, marketplace: goodwill },
    reason,
    provider,
    method,
    providerRefund: refund.providerRefundId,
    attempts,
    problem,
    manualPaymentMethod,
    paidReference: refund.paidReference,
    at: createdAt.toISOString(),
    changedAt: updatedAt.toISOString(),
  }
}

/** Returns a refund as its supplier sees it: operators' notes and actions at the provider are hidden. */
function toSupplierRefundView(refund: ListedRefund): RefundData {
  const isInternal = refund.actor === 'operator' || refund.actor === 'provider'
  return {
    ...toRefundView(refund),
    ...(isInternal ? { reason: 'Refunded by the marketplace' } : {}),
    providerRefund: null,
    problem: null,
    paidReference: null,
  }
}

/** Returns the refund with a public id as a view. Throws `refund_not_found`. */
export async function readRefund(db: Queryable, id: string): Promise<RefundData> {
  const found = await findRefund(db, id)
  if (!found) throw refundNotFound()
  return toRefundView(found)
}

/** Returns the error for a refund that doesn't exist. */
export function refundNotFound() {
  return notFound('refund_not_found', 'This refund doesn’t exist.')
}

/** A query of an order's refunds: the order, whether its supplier reads them, and the refundable amounts. */
export type OrderRefundsQuery = Readonly<{
  order: SupplierOrder
  providers: readonly PaymentProvider[]
  isSuppliers: boolean
  now: Date
}>

/** Returns an order's refunds and its amounts. */
export async function readOrderRefunds(db: Queryable, query: OrderRefundsQuery) {
  const { order, isSuppliers } = query
  const [refunds, money, lines] = await Promise.all([
    listOrderRefunds(db, order.id),
    findMoney(db, order.id),
    listLines(db, [order.id]),
  ])
  const pots = getRemainingMoney(money)
  const refundable = getRefundableAmount(money)
  const balance = {
    currency: order.currency,
    paid: money.paid,
    refunded: money.givenBack,
    chargedBack: money.chargedBack,
    left: refundable,
    shippingLeft: Math.max(0, Math.min(refundable, order.shippingAmount - money.shippingBack)),
    notEarned: pots.escrow,
    supplier: pots.net,
    commission: pots.commission,
    tax: pots.tax,
    unitsLeft: lines.map((line) => line.shippedQuantity - line.refundedQuantity),
    byHand: await findManualRefundReason(db, query, { amount: refundable, before: refunds.length }),
  }
  return { refunds: refunds.map(isSuppliers ? toSupplierRefundView : toRefundView), balance }
}

async function findManualRefundReason(
  db: Queryable,
  { order, providers, now }: OrderRefundsQuery,
  { amount, before }: Readonly<{ amount: number; before: number }>,
): Promise<string | null> {
  const source = await findPaymentSource(db, order.id)
  const provider = providers.find(({ name }) => name === source?.provider)
  if (!source || source.wallet !== null) return null
  if (!provider) return `${source.provider} is no longer set up.`
  const row = provider.capabilities.find(
    ({ method, currencies }) =>
      method === source.method && (currencies === 'any' || currencies.includes(order.currency)),
  )
  const { paid, receivedAt } = source
  return (row && getManualRefundReason(row, { amount, paid, before, receivedAt, now })) ?? null
}
