import { formatCents, formatMoney } from '#core/money.ts'
import type { EmailContent } from '#features/messaging/notifications/service.ts'
import type { OrderContext } from '#features/sales/orders/service.ts'
import type { ListedRefund, Payer } from './list-queries.ts'

/** A refund that people are written about; `amount` in cents. */
export type RefundEmailContext = Readonly<{
  whole: OrderContext
  amount: number
  reason: string | null
  publicUrl: string
}>

/** The letter to the shopper: money is on its way back. */
export function refundSentEmail({ whole, amount, reason, publicUrl }: RefundEmailContext): EmailContent {
  const { purchase, supplier } = whole
  return {
    subject: `${formatCents(amount)} of your order ${purchase.number} goes back to you`,
    preview: `For your items from ${supplier.name}.`,
    heading: 'Your money is on its way back.',
    paragraphs: [
      `${formatCents(amount)} of what you paid for your items from ${supplier.name} in order ${purchase.number} goes back the way you paid. Depending on your bank this takes a few days.`,
      ...(reason ? [`The reason: ${reason}.`] : []),
    ],
    tables: [],
    action: { label: 'See your order', url: `${publicUrl}/dashboard?order=${purchase.publicId}` },
    closing: ['The link opens your order without a password: keep it to yourself.'],
  }
}

/** The letter to a supplier: money of one of its orders goes back, and it bears its part. */
export function orderRefundedEmail({ whole, amount, reason }: RefundEmailContext): EmailContent {
  const { purchase, order } = whole
  return {
    subject: `${formatCents(amount)} of order ${purchase.number} goes back to the buyer`,
    preview: 'Your earning of this order is less by your part of it.',
    heading: 'An order was refunded',
    paragraphs: [
      `${formatCents(amount)} of order ${purchase.number} goes back to the buyer. Your earning is less by your part of it, and the commission on it is given back to you. What was paid out before is taken from your next payout.`,
      ...(reason ? [`The reason: ${reason}.`] : []),
    ],
    tables: [],
    closing: [`Your reference: ${order.publicId}`],
  }
}

/** The letter to who has paid what no order could be paid by: it came late, twice, or was of another amount. */
export function unappliedRefundEmail({
  payer,
  amount,
  currency,
  publicUrl,
}: Readonly<{ payer: Payer; amount: number; currency: string; publicUrl: string }>): EmailContent {
  const money = formatMoney(amount, currency)
  return {
    subject: `${money} of your payment goes back to you`,
    preview: `It could not pay your order ${payer.number}.`,
    heading: 'Your payment is on its way back.',
    paragraphs: [
      `A payment for order ${payer.number} reached us that could not pay it: the order had ended by then, was paid already, or cost another amount. ${money} goes back the way you paid. Depending on your bank this takes a few days.`,
      'Your order page shows how the order stands.',
    ],
    tables: [],
    action: { label: 'See your order', url: `${publicUrl}/dashboard?order=${payer.purchaseId}` },
    closing: ['The link opens your order without a password: keep it to yourself.'],
  }
}

/** The letter to operators: the provider does not make a refund, somebody has to. `number` is its order's, where there is one. */
export function manualRefundEmail({
  refund,
  number,
}: Readonly<{ refund: ListedRefund; number: string | undefined }>): EmailContent {
  const { amount, currency, provider, method, problem, publicId } = refund
  const money = formatMoney(amount, currency)
  return {
    subject: `A refund of ${money} waits for you`,
    preview: problem ?? `${provider} has not made it.`,
    heading: 'A refund waits for a person',
    paragraphs: [
      `${money} ${number === undefined ? 'of money without an order' : `of order ${number}`} should go back by ${provider} (${method}), and has not.`,
      ...(problem === null ? [] : [`The reason: ${problem}`]),
      'Look in the panel of the provider first whether it went back after all. Then pay it there or by the bank and note how, or have the provider asked again.',
    ],
    tables: [],
    closing: [`Its reference: ${publicId}`],
  }
}
