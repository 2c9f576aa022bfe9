import { addMs, DAY, HOUR } from '#core/time.ts'
import { seededRandom } from '../../../../demo/compose/seeded-random.ts'
import type { DemoFiles } from '../catalogue/demo-files.ts'
import { createBuyer } from './plan-history.ts'

/** The endings of a practice shop's order; all but the first are rare. */
export type StoreOrderEnding = 'sent' | 'cancelled' | 'rejected' | 'unpaid' | 'tracking_refused'

/** A simulated order of the practice shop. `items` are indexes of its products, the cheapest first. */
export type PlannedStoreOrder = Readonly<{
  placedAt: Date
  items: readonly Readonly<{ index: number; quantity: number }>[]
  address: Readonly<
    Record<'first_name' | 'last_name' | 'address_1' | 'address_2' | 'city' | 'state', string>
  > &
    Readonly<Record<'postcode' | 'country' | 'phone', string>>
  ending: StoreOrderEnding
  acceptMs: number
  shipMs: number
  transitMs: number
}>

/** The days of sales of the demo's vendor; the number of orders follows. */
export const STORE_ORDER_DAYS = 88
const ORDERS = 34

/** Plans the orders of the practice shop: always the same for the same day, increasing over time. */
export function planStoreOrders(
  files: DemoFiles,
  { sellable, now }: Readonly<{ sellable: number; now: Date }>,
): PlannedStoreOrder[] {
  const past = Array.from({ length: ORDERS }, (_, index) => {
    const daysAgo = 2.5 + (index / (ORDERS - 1)) ** 1.35 * (STORE_ORDER_DAYS - 3)
    const ending = index % 13 === 6 ? 'cancelled' : 'sent'
    return planStoreOrder(files, { key: `demo-store-order-${index + 1}`, daysAgo, ending, sellable, now })
  })
  return [...past, ...planRecent(files, { sellable, now })]
}

/** Plans the vendor's latest orders: unpaid ones, some that need attention, one whose tracking the shop refused. */
function planRecent(
  files: DemoFiles,
  { sellable, now }: Readonly<{ sellable: number; now: Date }>,
): PlannedStoreOrder[] {
  const plan = (name: string, daysAgo: number, ending: StoreOrderEnding = 'sent') =>
    planStoreOrder(files, { key: `demo-store-order-${name}`, daysAgo, ending, sellable, now })
  const hours = (count: number) => count / 24
  const refused = plan('refused', 2.2, 'tracking_refused')
  const large = plan('large', hours(7))
  const incomplete = plan('incomplete', hours(5))
  return [
    { ...refused, items: refused.items.slice(0, 1), acceptMs: HOUR, shipMs: 20 * HOUR },
    { ...plan('rejected', 1.6, 'rejected'), acceptMs: 3 * HOUR },
    plan('yesterday', 1.2),
    // Three of the most expensive product: above the vendor's limit for automatic payment.
    { ...large, items: [{ index: sellable - 1, quantity: 3 }] },
    { ...incomplete, address: { ...incomplete.address, postcode: '' } },
    plan('unpaid', hours(4), 'unpaid'),
    plan('to-pay-1', hours(2.5)),
    plan('to-pay-2', hours(1)),
  ]
}

type StoreOrderInput = Readonly<{
  key: string
  daysAgo: number
  ending: StoreOrderEnding
  sellable: number
  now: Date
}>

function planStoreOrder(
  files: DemoFiles,
  { key, daysAgo, ending, sellable, now }: StoreOrderInput,
): PlannedStoreOrder {
  const { firstName, lastName, place } = createBuyer(null, files, key)
  const draw = (name: string) => seededRandom(`${key} ${name}`)
  const first = Math.floor(draw('item') ** 1.6 * sellable)
  const second = (first + 1 + Math.floor(draw('other') * (sellable - 1))) % Math.max(1, sellable)
  const items = [
    { index: first, quantity: draw('two') < 0.2 ? 2 : 1 },
    ...(draw('more') < 0.3 ? [{ index: second, quantity: 1 }] : []),
  ]
  return {
    placedAt: addMs(now, -daysAgo * DAY),
    items,
    address: {
      first_name: firstName,
      last_name: lastName,
      address_1: [place.blockNumber, place.streetAddress].filter(Boolean).join(' '),
      address_2: place.unitNumber,
      city: place.city || 'Singapore',
      state: place.state,
      postcode: place.zipCode,
      country: place.country,
      phone: place.mobileNumber,
    },
    ending,
    acceptMs: (0.5 + draw('accept') * 8) * HOUR,
    shipMs: (8 + draw('ship') * 40) * HOUR,
    transitMs: (1.5 + draw('transit') * 5) * DAY,
  }
}
