import type { SupplierOrder } from '#features/sales/orders/service.ts'
import type { RemoteAddress } from '#features/stores/connections/service.ts'
import { REASONS, type LineReason, type Reason, type ShopOrderState } from '../shapes.ts'
import type { ForwardedLine, ForwardedOrder } from './order-queries.ts'

/** How many units of a line can be bought now, and the reason against the others. */
export type LineJudgement = Readonly<{ externalId: string; ready: number; reasons: readonly LineReason[] }>

/** The options of judging lines: with `wholeOrdersOnly` nothing is bought while anything has to wait. */
export type JudgeOptions = Readonly<{ wholeOrdersOnly: boolean; isPractice: boolean }>

/**
 * Returns the orderable units of each line, and the reasons against the rest. Stock reserved by the order's own quote
 * counts as available.
 */
export function judgeLines(
  lines: readonly ForwardedLine[],
  { wholeOrdersOnly, isPractice }: JudgeOptions,
): LineJudgement[] {
  const stock = new Map<number, number>()
  for (const { variantKey, stock: units, quoted } of lines)
    if (variantKey !== null)
      stock.set(variantKey, (stock.get(variantKey) ?? units) + (isPractice ? 0 : quoted))
  const judged = lines.map((line) => judgeLine(line, stock))
  const isHeld = wholeOrdersOnly && judged.some(({ reasons }) => reasons.length > 0)
  return isHeld ? judged.map((line) => ({ ...line, ready: 0 })) : judged
}

function judgeLine(line: ForwardedLine, stock: Map<number, number>): LineJudgement {
  const { externalId, kind, variantKey, isListed, wholesaleAmount, hasOtherOptions } = line
  const wanted = countWanted(line)
  if (kind === 'foreign' || wanted === 0) return { externalId, ready: 0, reasons: [] }
  if (kind === 'unmapped' || variantKey === null)
    return { externalId, ready: 0, reasons: [hasOtherOptions ? 'other_options' : 'unmapped'] }
  // Bought units that were not sent are not bought again automatically.
  const dropped = countDropped(line)
  const available = Math.max(0, stock.get(variantKey) ?? 0)
  const inStock = Math.min(wanted - dropped, available)
  const reasons: LineReason[] = []
  if (!isListed) reasons.push('unavailable')
  else if (inStock < wanted - dropped) reasons.push('out_of_stock')
  if (wholesaleAmount === null) reasons.push('no_wholesale_price')
  if (dropped > 0) reasons.push('not_supplied')
  const ready = isListed && wholesaleAmount !== null ? inStock : 0
  stock.set(variantKey, available - ready)
  return { externalId, ready, reasons }
}

/** Returns how many wanted units of a line are not bought yet. */
export function countWanted(line: LineUnits): number {
  return countOpen(line) - countSettled(line)
}

/** Returns how many bought units of a line are not sent and still have to be refunded in the store. */
export function countDropped(line: LineUnits): number {
  return Math.min(countWanted(line), countUnsupplied(line) - countSettled(line))
}

/** Returns how many bought units of a line are not sent after all. */
export function countUnsupplied({ withdrawn, reordered }: LineUnits): number {
  return Math.max(0, withdrawn - reordered)
}

/** The units of a line, and its amounts in minor units of its store. */
export type LineUnits = Pick<
  ForwardedLine,
  'quantity' | 'removed' | 'bought' | 'withdrawn' | 'reordered' | 'lineAmount' | 'refundedAmount'
>

function countOpen({ quantity, removed, bought }: LineUnits): number {
  return Math.max(0, quantity - removed - bought)
}

/** Returns how many unsent units were refunded in the store by an amount without removing units, as many owners do. */
function countSettled(line: LineUnits): number {
  const { quantity, lineAmount, refundedAmount } = line
  if (lineAmount <= 0) return 0
  const covered = Math.floor((refundedAmount * quantity) / lineAmount)
  return Math.min(countOpen(line), countUnsupplied(line), covered)
}

/** The marketplace's rules for addresses: served countries, and formats of postcodes. */
export type AddressGates = Readonly<{
  isServed(country: string): boolean
  isPostcode(postcode: string, country: string): boolean
}>

