import { formatMoney } from '#core/money.ts'
import type { EmailContent } from '#features/messaging/notifications/service.ts'
import type { EmailedDispute, DisputedOrder } from './dispute-email-queries.ts'

/** What has become of a dispute: the bank asks, it has taken the money, or it has returned it. */
export type DisputeChange = 'asked' | 'taken' | 'returned'

/** The letter to operators: what a bank asks or has done, and until when it may be answered. */
export function disputeEmail(dispute: EmailedDispute, change: DisputeChange): EmailContent {
  const { provider, disputeId, currency, amount, reason, respondBy, purchaseNumber } = dispute
  const money = formatMoney(amount, currency)
  const about = purchaseNumber === null ? 'a payment without an order' : `order ${purchaseNumber}`
  const deadline =
    respondBy === null || change === 'returned'
      ? []
      : [`Answer it at ${provider} by ${respondBy.toISOString().slice(0, 10)}: what is not answered is lost.`]
  return {
    subject: `${HEADINGS[change].subject}: ${money}, ${about}`,
    preview: `The bank's reason: ${reason}.`,
    heading: HEADINGS[change].heading,
    paragraphs: [
      `It is about ${money} of ${about}. The reason in the words of ${provider}: ${reason}.`,
      ...deadline,
    ],
    tables: [],
    closing: [`At ${provider}: ${disputeId}`],
  }
}

/** The letter to a supplier: a bank has taken money of its order, or has returned it. */
export function orderDisputedEmail(
  disputed: DisputedOrder,
  { currency, news }: Readonly<{ currency: string; news: DisputeChange }>,
): EmailContent {
  const { order, number, amount, liability } = disputed
  const [money, yours] = [formatMoney(amount, currency), formatMoney(liability, currency)]
  const isReturned = news === 'returned'
  return {
    subject: isReturned
      ? `The buyer\u2019s bank has returned the money of order ${number}`
      : `The buyer\u2019s bank has taken money of order ${number} back`,
    preview: liability > 0 ? `Your part of it: ${yours}.` : 'It costs you nothing.',
    heading: isReturned ? 'A dispute was won' : 'The buyer\u2019s bank has taken money back',
    paragraphs: [
      isReturned
        ? `${money} of order ${number} is back.`
        : `The bank of who bought order ${number} has taken ${money} back. Please send nothing more of it.`,
      liability > 0
        ? isReturned
          ? `${yours} of that was taken from your earnings, and is yours again.`
          : `${yours} of that comes from what you have earned by it. We answer the bank; should it return the money, you get yours back.`
        : 'It is not taken from your earnings.',
    ],
    tables: [],
    closing: [`Your reference: ${order}`],
  }
}

const HEADINGS: Readonly<Record<DisputeChange, Readonly<{ subject: string; heading: string }>>> = {
  asked: { subject: 'A bank asks about a payment', heading: 'A payer\u2019s bank asks about a payment' },
  taken: { subject: 'A bank has taken money back', heading: 'A payer\u2019s bank has taken money back' },
  returned: { subject: 'A dispute was won', heading: 'A payer\u2019s bank has returned the money' },
}
