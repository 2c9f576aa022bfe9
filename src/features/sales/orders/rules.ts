import type { PurchaseStatus, SupplierOrderState } from './shapes.ts'
import type { UnitCounts } from './lifecycle/states.ts'
import { PRACTICE_CURRENCY } from '#core/money.ts'
import { addMs, DAY } from '#core/time.ts'
import type { SalesChannel } from '#core/sales-channel.ts'

const CANCELLED_STATES: readonly SupplierOrderState[] = ['cancelled', 'rejected', 'refunded']
const SHIPPED_STATES: readonly SupplierOrderState[] = ['shipped', 'delivered', 'completed', 'in_case']
const DELIVERED_STATES: readonly SupplierOrderState[] = ['delivered', 'completed']

/**
 * Returns a purchase's status by its least advanced supplier order that was not cancelled; `partly_shipped` once
 * another is ahead. A case does not set it back: once all are shipped, it takes precedence. A shipped and refunded
 * purchase is `refunded`, not `cancelled`.
 */
export function purchaseStatus(states: readonly SupplierOrderState[]): PurchaseStatus {
  if (states.includes('awaiting_payment') || states.includes('draft')) return 'awaiting_payment'
  if (states.every((state) => state === 'expired')) return 'expired'
  const activeStates = states.filter((state) => !CANCELLED_STATES.includes(state))
  if (activeStates.length === 0) return states.includes('refunded') ? 'refunded' : 'cancelled'
  if (activeStates.includes('in_case') && activeStates.every((state) => SHIPPED_STATES.includes(state)))
    return 'in_case'
  if (activeStates.every((state) => state === 'completed')) return 'completed'
  if (activeStates.every((state) => DELIVERED_STATES.includes(state))) return 'delivered'
  if (activeStates.every((state) => SHIPPED_STATES.includes(state))) return 'shipped'
  const hasShipped = (state: SupplierOrderState) => state === 'in_progress' || SHIPPED_STATES.includes(state)
  return activeStates.some(hasShipped) ? 'partly_shipped' : 'paid'
}

/** Returns whether an order is of a practice shop; such orders change no stock and are never counted. */
export function isPractice({ currency }: Readonly<{ currency: string }>): boolean {
  return currency === PRACTICE_CURRENCY
}

const ENDED_STATES: readonly SupplierOrderState[] = [...CANCELLED_STATES, 'completed', 'expired']

/** How many days after its end a supplier sees the recipient of a vendor's order. */
const RECIPIENT_DAYS = 90

/**
 * Returns whether the supplier of a paid order sees its recipient. A vendor's order shows it from its handover to the
 * supplier until 90 days after its end.
 */
export function isRecipientVisible(
  { state, updatedAt }: Readonly<{ state: SupplierOrderState; updatedAt: Date }>,
  channel: SalesChannel,
  now: Date,
): boolean {
  if (channel === 'marketplace') return true
  if (state === 'paid_hold') return false
  return !ENDED_STATES.includes(state) || addMs(updatedAt, RECIPIENT_DAYS * DAY) > now
}

/** Returns how many units of an order's lines are in parcels, and how many are not yet. */
export function countUnits(
  lines: readonly Readonly<{ quantity: number; shippedQuantity: number; withdrawnQuantity: number }>[],
): UnitCounts {
  const sum = (getCount: (line: (typeof lines)[number]) => number) =>
    lines.reduce((total, line) => total + getCount(line), 0)
  return { sent: sum((line) => line.shippedQuantity), left: sum(countRemaining) }
}

/** Returns how many units of a line are not in a parcel yet. */
export function countRemaining(
  line: Readonly<{ quantity: number; shippedQuantity: number; withdrawnQuantity: number }>,
): number {
  return line.quantity - line.shippedQuantity - line.withdrawnQuantity
}

/** Returns the names of the warehouses that these lines of an order leave from, sorted; without lines the order's. */
export function listSendingWarehouses(
  order: Readonly<{ warehouse: string }>,
  lines: readonly Readonly<{ warehouse: string | null }>[],
): string[] {
  const names = new Set(lines.map(({ warehouse }) => warehouse ?? order.warehouse))
  return names.size === 0 ? [order.warehouse] : [...names].toSorted((a, b) => a.localeCompare(b, 'en'))
}

