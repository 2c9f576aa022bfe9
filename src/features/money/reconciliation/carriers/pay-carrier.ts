import { createHash } from 'node:crypto'
import { formatUtcDay } from '#core/text/format-date.ts'
import { inTransaction, type Database } from '#database/database.ts'
import {
  carrierPaidKey,
  carrierPaidPosting,
  post,
  readBalances,
  reversePosting,
} from '#features/money/ledger/service.ts'
import { invalid, notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { DAY, addMs } from '#core/time.ts'
import { formatMoney } from '#core/money.ts'
import {
  type CarrierPayment,
  findCarrierPayment,
  insertCarrierPayment,
  lockCarrierPayment,
  markReversed,
  type CarrierPaymentPart,
} from './queries.ts'

/** A payment to a label provider as an operator enters it. Its parts and the adjustment add up to its amount. */
export type CarrierBill = Readonly<{
  provider: string
  reference: string
  paidOn: string
  bank: string
  currency: string
  amount: number
  parts: readonly CarrierPaymentPart[]
  adjustment?: Readonly<{ amount: number; reason: string }> | undefined
}>

/** The operator who acts, and the time. */
type OperatorContext = Readonly<{ by: number; now: Date }>

/**
 * Records and posts a payment to a label provider, once for each of its references. A repeated call returns the first.
 * Throws `reference_used` if it was recorded with other content, and `not_paid_yet` for a future day.
 */
export async function payCarrier(
  db: Database,
  bill: CarrierBill,
  { by, now }: OperatorContext,
): Promise<{ payment: CarrierPayment; isNew: boolean }> {
  // It may already be tomorrow in the bank's time zone.
  if (bill.paidOn > addMs(now, DAY).toISOString().slice(0, 10))
    throw invalid('not_paid_yet', 'This day is in the future. Record the payment once it is made.')
  const requestHash = hashBill(bill)
  return inTransaction(db, async (tx) => {
    const { adjustment } = bill
    const publicId = newId('carrierPayment', now.getTime())
    const insertedId = await insertCarrierPayment(tx, {
      ...bill,
      publicId,
      adjustmentAmount: adjustment?.amount ?? 0,
      adjustmentReason: adjustment?.reason ?? null,
      requestHash,
      accountId: by,
      now,
    })
    const payment = await findCarrierPayment(tx, bill)
    if (!payment)
      throw refused('reference_used', 'Someone else is recording this reference right now. Please try again.')
    if (payment.requestHash !== requestHash) throw referenceUsed(payment)
    if (insertedId) await post(tx, toPosting(payment), now)
    return { payment, isNew: insertedId !== undefined }
  })
}

/** Reverses a carrier payment that was entered wrongly, once. Throws `payment_not_found` and `already_reversed`. */
export async function reverseCarrierPayment(
  db: Database,
  { id, reason }: Readonly<{ id: string; reason: string }>,
  { by, now }: OperatorContext,
): Promise<CarrierPayment> {
  return inTransaction(db, async (tx) => {
    const payment = await lockCarrierPayment(tx, id)
    if (!payment) throw notFound('payment_not_found', 'This payment doesn’t exist.')
    if (payment.reversedAt) throw refused('already_reversed', 'This payment was already reversed.')
    const memo = `${describePayment(payment)}: taken back, ${reason}`
    await reversePosting(tx, { key: carrierPaidKey(payment.publicId), memo }, now)
    await markReversed(tx, { id: payment.id, reason, by, now })
    return { ...payment, reversedAt: now, reversalReason: reason }
  })
}

/** Returns the debt for the labels of a payment: now, and without the payment. */
export async function readOpenBalances(db: Database, { provider, currency, parts }: CarrierPayment) {
  const keys = parts.map(({ carrier }) => ({
    account: 'carrier_payable' as const,
    subledger: `${provider}/${carrier}`,
    currency,
  }))
  const balances = await readBalances(db, keys)
  return parts.map(({ carrier, amount }, index) => {
    const now = balances[index] ?? 0
    return { carrier, without: now + amount, now }
  })
}

function toPosting(payment: CarrierPayment) {
  const { publicId: paymentId, provider, bank, currency, amount, parts, adjustmentAmount } = payment
  const memo = toMemo(payment)
  return carrierPaidPosting({
    paymentId,
    provider,
    bank,
    currency,
    amount,
    parts,
    adjustment: adjustmentAmount,
    memo,
  })
}

/** Returns the memo of a payment, as in the ledger: `Paid to easypost on 2026-03-31, INV-3; adjusted by $0.40: weighed again`. */
function toMemo(payment: CarrierPayment): string {
  const { currency, adjustmentAmount, adjustmentReason } = payment
  const memo = describePayment(payment)
  if (adjustmentReason === null) return memo
  return `${memo}; adjusted by ${formatMoney(adjustmentAmount, currency)}: ${adjustmentReason}`
}

function describePayment({ provider, paidOn, reference }: CarrierPayment): string {
  return `Paid to ${provider} on ${paidOn}, ${reference}`
}

function referenceUsed({ publicId, createdAt }: CarrierPayment) {
  return refused(
    'reference_used',
    `This reference was recorded on ${formatUtcDay(createdAt)} with other values. If they are wrong, reverse that payment first.`,
    { payment: publicId },
  )
}

function hashBill({
  provider,
  reference,
  paidOn,
  bank,
  currency,
  amount,
  parts,
  adjustment,
}: CarrierBill): string {
  const sorted = parts.map(({ carrier, amount: part }) => `${carrier} ${part}`).toSorted()
  const content = [provider, reference, paidOn, bank, currency, amount, sorted, adjustment ?? null]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
