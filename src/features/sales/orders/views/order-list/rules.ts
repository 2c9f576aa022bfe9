import { DAY } from '#core/time.ts'
import { SUPPLIER_ORDER_STATES, type SupplierOrderState } from '../../shapes.ts'
import type { OrderView } from './shapes.ts'

/** States of orders that were never paid: their supplier does not see them. */
export const UNPAID_STATES: readonly SupplierOrderState[] = ['draft', 'awaiting_payment', 'expired']

/** The states of paid orders. */
export const PAID_STATES: readonly SupplierOrderState[] = SUPPLIER_ORDER_STATES.filter(
  (state) => !UNPAID_STATES.includes(state),
)

/** The states of orders to be sent, which views divide by their ship-by date. */
export const TO_SHIP: readonly SupplierOrderState[] = ['accepted', 'in_progress']

/** The filter of a view: states, and the ship-by date relative to now and the end of today. */
export type ViewFilter = Readonly<{
  states: readonly SupplierOrderState[] | undefined
  shipBy?: 'past' | 'today' | 'later'
}>

/** The filter of each view; `all` is every paid order. */
export const VIEW_FILTERS: Readonly<Record<OrderView, ViewFilter>> = {
  all: { states: undefined },
  to_accept: { states: ['submitted'] },
  to_ship_today: { states: TO_SHIP, shipBy: 'today' },
  upcoming: { states: TO_SHIP, shipBy: 'later' },
  late: { states: TO_SHIP, shipBy: 'past' },
  cancellations: { states: ['cancel_requested'] },
  in_transit: { states: ['shipped'] },
  cases: { states: ['in_case'] },
  done: { states: ['delivered', 'completed', 'rejected', 'refunded', 'cancelled'] },
}

/** Returns the end of the day of `now` in a time zone (an IANA name). */
export function getEndOfDay(now: Date, timeZone: string): Date {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, Number(value)]))
  const elapsed =
    ((parts.get('hour') ?? 0) * 3_600 + (parts.get('minute') ?? 0) * 60 + (parts.get('second') ?? 0)) *
      1_000 +
    now.getUTCMilliseconds()
  return new Date(now.getTime() - elapsed + DAY)
}