/** Returns the price of all units that are not in a parcel yet, in cents. */
export function sumRemainingWorth(
  lines: readonly (Parameters<typeof countRemaining>[0] & Readonly<{ unitAmount: number }>)[],
) {
  return lines.reduce((sum, line) => sum + line.unitAmount * countRemaining(line), 0)
}

/** Returns the shipping that an order's first parcel will earn, in cents; zero once one has. */
export function getUnearnedShipping(
  { shippingAmount }: Readonly<{ shippingAmount: number }>,
  { earned, shippingBack }: Readonly<{ earned: EarningAmounts; shippingBack: number }>,
): number {
  return earned.gross > 0 ? 0 : Math.max(0, shippingAmount - shippingBack)
}

/** The progress of an order's units, derived from its parcels. */
export type Fulfilment = 'none' | 'partial' | 'all_shipped' | 'all_delivered'

/** Returns the fulfilment by units and parcels, whatever the order's state. */
export function getFulfilment(
  units: UnitCounts,
  parcels: readonly Readonly<{ deliveredAt: Date | null }>[],
): Fulfilment {
  if (units.sent === 0) return 'none'
  if (units.left > 0) return 'partial'
  return parcels.every((parcel) => parcel.deliveredAt) ? 'all_delivered' : 'all_shipped'
}

/** The reversed amounts of an order, in cents: refunded to its buyer, and charged back by the buyer's bank. */
export type ReversedAmounts = Readonly<{ givenBack: number; chargedBack: number }>

/** The reversed amounts of most orders, which are zero. */
export const NO_REVERSED_AMOUNTS: ReversedAmounts = { givenBack: 0, chargedBack: 0 }

/** The payment status of an order, derived from its receipts and refunds. */
export type PaymentStatus = 'unpaid' | 'paid' | 'partly_refunded' | 'refunded' | 'charged_back'

/**
 * Returns the payment status of `paid` cents, less what is refunded (`givenBack`) or charged back. A dispute takes
 * precedence over refunds.
 */
export function getPaymentStatus({
  paid,
  givenBack,
  chargedBack,
}: ReversedAmounts & { paid: number }): PaymentStatus {
  if (paid === 0) return 'unpaid'
  if (chargedBack > 0) return 'charged_back'
  if (givenBack === 0) return 'paid'
  return givenBack < paid ? 'partly_refunded' : 'refunded'
}

/**
 * The marketplace's commission on the amounts sent so far. `commissionWeight` is the sum of amounts in cents times
 * their basis points, over the `amount` of them; with the tax on that share, in basis points.
 */
export type CommissionRate = Readonly<{ amount: number; commissionWeight: number; commissionTaxBps: number }>

/** The jurisdiction that the tax on commission is owed to. */
export const COMMISSION_TAX_JURISDICTION = 'SG'

type FrozenOrder = Readonly<{ shippingAmount: number; commissionBps: number; commissionTaxBps: number }>
type FrozenLine = Readonly<{ unitAmount: number; shippedQuantity: number; commissionBps: number | null }>

/** Returns the commission rates stored with an order: of each line, and of the shipping. */
export function getCommissionRate(order: FrozenOrder, lines: readonly FrozenLine[]): CommissionRate {
  const { shippingAmount, commissionBps, commissionTaxBps } = order
  const components = [
    { amount: shippingAmount, bps: commissionBps },
    ...lines.map((line) => ({
      amount: line.unitAmount * line.shippedQuantity,
      bps: line.commissionBps ?? commissionBps,
    })),
  ]
  return {
    amount: components.reduce((sum, component) => sum + component.amount, 0),
    commissionWeight: components.reduce((sum, component) => sum + component.amount * component.bps, 0),
    commissionTaxBps,
  }
}

/** The earned amounts of a parcel or an order, in cents. */
export type EarningAmounts = Readonly<{ gross: number; commission: number; tax: number }>

/**
 * Returns the marketplace's commission on a further `gross` cents. It is calculated on the total earned so far and
 * rounded half up, so that several parcels pay the same as one; the commission never exceeds the parcel's earning.
 */
