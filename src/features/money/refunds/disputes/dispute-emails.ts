import { moneyText } from '#core/money.ts'
import type { LetterContent } from '#features/messaging/notifications/service.ts'
import type { ToldDispute, ToldPart } from './dispute-mail-queries.ts'

/** What has become of a dispute: the bank asks, it has taken the money, or it has returned it. */
export type DisputeNews = 'asked' | 'taken' | 'returned'

/** The letter to operators: what a bank asks or has done, and until when it may be answered. */
export function disputeTold(dispute: ToldDispute, news: DisputeNews): LetterContent {
  const { provider, disputeId, currency, amount, reason, respondBy, purchaseNumber } = dispute
  const money = moneyText(amount, currency)
  const about = purchaseNumber === null ? 'a payment without an order' : `order ${purchaseNumber}`
  const until =
    respondBy === null || news === 'returned'
      ? []
      : [`Answer it at ${provider} by ${respondBy.toISOString().slice(0, 10)}: what is not answered is lost.`]
  return {
    subject: `${WORDS[news].subject}: ${money}, ${about}`,
    preview: `The bank's reason: ${reason}.`,
    heading: WORDS[news].heading,
    paragraphs: [
      `It is about ${money} of ${about}. The reason in the words of ${provider}: ${reason}.`,
      ...until,
    ],
    tables: [],
    closing: [`At ${provider}: ${disputeId}`],
  }
}

/** The letter to a supplier: a bank has taken money of its order, or has returned it. */
export function partDisputed(
  part: ToldPart,
  { currency, news }: Readonly<{ currency: string; news: DisputeNews }>,
): LetterContent {
  const { order, number, amount, borne } = part
  const [money, yours] = [moneyText(amount, currency), moneyText(borne, currency)]
  const isBack = news === 'returned'
  return {
    subject: isBack
      ? `The buyer\u2019s bank has returned the money of order ${number}`
      : `The buyer\u2019s bank has taken money of order ${number} back`,
    preview: borne > 0 ? `Your part of it: ${yours}.` : 'It costs you nothing.',
    heading: isBack ? 'A dispute was won' : 'The buyer\u2019s bank has taken money back',
    paragraphs: [
      isBack
        ? `${money} of order ${number} is back.`
        : `The bank of who bought order ${number} has taken ${money} back. Please send nothing more of it.`,
      borne > 0
        ? isBack
          ? `${yours} of that was taken from your earnings, and is yours again.`
          : `${yours} of that comes from what you have earned by it. We answer the bank; should it return the money, you get yours back.`
        : 'It is not taken from your earnings.',
    ],
    tables: [],
    closing: [`Your reference: ${order}`],
  }
}

const WORDS: Readonly<Record<DisputeNews, Readonly<{ subject: string; heading: string }>>> = {
  asked: { subject: 'A bank asks about a payment', heading: 'A payer\u2019s bank asks about a payment' },
  taken: { subject: 'A bank has taken money back', heading: 'A payer\u2019s bank has taken money back' },
  returned: { subject: 'A dispute was won', heading: 'A payer\u2019s bank has returned the money' },
}