/** Returns the reasons against buying a whole order. */
export function judgeWholeOrder(
  order: Pick<
    ForwardedOrder,
    'isSuspended' | 'isCancelling' | 'shopState' | 'address' | 'currency' | 'storeCurrency'
  >,
  gates: AddressGates,
): Reason[] {
  const { isSuspended, isCancelling, shopState, currency, storeCurrency } = order
  const addressReason = judgeAddress(order.address, gates)
  const isOtherCurrency = storeCurrency !== null && storeCurrency !== currency
  return [
    ...(isSuspended ? (['vendor_suspended'] as const) : []),
    ...(isCancelling ? (['cancelling'] as const) : []),
    ...(shopState === 'unpaid' ? (['unpaid'] as const) : []),
    ...(isOtherCurrency ? (['currency'] as const) : []),
    ...(addressReason ? [addressReason] : []),
  ]
}

/** Returns what a store refunded without items for the unsent units of a line, in minor units. */
export function sumSettled(line: LineUnits): number {
  const ofUnits = (line.lineAmount * countSettled(line)) / Math.max(1, line.quantity)
  return Math.min(line.refundedAmount, Math.ceil(ofUnits))
}

/** Returns the problems of an address. */
export function judgeAddress(
  address: RemoteAddress | null,
  { isServed, isPostcode }: AddressGates,
): Reason | undefined {
  if (!address) return 'address_hidden'
  const { firstName, lastName, line1, city, country, postcode } = address
  if (`${firstName}${lastName}`.trim() === '' || line1.trim() === '' || city.trim() === '' || country === '')
    return 'address_incomplete'
  if (!isServed(country)) return 'country'
  return isPostcode(postcode, country) ? undefined : 'address_incomplete'
}

/** Returns reasons once each, in the order in which they are shown. */
export function sortReasons(found: readonly (Reason | null)[]): Reason[] {
  return REASONS.filter((reason) => found.includes(reason))
}

type SupplierOrderState = SupplierOrder['state']

const ENDED_UNSENT: readonly SupplierOrderState[] = ['cancelled', 'rejected', 'expired']
const ARRIVED: readonly SupplierOrderState[] = ['delivered', 'completed', 'refunded']

/** Returns the state of a store's order: its vendor's tasks first, then the suppliers' progress. */
export function decideState(
  order: Pick<ForwardedOrder, 'shopState' | 'lines' | 'supplierStates'>,
  reasons: readonly Reason[],
): ShopOrderState {
  const ours = order.lines.filter(({ kind }) => kind !== 'foreign')
  if (ours.length === 0) return 'not_ours'
  const isClosed = order.shopState === 'cancelled' || order.shopState === 'refunded'
  const isDone = isClosed || ours.every((line) => countWanted(line) === 0)
  if (!isDone) return reasons.length > 0 ? 'blocked' : 'to_pay'
  if (ours.every(({ bought }) => bought === 0)) return 'closed'
  const sent = order.supplierStates.filter((state) => !ENDED_UNSENT.includes(state))
  return sent.every((state) => ARRIVED.includes(state)) ? 'completed' : 'in_progress'
}

/**
 * An order's cost and revenue for its vendor, in minor units of the marketplace. `retail` is null without an exchange
 * rate.
 */
export type OrderFigures = Readonly<{ cost: number; retail: number | null }>

/** A vendor's highest cost and lowest margin without approval. An approved cost passes. */
export type CostGuards = Readonly<{
  maxCostAmount: number | null
  minMarginBps: number | null
  approvedAmount: number | null
}>

/** Returns the limits of its vendor that an order exceeds. */
export function judgeCost(
  { cost, retail }: OrderFigures,
  { maxCostAmount, minMarginBps, approvedAmount }: CostGuards,
): Reason[] {
  if (approvedAmount !== null && cost <= approvedAmount) return []
  const found: Reason[] = []
  if (maxCostAmount !== null && cost > maxCostAmount) found.push('max_cost')
  if (minMarginBps === null) return found
  if (retail === null) found.push('no_rate')
  else if ((retail - cost) * 10_000 < minMarginBps * retail) found.push('margin')
  return found
}

/** The limits of a vendor's unpaid orders: units, and their cost in minor units. */
export type ReservationLimits = Readonly<{ units: number; amount: number }>

/** Returns the limits of unpaid orders; a wallet with a higher balance extends them to its amount. */
export function getReservationLimits(factor: number, walletAmount: number): ReservationLimits {
  return {
    units: Math.max(1, Math.floor(500 * factor)),
    amount: Math.max(Math.floor(500_000 * factor), walletAmount),
  }
}
