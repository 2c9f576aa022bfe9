import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { toPlainText } from '#core/text/plain-text.ts'
import type {
  StoreParcel,
  StoreParcelCorrection,
  StoreParcelResult,
} from '#features/stores/connections/port.ts'
import { callWooCommerce, type WooClient, type WooSite } from './call-woocommerce.ts'
import { countRefunded } from './orders.ts'
import { findTrackingWay, type ParcelOrder, type TrackingWay } from './tracking-ways.ts'

const Order = z.object({
  id: z.number(),
  status: z.string(),
  line_items: z.array(z.object({ id: z.number(), name: z.string().catch(''), quantity: z.number() })),
  refunds: z.array(z.unknown()).catch([]),
})
type Order = z.output<typeof Order>

const ORDER_FIELDS = Object.keys(Order.shape).join(',')

/** The statuses of orders that cannot get a parcel. */
const CLOSED_STATUSES = ['cancelled', 'refunded', 'failed', 'trash']

/** Returns the state of a parcel that may have been sent to the site, or `none` when something is missing. */
export async function findParcel(
  client: WooClient,
  site: WooSite,
  parcel: StoreParcel,
): Promise<StoreParcelResult | 'none'> {
  const order = await readOrder(client, site, parcel)
  if (!order) return GONE
  const way = await findTrackingWay(client, site, toParcelOrder(order))
  const externalId = await way.find(parcel)
  if (externalId === undefined || (await isToBeCompleted(client, site, { order, parcel }))) return 'none'
  return toSent(order, { externalId, way })
}

/**
 * Sends a parcel to the site: as a fulfillment, else by its tracking extension, else as a customer note. Then the
 * order is completed, if every line of it is ours and sent.
 */
export async function sendParcel(
  client: WooClient,
  site: WooSite,
  parcel: StoreParcel,
): Promise<StoreParcelResult> {
  const order = await readOrder(client, site, parcel)
  if (!order) return GONE
  const way = await findTrackingWay(client, site, toParcelOrder(order))
  const known = await way.find(parcel)
  if (known === undefined && CLOSED_STATUSES.includes(order.status)) return CLOSED
  const externalId = known ?? (await way.add(parcel))
  if (!(await isToBeCompleted(client, site, { order, parcel }))) return toSent(order, { externalId, way })
  await setStatus(client, site, { id: order.id, status: 'completed' })
  return toSent({ ...order, status: 'completed' }, { externalId, way })
}

/**
 * Updates a reported parcel to its current tracking numbers, or withdraws it. After a withdrawal a completed order is
 * processing again. A parcel that is already correct stays unchanged.
 */
export async function correctParcel(
  client: WooClient,
  site: WooSite,
  correction: StoreParcelCorrection,
): Promise<StoreParcelResult> {
  const { parcel, isRemoved } = correction
  const order = await readOrder(client, site, parcel)
  if (!order) return GONE
  const way = await findTrackingWay(client, site, toParcelOrder(order))
  const externalId = await way.correct(correction)
  if (!isRemoved)
    return externalId === undefined
      ? NOT_THERE
      : { outcome: 'sent', externalId, message: 'Your store has the corrected tracking number.' }
  if (order.status === 'completed') await setStatus(client, site, { id: order.id, status: 'processing' })
  const message =
    externalId === undefined
      ? 'Your store has no tracking number of these items.'
      : 'Your store no longer has this tracking number. The items are to be sent again.'
  return { outcome: 'sent', externalId: externalId ?? '', message }
}

async function setStatus(
  client: WooClient,
  site: WooSite,
  { id, status }: Readonly<{ id: number; status: 'completed' | 'processing' }>,
): Promise<void> {
  await callWooCommerce(client, site, { path: `/wc/v3/orders/${id}`, body: { status }, data: z.unknown() })
}

const NOT_THERE = {
  outcome: 'refused',
  reason: 'Your store no longer has this tracking number. Add the corrected one there yourself.',
} as const

const GONE = { outcome: 'refused', reason: 'This order no longer exists in your store.' } as const
const CLOSED = {
  outcome: 'refused',
  reason: 'This order is cancelled or refunded in your store: no tracking is added to it.',
} as const

function toSent(
  { status }: Order,
  { externalId, way }: Readonly<{ externalId: string; way: TrackingWay }>,
): StoreParcelResult {
  const rest =
    status === 'completed'
      ? 'The order is completed there.'
      : 'It isn’t completed there yet: it has items that aren’t sent, or not by us.'
  return { outcome: 'sent', externalId, message: `${way.description} ${rest}` }
}

async function readOrder(
  client: WooClient,
  site: WooSite,
  { orderId }: StoreParcel,
): Promise<Order | undefined> {
  if (!/^\d{1,15}$/.test(orderId)) return undefined
  try {
    const path = `/wc/v3/orders/${orderId}?_fields=${ORDER_FIELDS}`
    return (await callWooCommerce(client, site, { path, data: Order })).data
  } catch (error) {
    if (error instanceof AppError && error.code === 'store_item_not_found') return undefined
    throw error
  }
}

function toParcelOrder({ id, line_items }: Order): ParcelOrder {
  return { id, titles: new Map(line_items.map((line) => [String(line.id), toPlainText(line.name)])) }
}

/** Returns whether an order is processing, and all units that were not refunded were sent by us. */
async function isToBeCompleted(
  client: WooClient,
  site: WooSite,
  { order, parcel }: Readonly<{ order: Order; parcel: StoreParcel }>,
): Promise<boolean> {
  if (order.status !== 'processing') return false
  const sent = new Map<string, number>()
  for (const { lineId, quantity } of parcel.sentUnits) sent.set(lineId, (sent.get(lineId) ?? 0) + quantity)
  const refunded =
    order.refunds.length > 0 ? await countRefunded(client, site, order.id) : new Map<string, number>()
  return order.line_items.every(({ id, quantity }) => {
    const wanted = quantity - (refunded.get(String(id)) ?? 0)
    return (sent.get(String(id)) ?? 0) >= wanted
  })
}
