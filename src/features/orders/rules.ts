import type { PurchaseStatus, SupplierOrderState } from './shapes.ts'
import type { Units } from './states.ts'

const ENDED_WITHOUT: readonly SupplierOrderState[] = ['cancelled', 'rejected', 'refunded']
const ON_ITS_WAY: readonly SupplierOrderState[] = ['shipped', 'delivered', 'completed', 'in_case']
const ARRIVED: readonly SupplierOrderState[] = ['delivered', 'completed']

/** As far as the part that is furthest behind, the parts that were given up aside; `partly_shipped` once one part is ahead. */
export function purchaseStatus(states: readonly SupplierOrderState[]): PurchaseStatus {
  if (states.includes('awaiting_payment') || states.includes('draft')) return 'awaiting_payment'
  if (states.every((state) => state === 'expired')) return 'expired'
  const going = states.filter((state) => !ENDED_WITHOUT.includes(state))
  if (going.length === 0) return 'cancelled'
  if (going.every((state) => state === 'completed')) return 'completed'
  if (going.every((state) => ARRIVED.includes(state))) return 'delivered'
  if (going.every((state) => ON_ITS_WAY.includes(state))) return 'shipped'
  const isUnderWay = (state: SupplierOrderState) => state === 'in_progress' || ON_ITS_WAY.includes(state)
  return going.some(isUnderWay) ? 'partly_shipped' : 'paid'
}

/** How many units of an order's lines are in parcels, and how many still have to go into one. */
export function unitsOf(
  lines: readonly Readonly<{ quantity: number; shippedQuantity: number; withdrawnQuantity: number }>[],
): Units {
  const sum = (of: (line: (typeof lines)[number]) => number) =>
    lines.reduce((total, line) => total + of(line), 0)
  return { sent: sum((line) => line.shippedQuantity), left: sum(leftOf) }
}

/** How many units of a line still have to go into a parcel. */
export function leftOf(
  line: Readonly<{ quantity: number; shippedQuantity: number; withdrawnQuantity: number }>,
): number {
  return line.quantity - line.shippedQuantity - line.withdrawnQuantity
}

/** How far an order's units are, derived from its parcels. */
export type Fulfilment = 'none' | 'partial' | 'all_shipped' | 'all_delivered'

/** Fulfilment as the units and parcels tell it, whatever state the order is in. */
export function fulfilmentOf(
  units: Units,
  parcels: readonly Readonly<{ deliveredAt: Date | null }>[],
): Fulfilment {
  if (units.sent === 0) return 'none'
  if (units.left > 0) return 'partial'
  return parcels.every((parcel) => parcel.deliveredAt) ? 'all_delivered' : 'all_shipped'
}

/** How an order's payment stands, derived from what was allocated to it and what of that was given back. */
export type PaymentStanding = 'unpaid' | 'paid' | 'partly_refunded' | 'refunded'

/** The standing of `paid` cents of which `givenBack` are on their way back. */
export function paymentOf({
  paid,
  givenBack,
}: Readonly<{ paid: number; givenBack: number }>): PaymentStanding {
  if (paid === 0) return 'unpaid'
  if (givenBack === 0) return 'paid'
  return givenBack < paid ? 'partly_refunded' : 'refunded'
}

/** What the marketplace keeps of a sale, in basis points: of what the shopper paid, and the tax on that share. */
export type Commission = Readonly<{ commissionBps: number; commissionTaxBps: number }>

/** Whom the tax on commission is owed to. */
export const COMMISSION_TAX_JURISDICTION = 'SG'

/** The commission on a supplier's order, which is frozen when the order is placed: one rate for all. */
export function commissionOf(): Commission {
  return { commissionBps: 1_500, commissionTaxBps: 900 }
}

/** What was earned by something, in cents. */
export type Earned = Readonly<{ gross: number; commission: number; tax: number }>

/**
 * What the marketplace keeps of a further `gross` cents. Reckoned on all that was earned so far and rounded half up there, so
 * that parcels together pay what one would have; the supplier never pays more for a parcel than it earns by it.
 */
export function earningOf(
  gross: number,
  { before, rate }: Readonly<{ before: Earned; rate: Commission }>,
): Earned {
  const inAll = shareOf(before.gross + gross, rate.commissionBps)
  const commission = within(inAll - before.commission, gross)
  const tax = within(
    shareOf(before.commission + commission, rate.commissionTaxBps) - before.tax,
    gross - commission,
  )
  return { gross, commission, tax }
}

function shareOf(amount: number, bps: number): number {
  return Number((BigInt(amount) * BigInt(bps) + 5_000n) / 10_000n)
}

function within(amount: number, most: number): number {
  return Math.max(0, Math.min(amount, most))
}

/**
 * How many pieces unpaid orders may hold at once: of one e-mail address what a small dealer orders, of one network
 * address three times as much, for a whole office or half a mobile network may stand behind it.
 */
export function mostHeld(factor: number): Readonly<{ byEmail: number; byClient: number }> {
  const byEmail = Math.max(1, Math.floor(200 * factor))
  return { byEmail, byClient: 3 * byEmail }
}
