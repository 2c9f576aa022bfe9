import { allocateFrom } from '#core/money.ts'
import { DAY, addMs } from '#core/time.ts'
import type { MoneyBreakdown } from '#features/sales/orders/service.ts'
import type { Capability } from '#features/money/payments/service.ts'
import type { DisputeState } from './shapes.ts'

/** A refund to request from a provider, and the earlier refunds of the same receipt. Amounts in minor units. */
export type ProviderRefundCheck = Readonly<{
  amount: number
  paid: number
  before: number
  receivedAt: Date
  now: Date
}>

/**
 * Returns why a provider can't refund a method by itself, as a message; undefined if it can. `before` is the number of
 * earlier refunds of the same payment. The provider's capabilities decide.
 */
export function getManualRefundReason(
  { refunds, refundDays }: Pick<Capability, 'refunds' | 'refundDays'>,
  { amount, paid, before, receivedAt, now }: ProviderRefundCheck,
): string | undefined {
  if (refunds === 'none') return 'This payment method doesn’t support refunds.'
  if (refunds === 'full' && amount !== paid) return 'This payment method only supports full refunds.'
  if (refunds === 'partial' && before > 0) return 'This payment method supports one partial refund only.'
  if (refundDays !== undefined && now > addMs(receivedAt, refundDays * DAY))
    return `This payment method can’t be refunded after ${refundDays} days.`
  return undefined
}

/**
 * Returns the liability for a refund: earned amounts first, split between supplier, commission and tax; then unearned
 * ones. A deduction that the supplier keeps, for a label it has paid, counts as refunded too, and stays its own. Throws
 * RangeError if there is not enough money.
 */
export function splitRefundLiability(
  amount: number,
  pots: MoneyBreakdown,
  deductedAmount = 0,
): MoneyBreakdown {
  const owedAmount = amount + deductedAmount
  const fromEarned = Math.min(owedAmount, pots.net + pots.commission + pots.tax)
  const fromEscrow = owedAmount - fromEarned
  if (fromEscrow > pots.escrow)
    throw new RangeError(`cannot give ${owedAmount} back of ${JSON.stringify(pots)}`)
  const parts = { escrow: fromEscrow, ...splitEarned(fromEarned, pots) }
  return subtractDeduction(parts, deductedAmount)
}

/** Subtracts a supplier's deduction from its own part, and the rest from the others. */
function subtractDeduction(
  { net, commission, tax, escrow }: MoneyBreakdown,
  deductedAmount: number,
): MoneyBreakdown {
  const [netRest, afterNet] = subtractUpTo(net, deductedAmount)
  const [commissionRest, afterCommission] = subtractUpTo(commission, afterNet)
  const [taxRest, afterTax] = subtractUpTo(tax, afterCommission)
  return { net: netRest, commission: commissionRest, tax: taxRest, escrow: escrow - afterTax }
}

function subtractUpTo(amount: number, subtracted: number): readonly [number, number] {
  const taken = Math.min(amount, subtracted)
  return [amount - taken, subtracted - taken]
}

/**
 * Returns the liability for a chargeback: unearned amounts first, then supplier or marketplace. The supplier pays, with
 * its commission, if the complaint is about the goods.
 */
export function splitChargebackLiability(
  amount: number,
  pots: MoneyBreakdown,
  isSupplierLiable: boolean,
): MoneyBreakdown & Readonly<{ loss: number }> {
  const escrow = Math.min(amount, pots.escrow)
  const maxEarned = isSupplierLiable ? pots.net + pots.commission + pots.tax : 0
  const fromEarned = Math.min(amount - escrow, maxEarned)
  return { escrow, ...splitEarned(fromEarned, pots), loss: amount - escrow - fromEarned }
}

function splitEarned(amount: number, pots: MoneyBreakdown) {
  const [net = 0, commission = 0, tax = 0] = allocateFrom(amount, [pots.net, pots.commission, pots.tax])
  return { net, commission, tax }
}

/**
 * The reasons of banks that are about the goods, in the providers' terms (https://docs.stripe.com/disputes/categories).
 */
const ABOUT_GOODS = ['product_not_received', 'product_unacceptable']

/**
 * Returns whether a chargeback is about the goods, so that the supplier is liable. A stolen card is the marketplace's
 * risk.
 */
export function isAboutGoods(reason: string): boolean {
  return ABOUT_GOODS.includes(reason)
}

/**
 * Returns whether a dispute's reported state is later than the known one, because webhook events come in any order. Won
 * after lost is accepted, because the money is back then; won is final.
 */
export function isLaterState(current: DisputeState, next: DisputeState): boolean {
  const rank = { inquiry: 0, open: 1, lost: 2, won: 3 }
  return rank[next] > rank[current]
}

/** A refund made by hand at the provider, in minor units; `noted` is the id that an operator recorded for it. */
type ManualRefundCandidate = Readonly<{
  publicId: string
  amount: number
  isNoted: boolean
  noted: string | null
}>

/**
 * Returns the public ids of the manual refunds that a refund created at the provider matches, if any. It matches the
 * one recorded with its id, else one of the same amount, preferring those that an operator reported; else all of them,
 * made as one.
 */
export function matchManualRefunds(
  created: Readonly<{ providerRefundId: string; amount: number }>,
  waiting: readonly ManualRefundCandidate[],
): string[] {
  const sameAmount = waiting.filter(({ amount }) => amount === created.amount)
  const match =
    waiting.find(({ noted }) => noted === created.providerRefundId) ??
    sameAmount.find(({ isNoted }) => isNoted) ??
    sameAmount.at(0)
  if (match) return [match.publicId]
  const isSumOfAll = waiting.reduce((sum, { amount }) => sum + amount, 0) === created.amount
  return isSumOfAll ? waiting.map(({ publicId }) => publicId) : []
}
