import { validatePosting, debitOrCredit, type Posting, toSubledgerPath } from './posting.ts'

/**
 * A payment to who sells labels, in minor units. `parts` is what of it was owed for the labels of which carrier, and may have
 * either sign; `adjustment` is what was taken on top of what the labels said, below zero where it was less.
 */
export type CarrierPaymentInput = Readonly<{
  paymentId: string
  provider: string
  bank: string
  currency: string
  amount: number
  parts: readonly Readonly<{ carrier: string; amount: number }>[]
  adjustment: number
  memo: string
}>

/**
 * Who sells labels was paid from a bank account, or paid something back where `amount` is below zero: the labels are owed no
 * more, and what differs from them is the marketplace's expense.
 */
export function carrierPaidPosting(paid: CarrierPaymentInput): Posting {
  const { paymentId, provider, bank, currency, amount, parts, adjustment, memo } = paid
  return validatePosting({
    key: carrierPaidKey(paymentId),
    kind: 'carrier_paid',
    currency,
    memo,
    entries: [
      ...parts.flatMap((part) =>
        debitOrCredit('carrier_payable', toSubledgerPath(provider, part.carrier), part.amount),
      ),
      ...debitOrCredit('carrier_adjustments', provider, adjustment),
      ...debitOrCredit('bank', bank, -amount),
    ],
  })
}

/** The key of the posting about a payment to who sells labels. */
export function carrierPaidKey(paymentId: string): string {
  return `carrier_paid:${paymentId}`
}
