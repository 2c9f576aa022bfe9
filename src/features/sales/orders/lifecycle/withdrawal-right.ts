import { addMs, DAY } from '#core/time.ts'
import { isInEuCustoms } from '#core/shipping/eu-customs.ts'
import type { SupplierOrderState } from '../shapes.ts'

/** The countries with this right besides the EU's: the rest of the EEA, and the United Kingdom. */
const FURTHER_COUNTRIES: ReadonlySet<string> = new Set(['IS', 'LI', 'NO', 'GB'])

/**
 * How long after the last delivery: 14 days from the next day to the end of the day where the buyer is, so a day more
 * (Directive 2011/83/EU, article 9).
 */
const PERIOD = 15 * DAY

/** The facts of an order that decide on it. */
export type WithdrawalInput = Readonly<{
  /** The destination country (ISO 3166 alpha-2). */
  country: string
  order: Readonly<{ state: SupplierOrderState; deliverBy: Date | null }>
  lines: readonly Readonly<{ shippedQuantity: number; refundedQuantity: number; isMadeToOrder: boolean }>[]
  parcels: readonly Readonly<{ deliveredAt: Date | null; shippedAt: Date }>[]
  now: Date
}>

/** The right to withdraw. Without `until` its period has not begun, because something is still in transit. */
export type WithdrawalRight = Readonly<{ until: Date | null }>

/**
 * Returns a consumer's right to withdraw from an order's contract, if there is one. There is none in other countries,
 * for items made to order, and after the period.
 */
export function findWithdrawalRight({
  country,
  order,
  lines,
  parcels,
  now,
}: WithdrawalInput): WithdrawalRight | undefined {
  if (country === 'MC' || !(isInEuCustoms(country) || FURTHER_COUNTRIES.has(country))) return undefined
  if (!lines.some((line) => countWithdrawable(line) > 0)) return undefined
  if (order.state === 'shipped') return { until: null }
  if (order.state !== 'delivered' && order.state !== 'completed') return undefined
  const arrivals = parcels.map(({ deliveredAt, shippedAt }) => deliveredAt ?? order.deliverBy ?? shippedAt)
  const until = addMs(new Date(Math.max(0, ...arrivals.map(Number))), PERIOD)
  return now < until ? { until } : undefined
}

/** Returns how many units of a line can be withdrawn: sent, not refunded, not made to order. */
export function countWithdrawable(line: WithdrawalInput['lines'][number]): number {
  return line.isMadeToOrder ? 0 : Math.max(0, line.shippedQuantity - line.refundedQuantity)
}
