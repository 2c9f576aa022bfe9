import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { LINK_WARNING } from '#core/emails/texts/order-texts.ts'
import { formatCents, formatMoney } from '#core/money.ts'
import type { EmailContent } from '#features/messaging/notifications/service.ts'
import { type OrderContext, toBuyerUrl } from '#features/sales/orders/service.ts'
import type { ListedRefund, Payer } from './list-queries.ts'

/** A refund in an email; `amount` in cents. */
export type RefundEmailContext = Readonly<{
  whole: OrderContext
  amount: number
  reason: string | null
  publicUrl: string
}>

/** Returns the email to the shopper about a refund on its way. */
export function refundSentEmail({ whole, amount, reason, publicUrl }: RefundEmailContext): EmailContent {
  const { purchase, supplier } = whole
  const isVendors = purchase.channel === 'vendor'
  const number = purchase.vendorReference ?? purchase.number
  const destination = isVendors
    ? 'It goes back to where you paid it from.'
    : 'It goes back to your original payment method. Depending on your bank, this takes a few days.'
  return {
    ...writeEmail('refund_sent', { amount: formatCents(amount), order: number, supplier: supplier.name }, [
      destination,
      ...(reason ? [`The reason: ${reason}.`] : []),
    ]),
    preview: `For your items from ${supplier.name}.`,
    tables: [],
    action: { label: 'See your order', url: toBuyerUrl(purchase, publicUrl) },
    closing: isVendors ? [] : [LINK_WARNING],
  }
}

/** Returns the email to a supplier about a refund of its order and the supplier's share. */
export function orderRefundedEmail({ whole, amount, reason }: RefundEmailContext): EmailContent {
  const { purchase, order } = whole
  return {
    ...writeEmail('supplier_order_refunded', { amount: formatCents(amount), order: purchase.number }, [
      `Your share is deducted from your earnings, and its commission is returned to you. Any amount already paid out is deducted from your next payout.`,
      ...(reason ? [`The reason: ${reason}.`] : []),
    ]),
    preview: 'Your share is deducted from your earnings.',
    tables: [],
    closing: [`Your reference: ${order.publicId}`],
  }
}

/** Returns the email about the refund of an unapplied payment: late, duplicate, or with a wrong amount. */
export function unappliedRefundEmail({
  payer,
  amount,
  currency,
  publicUrl,
}: Readonly<{ payer: Payer; amount: number; currency: string; publicUrl: string }>): EmailContent {
  return {
    ...writeEmail('unapplied_refund', { order: payer.number, amount: formatMoney(amount, currency) }),
    preview: `It couldn’t be used for order ${payer.number}.`,
    tables: [],
    action: { label: 'See your order', url: `${publicUrl}/dashboard?order=${payer.purchaseId}` },
    closing: [LINK_WARNING],
  }
}

/**
 * Returns the email to operators about a refund that they have to make by hand. `number` is its order's, if there is
 * one.
 */
export function manualRefundEmail({
  refund,
  number,
}: Readonly<{ refund: ListedRefund; number: string | undefined }>): EmailContent {
  const { amount, currency, provider, method, problem, publicId } = refund
  return {
    ...writeEmail(
      'manual_refund',
      {
        amount: formatMoney(amount, currency),
        payment: number === undefined ? 'money without an order' : `order ${number}`,
        provider: `${provider} (${method})`,
      },
      [
        ...(problem === null ? [] : [`The reason: ${problem}`]),
        'First check the provider’s dashboard: it may have been refunded after all. Then pay it there or by bank and record how, or retry it.',
      ],
    ),
    preview: problem ?? `${provider} didn’t make it.`,
    tables: [],
    closing: [`Its reference: ${publicId}`],
  }
}
