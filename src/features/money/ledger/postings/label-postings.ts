import type { Id } from '#core/ids.ts'
import { validatePosting, credit, debit, type Posting, toSubledgerPath, debitOrCredit } from './posting.ts'

/**
 * Returns the posting of a label bought for a supplier: from its available balance, the rest as debt. `provider` is the
 * label provider, `carrier` the carrier, to whom the marketplace owes the amount.
 */
export function labelChargedPosting(
  charged: Readonly<{
    /** `labelChargedKey`, or `labelChargedAgainKey` after its refund failed. */
    key: string
    supplier: Id<'supplier'>
    provider: string
    carrier: string
    currency: string
    available: number
    receivable: number
    memo: string
  }>,
): Posting {
  const { key, supplier, provider, carrier, currency, available, receivable, memo } = charged
  return validatePosting({
    key,
    kind: 'label_charged',
    currency,
    memo,
    entries: [
      ...debit('supplier_available', supplier, available),
      ...debit('supplier_receivable', supplier, receivable),
      ...credit('carrier_payable', toSubledgerPath(provider, carrier), available + receivable),
    ],
  })
}

/** Returns the key of the posting of a label's price. */
export function labelChargedKey(labelId: string): string {
  return `label_charged:${labelId}`
}

/** Returns the key of a label's second charge, after its refund was booked but the carrier refused it. */
export function labelChargedAgainKey(labelId: string): string {
  return `label_charged_again:${labelId}`
}

/**
 * A payment to a label provider, in minor units. `parts` is the amount owed for the labels of each carrier, of either
 * sign; `adjustment` is the amount charged beyond the labels' prices, negative for less.
 */
type CarrierPaymentInput = Readonly<{
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
 * Returns the posting of a payment to a label provider; a negative `amount` is a repayment. It reduces the debt for
 * labels; the difference is the marketplace's expense.
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

/** Returns the key of the posting about a payment to a label provider. */
export function carrierPaidKey(paymentId: string): string {
  return `carrier_paid:${paymentId}`
}
