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

/** Where money goes back to: the way it came, a vendor's wallet, or a shopper's credit. */
export type Destination =
  | ClearingAccount
  | Readonly<{ wallet: Id<'account'> }>
  /** A name of the shopper that lasts, such as the public id of a person. */
  | Readonly<{ shopper: string }>

/** P7: an order, or lines of it, ended before it was earned. `refundId` names the giving back. */
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

/** A case about an order, and what of the supplier's earning it freezes: what is still pending, else what may be paid out. */
type CaseHold = SupplierOrderRef & Readonly<{ caseId: string; pending: number; available: number }>

/** P8: a case was opened. */
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
 * P9a: a case is over; what is left of the frozen part goes back to the supplier. `again` names what has brought something back
 * to it after its end.
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
 * Who bears what is given back of an order, in amounts; what is left out is nothing. `held` is what a case froze,
 * `receivable` what the supplier owes from then on, as it was paid out before. Commission, fees and taxes are given
 * back of what was booked when the order was earned (`drawDown` shares a refund among them).
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

/** P9a and P9b: given back for an order, by the side that is liable. */
export function refundedPosting(
  refunded: SupplierOrderRef & Readonly<{ refundId: string; by: LiabilityBreakdown; to: Destination }>,
): Posting {
  const liabilityEntries = toLiabilityEntries(refunded)
  return validatePosting({
    key: `refunded:${refunded.refundId}`,
    kind: 'refunded',
    currency: refunded.currency,
    memo: 'Given back',
    entries: [...liabilityEntries, ...toDestinationEntries(refunded.to, sumDebits(liabilityEntries))],
  })
}

/** P9c: the operator gives something out of its own pocket. */
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

/** What the marketplace has paid for an order by the posting `of`, in minor units, and on which account that stands. */
type MarketplaceLiability = Readonly<{
  of: string
  account: 'goodwill' | 'chargeback_loss'
  order: Id<'supplierOrder'>
  currency: string
  amount: number
}>

/**
 * P9c and P10, the other way: what the marketplace bore because the buyer had an order's money already is paid by that money, as it
 * ended unearned. `key` names that ending, once for each posting.
 */
export function lossRecoveredPosting(recovery: MarketplaceLiability & Readonly<{ key: string }>): Posting {
  const { key, ...liability } = recovery
  const { of, account, order, currency, amount } = liability
  return validatePosting({
    key: `paid_back:${of}:${key}`,
    kind: 'paid_back',
    currency,
    memo: 'Paid back by what was not earned',
    entries: [...debit('order_escrow', order, amount), ...credit(account, order, amount)],
  })
}

/** What the marketplace bore came back itself: what the order had paid for it is the order's again. */
export function lossRecoveryReversedPosting(loss: MarketplaceLiability): Posting {
  const { of, account, order, currency, amount } = loss
  return validatePosting({
    key: `paid_back_undone:${of}`,
    kind: 'paid_back',
    currency,
    memo: 'Came back after it was refunded',
    entries: [...debit(account, order, amount), ...credit('order_escrow', order, amount)],
  })
}

/**
 * P10: the card's bank has taken the money of an order back, and the provider a fee for it. Lost unless fought: when it is
 * won, the posting is reversed and the fee stays by a posting of its own (`providerFeePosting`).
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
 * P10 of a top-up: what is not left in the wallet, the vendor owes. The marketplace bears `loss`, what had gone back before.
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
 * P10 of money without an order: `waiting` is what of it still waited to be matched; the rest had gone back to the payer before,
 * and is the marketplace's loss. Won, the posting is reversed.
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

/** P11: money without an order goes back, or into a wallet. */
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
