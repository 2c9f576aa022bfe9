import type { Id } from '#core/ids.ts'
import { credit, debit, type Posting, validatePosting } from './posting.ts'
import { type ClearingAccount, toClearingSubledger } from './postings.ts'

/**
 * P2 the other way: what was put into a wallet goes back the way it came. What is not in the wallet any more, as it was refunded at
 * the provider by hand, the vendor owes.
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

/** What a vendor owes or has paid of it, by the posting or other event `cause` that it comes of. */
type VendorDebt = Readonly<{ cause: string; vendor: Id<'account'>; currency: string; amount: number }>

/** What a vendor owes is taken from what has come into the wallet. */
export function vendorDebtRepaidPosting({ cause, vendor, currency, amount }: VendorDebt): Posting {
  return validatePosting({
    key: `vendor_debt_repaid:${cause}`,
    kind: 'vendor_debt_repaid',
    currency,
    memo: 'Owed for a payment that was taken back',
    entries: [...debit('vendor_wallet', vendor, amount), ...credit('vendor_receivable', vendor, amount)],
  })
}

/** What a vendor has paid of a debt that is taken back afterwards is in the wallet again, before that posting is reversed. */
export function vendorDebtRestoredPosting({ cause, vendor, currency, amount }: VendorDebt): Posting {
  return validatePosting({
    key: `vendor_debt_restored:${cause}`,
    kind: 'vendor_debt_repaid',
    currency,
    memo: 'Repaid earlier for what is reversed now',
    entries: [...debit('vendor_receivable', vendor, amount), ...credit('vendor_wallet', vendor, amount)],
  })
}
