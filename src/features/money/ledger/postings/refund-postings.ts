import type { Id } from '#core/ids.ts'
import {
  validatePosting,
  credit,
  debit,
  type Entry,
  type Posting,
  sumAmounts,
  toSubledgerPath,
} from './posting.ts'
import {
  type ClearingAccount,
  toClearingSubledger,
  type SupplierOrderRef,
  type TaxShare,
} from './postings.ts'

/** The destination of a refund: its original payment method, a vendor's wallet, or a shopper's credit. */
export type Destination =
  | ClearingAccount
  | Readonly<{ wallet: Id<'account'> }>
  /** A permanent id of the shopper, such as the public id of an account. */
  | Readonly<{ shopper: string }>

/** Returns the posting of an order, or lines of it, cancelled before it was earned (P7). `refundId` is the refund's. */
export function cancelledPosting(
  cancelled: Readonly<{
    refundId: string
    order: Id<'supplierOrder'>
    currency: string
    amount: number
    to: Destination
  }>,
): Posting {
  return validatePosting({
    key: `refunded:${cancelled.refundId}`,
    kind: 'cancelled',
    currency: cancelled.currency,
    memo: 'Refunded before it was earned',
    entries: [
      ...debit('order_escrow', cancelled.order, cancelled.amount),
      ...toDestinationEntries(cancelled.to, cancelled.amount),
    ],
  })
}

/** A case about an order, and the supplier's earning that it freezes: pending money first, then available money. */
type CaseHold = SupplierOrderRef & Readonly<{ caseId: string; pending: number; available: number }>

/** Returns the posting of an opened case (P8). */
export function caseOpenedPosting(opened: CaseHold): Posting {
  const { caseId, order, supplier, pending, available } = opened
  return validatePosting({
    key: `case_opened:${caseId}`,
    kind: 'case_opened',
    currency: opened.currency,
    memo: 'Frozen by a case',
    entries: [
      ...debit('supplier_pending', toSubledgerPath(supplier, order), pending),
      ...debit('supplier_available', supplier, available),
      ...credit('case_hold', toSubledgerPath(supplier, caseId), pending + available),
    ],
  })
}

/**
 * Returns the posting of a closed case, which unfreezes the rest of its money (P9a). `again`: why money came back after
 * that.
 */
export function caseClosedPosting(closed: CaseHold & Readonly<{ again?: string }>): Posting {
  const { caseId, order, supplier, pending, available, again } = closed
  return validatePosting({
    key: again === undefined ? `case_closed:${caseId}` : `case_closed:${caseId}:${again}`,
    kind: 'case_closed',
    currency: closed.currency,
    memo: 'Released by the end of a case',
    entries: [
      ...debit('case_hold', toSubledgerPath(supplier, caseId), pending + available),
      ...credit('supplier_pending', toSubledgerPath(supplier, order), pending),
      ...credit('supplier_available', supplier, available),
    ],
  })
}

/**
 * The liability for an order's refund; a missing amount is zero. `held` is frozen by a case; `receivable` becomes the
 * supplier's debt, as it was paid out. Commission, fees and taxes are reversed as booked with the earning
 * (`splitRefundLiability`).
 */
export type LiabilityBreakdown = Readonly<{
  escrow?: number
  held?: Readonly<{ caseId: string; amount: number }>
  pending?: number
  available?: number
  receivable?: number
  commission?: number
  fees?: number
  taxes?: readonly TaxShare[]
  goodwill?: number
  loss?: number
}>

/** Returns the posting of an order's refund, paid by the liable parties (P9a, P9b). */
export function refundedPosting(
  refunded: SupplierOrderRef & Readonly<{ refundId: string; by: LiabilityBreakdown; to: Destination }>,
): Posting {
  const liabilityEntries = toLiabilityEntries(refunded)
  return validatePosting({
    key: `refunded:${refunded.refundId}`,
    kind: 'refunded',
    currency: refunded.currency,
    memo: 'Refunded',
    entries: [...liabilityEntries, ...toDestinationEntries(refunded.to, sumDebits(liabilityEntries))],
  })
}

/** Returns the posting of a goodwill refund that the operator pays (P9c). */
export function goodwillPosting(
  goodwill: Readonly<{
    refundId: string
    order: Id<'supplierOrder'>
    currency: string
    amount: number
    to: Destination
  }>,
): Posting {
  return validatePosting({
    key: `refunded:${goodwill.refundId}`,
    kind: 'goodwill_given',
    currency: goodwill.currency,
    memo: 'Goodwill refund',
    entries: [
      ...debit('goodwill', goodwill.order, goodwill.amount),
      ...toDestinationEntries(goodwill.to, goodwill.amount),
    ],
  })
}

/** A loss of the marketplace for an order by the posting `of`, in minor units, and its account. */
type MarketplaceLiability = Readonly<{
  of: string
  account: 'goodwill' | 'chargeback_loss'
  order: Id<'supplierOrder'>
  currency: string
  amount: number
}>

/**
 * Returns the posting by which an order's unearned money repays a loss of the marketplace (P9c, P10). The buyer had
 * received that money before. `key` identifies the recovery, once for each posting.
 */
export function lossRecoveredPosting(recovery: MarketplaceLiability & Readonly<{ key: string }>): Posting {
  const { key, ...liability } = recovery
  const { of, account, order, currency, amount } = liability
  return validatePosting({
    key: `paid_back:${of}:${key}`,
    kind: 'paid_back',
    currency,
    memo: 'Repaid from unearned money of the order',
    entries: [...debit('order_escrow', order, amount), ...credit(account, order, amount)],
  })
}

