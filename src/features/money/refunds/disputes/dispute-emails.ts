import { type EmailTextName, writeEmail } from '#core/emails/texts/email-texts.ts'
import { formatMoney } from '#core/money.ts'
import { formatUtcDay } from '#core/text/format-date.ts'
import type { EmailContent } from '#features/messaging/notifications/service.ts'
import type { EmailedDispute, DisputedOrder } from './dispute-email-queries.ts'

/** A change of a dispute: the bank inquires, has taken the money, or has returned it. */
export type DisputeChange = 'asked' | 'taken' | 'returned'

/** Returns the email to operators about a dispute: the bank's request or decision, and the deadline. */
export function disputeEmail(dispute: EmailedDispute, change: DisputeChange): EmailContent {
  const { provider, disputeId, currency, amount, reason, respondBy, purchaseNumber } = dispute
  const deadline =
    respondBy === null || change === 'returned'
      ? []
      : [`Respond at ${provider} by ${formatUtcDay(respondBy)}. A dispute without a response is lost.`]
  return {
    ...writeEmail(
      EMAILS[change],
      {
        amount: formatMoney(amount, currency),
        payment: purchaseNumber === null ? 'a payment without an order' : `order ${purchaseNumber}`,
        provider,
        reason,
      },
      deadline,
    ),
    preview: `The bank’s reason: ${reason}.`,
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
  const yours = formatMoney(liability, currency)
  const isReturned = news === 'returned'
  const share =
    liability > 0
      ? isReturned
        ? `${yours} of it was deducted from your earnings and is yours again.`
        : `${yours} of it is deducted from your earnings. We’ll respond to the bank. If it returns the money, you get your share back.`
      : 'It isn’t deducted from your earnings.'
  return {
    ...writeEmail(
      isReturned ? 'dispute_won' : 'chargeback',
      { order: number, amount: formatMoney(amount, currency) },
      [share],
    ),
    preview: liability > 0 ? `Your share: ${yours}.` : 'It costs you nothing.',
    tables: [],
    closing: [`Your reference: ${order}`],
  }
}

const EMAILS = {
  asked: 'dispute_inquiry',
  taken: 'dispute_chargeback',
  returned: 'dispute_returned',
} as const satisfies Readonly<Record<DisputeChange, EmailTextName>>
