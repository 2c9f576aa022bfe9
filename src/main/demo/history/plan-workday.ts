import { toCalendarDays } from '#core/shipping/business-days.ts'
import { PROCESSING_DAYS } from '#core/shipping/shipping-rules.ts'
import { DAY, HOUR, addMs, MINUTE } from '#core/time.ts'
import { seededRandom } from '../../../../demo/compose/seeded-random.ts'
import type { ItemSource } from '../catalogue/plan-products.ts'
import {
  createBuyer,
  type HistoryPlanInput,
  type PlannedPurchase,
  type PlannedSupplierOrder,
} from './plan-history.ts'

/** The supplier whose console is shown to the demo's visitors. */
export const WORKDAY_SUPPLIER = 'kallang-fine'

/** The state of an order of the demo supplier when the shop opens. */
type WorkdayState = 'new' | 'to_ship_today' | 'upcoming' | 'late' | 'cancellation'

/** The number of waiting orders by state. */
const WORKDAY: Readonly<Record<WorkdayState, number>> = {
  new: 5,
  to_ship_today: 7,
  upcoming: 2,
  late: 1,
  cancellation: 1,
}

/** A time so far ahead that no timer of an order fires during the simulation. */
const LATER = 30 * DAY

/** Plans the demo supplier's orders that are open when the shop starts, as a typical day's work. */
export function planWorkday(itemSource: ItemSource, { files, now }: HistoryPlanInput): PlannedPurchase[] {
  const states = Object.entries(WORKDAY).flatMap(([state, count]) =>
    // The keys of the table above.
    Array.from({ length: count }, () => state as WorkdayState),
  )
  return states.flatMap((state, index) => {
    const key = `demo-workday-${index + 1}`
    const products = itemSource.takeOf(WORKDAY_SUPPLIER, key)
    if (products.length === 0) return []
    return [
      {
        key,
        placedAt: getPlacedAt(state, { index, now }),
        buyer: createBuyer(seededRandom(`${key} account`) < 0.5 ? '' : null, files, key),
        products,
        isVisitors: false,
        isPaid: true,
        partOf: () => WORKDAY_ORDERS[state],
        review: undefined,
      },
    ]
  })
}

const ACCEPTED: PlannedSupplierOrder = {
  outcome: 'sent',
  acceptMs: HOUR,
  shipMs: LATER,
  transitMs: 0,
  reportedBy: 'nobody',
  complaint: undefined,
}

const WORKDAY_ORDERS: Readonly<Record<WorkdayState, PlannedSupplierOrder>> = {
  new: { ...ACCEPTED, acceptMs: LATER },
  to_ship_today: ACCEPTED,
  upcoming: ACCEPTED,
  late: ACCEPTED,
  cancellation: { ...ACCEPTED, outcome: 'cancellation_requested' },
}

function getPlacedAt(state: WorkdayState, { index, now }: Readonly<{ index: number; now: Date }>): Date {
  const minutes = 25 + index * 37
  if (state === 'new') return addMs(now, -minutes * MINUTE - HOUR)
  if (state === 'upcoming') return addMs(now, -5 * HOUR - index * 11 * MINUTE)
  if (state === 'cancellation') return addMs(now, -20 * HOUR)
  if (state === 'late') return addMs(now, -6 * DAY)
  return addMs(findPaidDay(now), (index % 8) * 17 * MINUTE)
}

/** Returns the payment time of an order that must be shipped within an hour; on weekends last Thursday's. */
function findPaidDay(now: Date): Date {
  const shipBy = addMs(now, HOUR)
  const isPaidDay = (days: number) =>
    toCalendarDays(PROCESSING_DAYS.max, addMs(shipBy, -days * DAY).getUTCDay()) === days
  const days = [1, 2, 3, 4, 5, 6].find(isPaidDay) ?? PROCESSING_DAYS.max + 1
  return addMs(shipBy, -days * DAY)
}