/** Returns the posting that reverses an order's repayment of a loss, after the loss was recovered otherwise. */
export function lossRecoveryReversedPosting(loss: MarketplaceLiability): Posting {
  const { of, account, order, currency, amount } = loss
  return validatePosting({
    key: `paid_back_undone:${of}`,
    kind: 'paid_back',
    currency,
    memo: 'Recovered after the refund',
    entries: [...debit(account, order, amount), ...credit('order_escrow', order, amount)],
  })
}

/**
 * Returns the posting of an order's chargeback and its fee (P10). A won dispute reverses it; the fee stays, by
 * `providerFeePosting`.
 */
export function chargedBackPosting(
  chargeback: SupplierOrderRef &
    ClearingAccount &
    Readonly<{ chargebackId: string; by: LiabilityBreakdown; fee: number }>,
): Posting {
  const liabilityEntries = [
    ...toLiabilityEntries(chargeback),
    ...debit('chargeback_loss', chargeback.order, chargeback.fee),
  ]
  return validatePosting({
    key: `charged_back:${chargeback.chargebackId}:${chargeback.order}`,
    kind: 'charged_back',
    currency: chargeback.currency,
    memo: `Charged back at ${chargeback.provider}`,
    entries: [
      ...liabilityEntries,
      ...credit('provider_clearing', toClearingSubledger(chargeback), sumDebits(liabilityEntries)),
    ],
  })
}

/**
 * Returns the posting of a top-up's chargeback; the vendor owes what the wallet lacks (P10). `loss`, which had been
 * refunded before, is the marketplace's.
 */
export function topUpChargedBackPosting(
  chargeback: ClearingAccount &
    Readonly<{
      chargebackId: string
      vendor: Id<'account'>
      currency: string
      wallet: number
      receivable: number
      loss: number
    }>,
): Posting {
  const { vendor, wallet, receivable, loss } = chargeback
  return validatePosting({
    key: `charged_back:${chargeback.chargebackId}:${vendor}`,
    kind: 'top_up_charged_back',
    currency: chargeback.currency,
    memo: `Top-up charged back at ${chargeback.provider}`,
    entries: [
      ...debit('vendor_wallet', vendor, wallet),
      ...debit('vendor_receivable', vendor, receivable),
      ...debit('chargeback_loss', vendor, loss),
      ...credit('provider_clearing', toClearingSubledger(chargeback), wallet + receivable + loss),
    ],
  })
}

/**
 * Returns the posting of a chargeback of an unapplied receipt (P10). `waiting` is unmatched; the rest, refunded before,
 * is the marketplace's loss. A won dispute reverses the posting.
 */
export function unappliedChargedBackPosting(
  chargeback: ClearingAccount &
    Readonly<{ chargebackId: string; receiptId: string; currency: string; waiting: number; loss: number }>,
): Posting {
  const { chargebackId, receiptId, waiting, loss } = chargeback
  return validatePosting({
    key: `charged_back:${chargebackId}:${receiptId}`,
    kind: 'unapplied_charged_back',
    currency: chargeback.currency,
    memo: `Money without an order charged back at ${chargeback.provider}`,
    entries: [
      ...debit('unapplied_receipts', receiptId, waiting),
      ...debit('chargeback_loss', receiptId, loss),
      ...credit('provider_clearing', toClearingSubledger(chargeback), waiting + loss),
    ],
  })
}

/** Returns the posting that refunds an unapplied receipt to its payment or into a wallet (P11). */
export function unappliedRefundedPosting(
  refund: Readonly<{
    refundId: string
    receiptId: string
    currency: string
    amount: number
    to: Destination
  }>,
): Posting {
  return validatePosting({
    key: `refunded:${refund.refundId}`,
    kind: 'unapplied_given_back',
    currency: refund.currency,
    memo: 'Money without an order refunded',
    entries: [
      ...debit('unapplied_receipts', refund.receiptId, refund.amount),
      ...toDestinationEntries(refund.to, refund.amount),
    ],
  })
}

function toLiabilityEntries(liability: SupplierOrderRef & Readonly<{ by: LiabilityBreakdown }>): Entry[] {
  const { order, supplier, by } = liability
  const orderSubledger = toSubledgerPath(supplier, order)
  return [
    ...debit('order_escrow', order, by.escrow ?? 0),
    ...(by.held ? debit('case_hold', toSubledgerPath(supplier, by.held.caseId), by.held.amount) : []),
    ...debit('supplier_pending', orderSubledger, by.pending ?? 0),
    ...debit('supplier_available', supplier, by.available ?? 0),
    ...debit('supplier_receivable', supplier, by.receivable ?? 0),
    ...debit('commission', orderSubledger, by.commission ?? 0),
    ...debit('service_fees', orderSubledger, by.fees ?? 0),
    ...(by.taxes ?? []).flatMap(({ jurisdiction, amount }) => debit('tax_payable', jurisdiction, amount)),
    ...debit('goodwill', order, by.goodwill ?? 0),
    ...debit('chargeback_loss', order, by.loss ?? 0),
  ]
}

function toDestinationEntries(to: Destination, amount: number): Entry[] {
  if ('wallet' in to) return credit('vendor_wallet', to.wallet, amount)
  if ('shopper' in to) return credit('shopper_credit', to.shopper, amount)
  return credit('provider_clearing', toClearingSubledger(to), amount)
}

function sumDebits(entries: readonly Entry[]): number {
  return sumAmounts(entries.map((entry) => entry.debit ?? 0))
}