export function calculateEarning(
  gross: number,
  { before, rate }: Readonly<{ before: EarningAmounts; rate: CommissionRate }>,
): EarningAmounts {
  // On the total sent; less if a part of it was refunded before.
  const totalCommission = applyRate(before.gross + gross, rate.commissionWeight, rate.amount)
  const commission = clamp(totalCommission - before.commission, gross)
  const tax = clamp(
    applyRate(before.commission + commission, rate.commissionTaxBps, 1) - before.tax,
    gross - commission,
  )
  return { gross, commission, tax }
}

/**
 * An order's money, or a refund's liability, by part, in cents: unearned, the supplier's, the marketplace's commission,
 * and the tax on that.
 */
export type MoneyBreakdown = Readonly<{ escrow: number; net: number; commission: number; tax: number }>

/** Returns the rest of an order's money by part: paid, less refunded and charged back. */
export function getRemainingMoney({
  paid,
  earned,
  back,
}: Readonly<{ paid: number; earned: EarningAmounts; back: MoneyBreakdown }>): MoneyBreakdown {
  const { gross, commission, tax } = earned
  return {
    escrow: paid - gross - back.escrow,
    net: gross - commission - tax - back.net,
    commission: commission - back.commission,
    tax: tax - back.tax,
  }
}

/** An order's earnings for its supplier, in cents: sent and unsent, less commission, its tax and refunds. */
export type EarningsForecast = Readonly<{ gross: number; commission: number; tax: number; net: number }>

/** Returns an order's earnings for its supplier once its rest is sent; the earned amounts if it ended. */
export function forecastEarnings({
  order,
  lines,
  money,
}: Readonly<{
  order: FrozenOrder
  lines: readonly (FrozenLine & Parameters<typeof countRemaining>[0])[]
  money: Parameters<typeof getRemainingMoney>[0]
}>): EarningsForecast {
  const remaining = getRemainingMoney(money)
  const sentLines = lines.map((line) => ({
    ...line,
    shippedQuantity: line.shippedQuantity + countRemaining(line),
  }))
  const { commission, tax } = calculateEarning(Math.max(0, remaining.escrow), {
    before: money.earned,
    rate: getCommissionRate(order, sentLines),
  })
  const net = remaining.net + Math.max(0, remaining.escrow) - commission - tax
  const total = { commission: remaining.commission + commission, tax: remaining.tax + tax }
  return { ...total, gross: net + total.commission + total.tax, net }
}

/**
 * Returns the share of an order's `escrow` for items worth `amount`. `whole` is the worth of all that is still to be
 * sent, including these items and unearned shipping. An earlier partial refund reduces all of them in proportion;
 * rounded down, so that the other items keep a share while anything is left.
 */
export function shareOfEscrow(
  amount: number,
  { escrow, whole }: Readonly<{ escrow: number; whole: number }>,
): number {
  if (escrow >= whole) return amount
  return Number((BigInt(amount) * BigInt(Math.max(0, escrow))) / BigInt(whole))
}

/** Returns how much of the paid amount can still be refunded. */
export function getRefundableAmount(
  money: Readonly<{ paid: number; givenBack: number; chargedBack: number }>,
): number {
  return Math.max(0, money.paid - money.givenBack - money.chargedBack)
}

/** Multiplies `amount` by a rate, which is basis points or a weight over an amount; half a cent counts as one. */
function applyRate(amount: number, weight: number, over: number): number {
  if (over === 0) return 0
  const [exact, per] = [BigInt(amount) * BigInt(weight), BigInt(over) * 10_000n]
  return Number((2n * exact + per) / (2n * per))
}

function clamp(amount: number, most: number): number {
  return Math.max(0, Math.min(amount, most))
}

/**
 * Returns how many items unpaid orders may reserve at once, by mailbox and by network address. A mailbox gets what a
 * small dealer orders, an address three times as much, because a whole office or half a mobile network may share it.
 */
export function getUnpaidLimits(factor: number): Readonly<{ byEmail: number; byClient: number }> {
  const byEmail = Math.max(1, Math.floor(200 * factor))
  return { byEmail, byClient: 3 * byEmail }
}
