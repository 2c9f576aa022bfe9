import type { Id } from '#core/ids.ts'
import {
  validatePosting,
  credit,
  debit,
  debitOrCredit,
  type Posting,
  sumAmounts,
  toSubledgerPath,
} from './posting.ts'

// Sub-ledgers: 1000 and 5000 `provider/method`, 1010 the bank account, 2000 the vendor, 2100 the supplier order, 2200,
// 4000 and 4010 `supplier/order`, 2210 and 1100 the supplier, 2220 `supplier/payout`, 2400 the jurisdiction, 2500
// `provider/carrier`, 2900 the receipt. So one prefix finds all that a supplier is owed.

/** A supplier order's share of a payment. */
export type OrderShare = Readonly<{ order: Id<'supplierOrder'>; amount: number }>

/** A provider's account in our ledger, for one payment method. */
export type ClearingAccount = Readonly<{ provider: string; method: string }>

/** A received payment: `receiptId` identifies it permanently, whatever is booked of it. */
type IncomingPayment = ClearingAccount & Readonly<{ receiptId: string; currency: string }>

/** The share of a payment that goes into a vendor's wallet because its orders have ended. */
type TopUpShare = Readonly<{ vendor: Id<'account'>; amount: number }>

/**
 * Returns the posting of a payment for one or more supplier orders (P1, and P3 by card). The share of ended orders goes
 * to the vendor's wallet (P2).
 */
export function capturedPosting(
  paid: IncomingPayment & Readonly<{ shares: readonly OrderShare[]; topUp?: TopUpShare }>,
): Posting {
  const { topUp } = paid
  return validatePosting({
    key: receiptKey(paid.receiptId),
    kind: 'captured',
    currency: paid.currency,
    memo: `Paid by ${paid.provider} ${paid.method}`,
    entries: [
      ...debit(
        'provider_clearing',
        toClearingSubledger(paid),
        sumAmounts(paid.shares.map(({ amount }) => amount)) + (topUp?.amount ?? 0),
      ),
      ...toEscrowEntries(paid.shares),
      ...(topUp ? credit('vendor_wallet', topUp.vendor, topUp.amount) : []),
    ],
  })
}

/** Returns the posting of a wallet's top-up (P2). */
export function toppedUpPosting(
  paid: IncomingPayment & Readonly<{ vendor: Id<'account'>; amount: number }>,
): Posting {
  return validatePosting({
    key: receiptKey(paid.receiptId),
    kind: 'topped_up',
    currency: paid.currency,
    memo: `Wallet topped up by ${paid.provider} ${paid.method}`,
    entries: [
      ...debit('provider_clearing', toClearingSubledger(paid), paid.amount),
      ...credit('vendor_wallet', paid.vendor, paid.amount),
    ],
  })
}

/** Returns the posting of an unapplied receipt (P11). */
export function receivedUnappliedPosting(
  paid: IncomingPayment & Readonly<{ amount: number; reason: string }>,
): Posting {
  return validatePosting({
    key: receiptKey(paid.receiptId),
    kind: 'received_unapplied',
    currency: paid.currency,
    memo: `Received by ${paid.provider} ${paid.method}, not applied: ${paid.reason}`,
    entries: [
      ...debit('provider_clearing', toClearingSubledger(paid), paid.amount),
      ...credit('unapplied_receipts', paid.receiptId, paid.amount),
    ],
  })
}

/** Returns the posting that matches an unapplied receipt to all of its supplier orders (P11). */
export function unappliedMatchedPosting(
  matched: Readonly<{ receiptId: string; currency: string; shares: readonly OrderShare[] }>,
): Posting {
  return validatePosting({
    key: `unapplied_matched:${matched.receiptId}`,
    kind: 'unapplied_matched',
    currency: matched.currency,
    memo: 'Money without an order matched to orders',
    entries: [
      ...debit(
        'unapplied_receipts',
        matched.receiptId,
        sumAmounts(matched.shares.map(({ amount }) => amount)),
      ),
      ...toEscrowEntries(matched.shares),
    ],
  })
}

/** Returns the posting of supplier orders that a vendor pays from the wallet (P3). */
export function paidByWalletPosting(
  paid: Readonly<{
    paymentId: string
    vendor: Id<'account'>
    currency: string
    shares: readonly OrderShare[]
  }>,
): Posting {
  return validatePosting({
    key: `paid_by_wallet:${paid.paymentId}`,
    kind: 'paid_by_wallet',
    currency: paid.currency,
    memo: 'Wholesale paid by wallet',
    entries: [
      ...debit('vendor_wallet', paid.vendor, sumAmounts(paid.shares.map(({ amount }) => amount))),
      ...toEscrowEntries(paid.shares),
    ],
  })
}

/**
 * Returns the posting of a provider's fee (P3f). A negative fee is returned. `feeId` is the provider's own id of the
 * charge.
 */
