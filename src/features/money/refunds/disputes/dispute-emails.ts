import { formatMoney } from '#core/money.ts'
import { formatUtcDay } from '#core/text/format-date.ts'
import type { EmailContent } from '#features/messaging/notifications/service.ts'
import type { EmailedDispute, DisputedOrder } from './dispute-email-queries.ts'

/** A change of a dispute: the bank inquires, has taken the money, or has returned it. */
export type DisputeChange = 'asked' | 'taken' | 'returned'

/** Returns the email to operators about a dispute: the bank's request or decision, and the deadline. */
export function disputeEmail(dispute: EmailedDispute, change: DisputeChange): EmailContent {
  const { provider, disputeId, currency, amount, reason, respondBy, purchaseNumber } = dispute
  const money = formatMoney(amount, currency)
  const about = purchaseNumber === null ? 'a payment without an order' : `order ${purchaseNumber}`
  const deadline =
    respondBy === null || change === 'returned'
      ? []
      : [`Respond at ${provider} by ${formatUtcDay(respondBy)}. A dispute without a response is lost.`]
  return {
    subject: `${HEADINGS[change].subject}: ${money}, ${about}`,
    preview: `The bank’s reason: ${reason}.`,
    heading: HEADINGS[change].heading,
    paragraphs: [
      `The disputed amount is ${money} of ${about}. The reason given by ${provider}: ${reason}.`,
      ...deadline,
    ],
    tables: [],
    closing: [`At ${provider}: ${disputeId}`],
  }
}

/** Returns the email to a supplier about a chargeback of its order, or its return. */
export function orderDisputedEmail(
  disputed: DisputedOrder,
  { currency, news }: Readonly<{ currency: string; news: DisputeChange }>,
): EmailContent {
  const { order, number, amount, liability } = disputed
  const [money, yours] = [formatMoney(amount, currency), formatMoney(liability, currency)]
  const isReturned = news === 'returned'
  return {
    subject: isReturned ? `Dispute won: order ${number}` : `Chargeback on order ${number}`,
    preview: liability > 0 ? `Your share: ${yours}.` : 'It costs you nothing.',
    heading: isReturned ? 'A dispute was won' : 'The buyer\u2019s bank charged the payment back',
    paragraphs: [
      isReturned
        ? `The buyer’s bank returned ${money} of order ${number}.`
        : `The buyer’s bank charged back ${money} of order ${number}. Don’t ship any more items from it.`,
      liability > 0
        ? isReturned
          ? `${yours} of it was deducted from your earnings and is yours again.`
          : `${yours} of it is deducted from your earnings. We’ll respond to the bank. If it returns the money, you get your share back.`
        : 'It isn’t deducted from your earnings.',
    ],
    tables: [],
    closing: [`Your reference: ${order}`],
  }
}

const HEADINGS: Readonly<Record<DisputeChange, Readonly<{ subject: string; heading: string }>>> = {
  asked: {
    subject: 'A bank is asking about a payment',
    heading: 'A payer\u2019s bank is asking about a payment',
  },
  taken: { subject: 'New chargeback', heading: 'A payer\u2019s bank charged a payment back' },
  returned: { subject: 'A dispute was won', heading: 'A payer\u2019s bank returned the money' },
}
