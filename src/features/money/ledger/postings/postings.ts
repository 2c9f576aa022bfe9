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

// Sub-ledgers: 1000 and 5000 `provider/method`, 1010 the bank account, 2000 the vendor, 2100 the supplier order,
// 2200, 4000 and 4010 `supplier/order`, 2210 and 1100 the supplier, 2220 `supplier/payout`, 2400 the jurisdiction,
// 2500 `provider/carrier`, 2900 the receipt. So all that a supplier is owed is found by one beginning of a name.

/** What is given to one supplier order of a payment. */
export type OrderShare = Readonly<{ order: Id<'supplierOrder'>; amount: number }>

/** The account that a provider has with us for one way to pay. */
export type ClearingAccount = Readonly<{ provider: string; method: string }>

/** Money that came in: `receiptId` names it for good, whatever is booked of it. */
type IncomingPayment = ClearingAccount & Readonly<{ receiptId: string; currency: string }>

/** What of a payment goes into a vendor's wallet, as the orders that it was for have ended. */
type TopUpShare = Readonly<{ vendor: Id<'account'>; amount: number }>

/** P1, and P3 by card: somebody has paid one or more supplier orders. What pays none any more is the vendor's (P2). */
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

/** P2: a vendor has put money into the wallet. */
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

/** P11: money has come that pays nothing we know of. */
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

/** P11: somebody has found out which supplier orders the money was for, all of them at once. */
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

/** P3: a vendor pays wholesale out of the wallet, one or more supplier orders at once. */
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

/** P3f: the provider keeps a fee. Below zero it gives one back. `feeId` is the provider's own id of the charge. */
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
 * P3f: the provider has paid out to our bank what it took by each method. Below zero it has drawn from there, since there were
 * more refunds than sales.
 */
export function settledPosting(
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

/** What a provider's settlement report says otherwise than we do, above zero more than we thought, as an operator takes it over. */
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

/** A part of a tax, and whom it is owed to, such as `SG`. */
export type TaxShare = Readonly<{ jurisdiction: string; amount: number }>

/** Whose part of a purchase it is. */
export type SupplierOrderRef = Readonly<{
  order: Id<'supplierOrder'>
  supplier: Id<'supplier'>
  currency: string
}>

/**
 * P4 and P4p: a supplier has earned an order or, with a parcel as the `unit`, a part of it: `gross` of what was paid, less
 * commission, fees, and taxes (on the commission, and the shopper's where the operator remits it). Each unit once.
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

/** The key of the posting by which a parcel of an order was earned. */
export function earnedKey({ order, unit }: Readonly<{ order: string; unit: string }>): string {
  return `earned:${order}:${unit}`
}

/** P5: the window for complaints has closed for an earned unit, or for what a case gave back; it may be paid out. */
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

/** The account of a provider in our books, one a way to pay. */
export function toClearingSubledger({ provider, method }: ClearingAccount): string {
  return toSubledgerPath(provider, method)
}

/** One key for whatever is booked of the same money, so that it is booked once. */
function receiptKey(receiptId: string): string {
  return `received:${receiptId}`
}

function toEscrowEntries(shares: readonly OrderShare[]) {
  return shares.flatMap(({ order, amount }) => credit('order_escrow', order, amount))
}