export function providerFeePosting(
  fee: ClearingAccount & Readonly<{ feeId: string; currency: string; amount: number }>,
): Posting {
  return validatePosting({
    key: `provider_fee:${fee.provider}:${fee.feeId}`,
    kind: 'provider_fee',
    currency: fee.currency,
    memo: `Fee of ${fee.provider} ${fee.method}`,
    entries: [
      ...debitOrCredit('provider_fees', toClearingSubledger(fee), fee.amount),
      ...debitOrCredit('provider_clearing', toClearingSubledger(fee), -fee.amount),
    ],
  })
}

/**
 * Returns the posting of a provider's payout to our bank, by method (P3f). A negative payout was drawn from the bank,
 * because refunds exceeded sales.
 */
export function providerPayoutPosting(
  settled: Readonly<{
    settlementId: string
    provider: string
    bank: string
    currency: string
    parts: readonly Readonly<{ method: string; amount: number }>[]
  }>,
): Posting {
  const { provider, parts } = settled
  return validatePosting({
    key: `settled:${provider}:${settled.settlementId}`,
    kind: 'settled',
    currency: settled.currency,
    memo: `Settled by ${provider}`,
    entries: [
      ...debitOrCredit('bank', settled.bank, sumAmounts(parts.map(({ amount }) => amount))),
      ...parts.flatMap(({ method, amount }) =>
        debitOrCredit('provider_clearing', toClearingSubledger({ provider, method }), -amount),
      ),
    ],
  })
}

/**
 * Returns the posting by which an operator adopts a settlement report's difference. It is positive if the report has
 * more than our ledger.
 */
export function clearingAdjustedPosting(
  adjusted: ClearingAccount &
    Readonly<{ adjustmentId: string; currency: string; amount: number; reason: string }>,
): Posting {
  const subledger = toClearingSubledger(adjusted)
  return validatePosting({
    key: `clearing_adjusted:${adjusted.adjustmentId}`,
    kind: 'clearing_adjusted',
    currency: adjusted.currency,
    memo: adjusted.reason,
    entries: [
      ...debitOrCredit('provider_clearing', subledger, adjusted.amount),
      ...debitOrCredit('rounding', subledger, -adjusted.amount),
    ],
  })
}

/** A part of a tax, and the jurisdiction it is owed to, such as `SG`. */
export type TaxShare = Readonly<{ jurisdiction: string; amount: number }>

/** A reference to a supplier order of a purchase. */
export type SupplierOrderRef = Readonly<{
  order: Id<'supplierOrder'>
  supplier: Id<'supplier'>
  currency: string
}>

/**
 * Returns the posting of a supplier's earning for an order or a parcel (P4, P4p). `unit` is the parcel. `gross` of the
 * payment is earned, less commission, fees, and taxes (on the commission, and the shopper's if the operator remits it).
 * Each unit is earned once.
 */
export function earnedPosting(
  earned: SupplierOrderRef &
    Readonly<{
      unit: string
      gross: number
      commission: number
      fees?: number
      taxes: readonly TaxShare[]
    }>,
): Posting {
  const { order, gross, commission, fees = 0, taxes } = earned
  const orderSubledger = toSubledgerPath(earned.supplier, order)
  return validatePosting({
    key: earnedKey({ order, unit: earned.unit }),
    kind: 'earned',
    currency: earned.currency,
    memo: 'Earned by the supplier',
    entries: [
      ...debit('order_escrow', order, gross),
      ...credit(
        'supplier_pending',
        orderSubledger,
        gross - commission - fees - sumAmounts(taxes.map(({ amount }) => amount)),
      ),
      ...credit('commission', orderSubledger, commission),
      ...credit('service_fees', orderSubledger, fees),
      ...taxes.flatMap(({ jurisdiction, amount }) => credit('tax_payable', jurisdiction, amount)),
    ],
  })
}

/** Returns the key of the earning of an order's parcel. */
export function earnedKey({ order, unit }: Readonly<{ order: string; unit: string }>): string {
  return `earned:${order}:${unit}`
}

/**
 * Returns the posting that releases an earned unit, or a case's unfrozen rest, for payout (P5). The complaint window
 * has closed, or the case has ended.
 */
export function releasedPosting(
  released: SupplierOrderRef & Readonly<{ unit: string; amount: number }>,
): Posting {
  const { order, supplier, amount } = released
  return validatePosting({
    key: `released:${order}:${released.unit}`,
    kind: 'released',
    currency: released.currency,
    memo: 'Ready to be paid out',
    entries: [
      ...debit('supplier_pending', toSubledgerPath(supplier, order), amount),
      ...credit('supplier_available', supplier, amount),
    ],
  })
}

/** Returns a provider's account in our ledger, one for each payment method. */
export function toClearingSubledger({ provider, method }: ClearingAccount): string {
  return toSubledgerPath(provider, method)
}

/** Returns the key of a receipt, shared by all bookings of the same money, so that it is booked once. */
function receiptKey(receiptId: string): string {
  return `received:${receiptId}`
}

function toEscrowEntries(shares: readonly OrderShare[]) {
  return shares.flatMap(({ order, amount }) => credit('order_escrow', order, amount))
}
