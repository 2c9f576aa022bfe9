import type { Id } from '#core/ids.ts'
import { credit, debit, type Posting, validatePosting } from './posting.ts'
import { type ClearingAccount, toClearingSubledger } from './postings.ts'

/**
 * Returns the posting of a top-up's refund to its payment (P2 reversed). The vendor owes the part that is no longer in
 * the wallet, because the refund was made at the provider.
 */
export function topUpRefundedPosting(
  refund: ClearingAccount &
    Readonly<{
      refundId: string
      vendor: Id<'account'>
      currency: string
      wallet: number
      receivable: number
    }>,
): Posting {
  const { refundId, vendor, currency, wallet, receivable } = refund
  return validatePosting({
    key: `refunded:${refundId}`,
    kind: 'top_up_refunded',
    currency,
    memo: `Refunded to ${refund.provider} ${refund.method}`,
    entries: [
      ...debit('vendor_wallet', vendor, wallet),
      ...debit('vendor_receivable', vendor, receivable),
      ...credit('provider_clearing', toClearingSubledger(refund), wallet + receivable),
    ],
  })
}

/** A vendor's debt or its payment, with the posting or event `cause` that created it. */
type VendorDebt = Readonly<{ cause: string; vendor: Id<'account'>; currency: string; amount: number }>

/** Returns the posting that repays a vendor's debt from money added to the wallet. */
export function vendorDebtRepaidPosting({ cause, vendor, currency, amount }: VendorDebt): Posting {
  return validatePosting({
    key: `vendor_debt_repaid:${cause}`,
    kind: 'vendor_debt_repaid',
    currency,
    memo: 'Debt for a reversed payment',
    entries: [...debit('vendor_wallet', vendor, amount), ...credit('vendor_receivable', vendor, amount)],
  })
}

/** Returns the posting that puts a vendor's repaid debt back into the wallet, before its cause is reversed. */
export function vendorDebtRestoredPosting({ cause, vendor, currency, amount }: VendorDebt): Posting {
  return validatePosting({
    key: `vendor_debt_restored:${cause}`,
    kind: 'vendor_debt_repaid',
    currency,
    memo: 'Earlier repayment of a reversed debt',
    entries: [...debit('vendor_receivable', vendor, amount), ...credit('vendor_wallet', vendor, amount)],
  })
}
