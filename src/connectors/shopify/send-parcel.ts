import { z } from 'zod'
import { refused } from '#core/errors.ts'
import type { StoreParcel, StoreParcelResult, StoreUnits } from '#features/stores/connections/port.ts'
import { callShopify, type ShopifyClient, type ShopifyStore } from './call-shopify.ts'
import { toNumber } from './orders.ts'

const Order = z.object({
  cancelledAt: z.string().nullish(),
  fulfillments: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      trackingInfo: z.array(z.object({ number: z.string().nullish() })),
    }),
  ),
  fulfillmentOrders: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        status: z.string(),
        supportedActions: z.array(z.object({ action: z.string() })),
        assignedLocation: z.object({ location: z.object({ id: z.string() }).nullish() }),
      }),
    ),
  }),
})

/** The fulfillments of an order, and its fulfillment orders. */
export type OrderParcels = z.output<typeof Order>
type Order = OrderParcels

const LineRef = z.object({ id: z.string() })
const SentUnits = z.object({
  fulfillmentLineItems: z.object({
    nodes: z.array(z.object({ quantity: z.number().nullish(), lineItem: LineRef })),
  }),
})
const UnsentUnits = z.object({
  lineItems: z.object({
    nodes: z.array(z.object({ id: z.string(), remainingQuantity: z.number(), lineItem: LineRef })),
  }),
})

/** The statuses of fulfillment orders that are resumed later, by the store's owner or automatically. */
const PAUSED_STATUSES = ['ON_HOLD', 'SCHEDULED']

/** Returns the state of a parcel that the store may have, or `none` when units of it are missing. */
export async function findParcel(
  client: ShopifyClient,
  store: ShopifyStore,
  parcel: StoreParcel,
): Promise<StoreParcelResult | 'none'> {
  const order = await readOrder(client, store, parcel)
  if (!order) return GONE
  const known = await readKnownParcel(client, store, { order, parcel })
  return known.ids.length > 0 && subtract(parcel.units, known.units).length === 0 ? toSent(known.ids) : 'none'
}

/**
 * Creates fulfillments for a parcel in the store, one per location, with our lines only. Fulfillments that the store
 * already has of the parcel, found by its tracking numbers, are skipped.
 */
export async function sendParcel(
  client: ShopifyClient,
  store: ShopifyStore,
  parcel: StoreParcel,
): Promise<StoreParcelResult> {
  const order = await readOrder(client, store, parcel)
  if (!order) return GONE
  const known = await readKnownParcel(client, store, { order, parcel })
  const missing = subtract(parcel.units, known.units)
  if (known.ids.length > 0 && missing.length === 0) return toSent(known.ids)
  if (order.cancelledAt) return CANCELLED
  const open = order.fulfillmentOrders.nodes.filter(({ supportedActions }) =>
    supportedActions.some(({ action }) => action === 'CREATE_FULFILLMENT'),
  )
  const { groups, isShort } = await planFulfillments(client, store, { open, missing })
  const created: string[] = []
  for (const lines of groups) created.push(await createFulfillment(client, store, { parcel, lines }))
  const ids = [...known.ids, ...created]
  const isPaused = order.fulfillmentOrders.nodes.some(({ status }) => PAUSED_STATUSES.includes(status))
  if (isShort && isPaused) return ON_HOLD
  if (ids.length === 0) return ALREADY_SENT
  return toSent(ids, isShort)
}

/** The result when the store has no such order. */
export const GONE = { outcome: 'refused', reason: 'This order no longer exists in your store.' } as const
const CANCELLED = {
  outcome: 'refused',
  reason: 'This order is cancelled in your store, which takes no tracking for it.',
} as const
const ON_HOLD = {
  outcome: 'waiting',
  reason: 'This order is on hold in your store. Release it in Shopify, and it’s marked as shipped.',
} as const
const ALREADY_SENT = {
  outcome: 'refused',
  reason:
    'Your store already counts these items as shipped. Add the tracking number there, to the fulfillment that has them.',
} as const

function toSent(ids: readonly string[], isShort = false): StoreParcelResult {
  const message = isShort
    ? 'Your store has the tracking number. Some of these items were already marked as shipped there.'
    : 'Your store has marked the items as shipped, with the tracking number.'
  return { outcome: 'sent', externalId: ids.join(' '), message }
}

/** Returns the fulfillments of a parcel's order; null when the order does not exist. */
export async function readOrder(
  client: ShopifyClient,
  store: ShopifyStore,
  { orderId }: Pick<StoreParcel, 'orderId'>,
): Promise<Order | null> {
  const request = { document: ORDER_PARCELS, variables: { id: `gid://shopify/Order/${orderId}` } }
  return (await callShopify(client, store, { ...request, data: z.object({ order: Order.nullable() }) })).order
}

type KnownParcel = Readonly<{ ids: readonly string[]; units: readonly StoreUnits[] }>

/** Returns the fulfillments with one of the parcel's numbers that are not known as another parcel's. */
async function readKnownParcel(
  client: ShopifyClient,
  store: ShopifyStore,
  { order, parcel }: Readonly<{ order: Order; parcel: StoreParcel }>,
): Promise<KnownParcel> {
  const numbers = new Set([...parcel.trackings.map(({ number }) => number), ...parcel.formerNumbers])
  const others = new Set(parcel.otherIds.flatMap((ids) => ids.split(' ')))
  const found = order.fulfillments.filter(
    ({ id, status, trackingInfo }) =>
      status !== 'CANCELLED' &&
      !others.has(id) &&
      trackingInfo.some(({ number }) => numbers.has(number ?? '')),
  )
  const units: StoreUnits[] = []
  for (const { id } of found) {
    const { fulfillment } = await callShopify(client, store, {
      document: PARCEL_UNITS,
      variables: { id },
      data: z.object({ fulfillment: SentUnits.nullable() }),
    })
    for (const { quantity, lineItem } of fulfillment?.fulfillmentLineItems.nodes ?? [])
      units.push({ lineId: toNumber(lineItem.id), quantity: quantity ?? 0 })
  }
  return { ids: found.map(({ id }) => id), units }
}

/** Units of fulfillment order `orderId`, by their ids in the store. */
type PlannedLine = Readonly<{ orderId: string; id: string; quantity: number }>

/** Returns the lines of fulfillment orders that have the units; lines of one location form one fulfillment. */
async function planFulfillments(
  client: ShopifyClient,
  store: ShopifyStore,
  { open, missing }: Readonly<{ open: Order['fulfillmentOrders']['nodes']; missing: readonly StoreUnits[] }>,
): Promise<Readonly<{ groups: readonly (readonly PlannedLine[])[]; isShort: boolean }>> {
  const wanted = new Map(missing.map(({ lineId, quantity }) => [lineId, quantity]))
  const byLocation = new Map<string, PlannedLine[]>()
  for (const { id: orderId, assignedLocation } of open) {
    if (wanted.size === 0) break
    const { fulfillmentOrder } = await callShopify(client, store, {
      document: UNSENT_UNITS,
      variables: { id: orderId },
      data: z.object({ fulfillmentOrder: UnsentUnits.nullable() }),
    })
    const location = assignedLocation.location?.id ?? ''
    for (const { id, remainingQuantity, lineItem } of fulfillmentOrder?.lineItems.nodes ?? []) {
      const lineId = toNumber(lineItem.id)
      const left = wanted.get(lineId) ?? 0
      const quantity = Math.min(left, remainingQuantity)
      if (quantity <= 0) continue
      byLocation.set(location, [...(byLocation.get(location) ?? []), { orderId, id, quantity }])
      if (left === quantity) wanted.delete(lineId)
      else wanted.set(lineId, left - quantity)
    }
  }
  return { groups: [...byLocation.values()], isShort: wanted.size > 0 }
}

async function createFulfillment(
  client: ShopifyClient,
  store: ShopifyStore,
  { parcel, lines }: Readonly<{ parcel: StoreParcel; lines: readonly PlannedLine[] }>,
): Promise<string> {
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  const { fulfillmentCreate } = await callShopify(client, store, {
    document: CREATE_FULFILLMENT,
    variables: {
      fulfillment: {
        notifyCustomer: true,
        trackingInfo: toTrackingInfo(parcel),
        lineItemsByFulfillmentOrder: [...byOrder].map(([fulfillmentOrderId, items]) => ({
          fulfillmentOrderId,
          fulfillmentOrderLineItems: items.map(({ id, quantity }) => ({ id, quantity })),
        })),
      },
    },
    data: z.object({
      fulfillmentCreate: z.object({
        fulfillment: LineRef.nullish(),
        userErrors: z.array(z.object({ message: z.string() })),
      }),
    }),
  })
  const [error] = fulfillmentCreate.userErrors
  if (error || !fulfillmentCreate.fulfillment)
    throw refused('store_refused', `Shopify says: ${(error?.message ?? 'nothing').slice(0, 200)}`)
  return fulfillmentCreate.fulfillment.id
}

/** Returns a parcel's tracking in Shopify's form, which adds a tracking URL for carriers that it knows. */
export function toTrackingInfo({ trackings }: StoreParcel): object {
  const urls = trackings.flatMap(({ url }) => url ?? [])
  return {
    ...(trackings[0] && trackings[0].carrier !== '' ? { company: trackings[0].carrier } : {}),
    numbers: trackings.map(({ number }) => number),
    ...(urls.length === trackings.length ? { urls } : {}),
  }
}

/** Returns the units without the others; each line occurs once. */
function subtract(units: readonly StoreUnits[], others: readonly StoreUnits[]): StoreUnits[] {
  const left = new Map<string, number>()
  for (const { lineId, quantity } of units) left.set(lineId, (left.get(lineId) ?? 0) + quantity)
  for (const { lineId, quantity } of others) {
    const before = left.get(lineId)
    if (before !== undefined) left.set(lineId, before - quantity)
  }
  return [...left].flatMap(([lineId, quantity]) => (quantity > 0 ? [{ lineId, quantity }] : []))
}

/** Queries the fulfillments of an order, and its fulfillment orders, one per location. */
export const ORDER_PARCELS = `query OrderParcels($id: ID!) {
  order(id: $id) {
    cancelledAt
    fulfillments(first: 50) { id status trackingInfo(first: 3) { number } }
    fulfillmentOrders(first: 50) {
      nodes {
        id
        status
        supportedActions { action }
        assignedLocation { location { id } }
      }
    }
  }
}`

/** Queries the units of a fulfillment. */
export const PARCEL_UNITS = `query ParcelUnits($id: ID!) {
  fulfillment(id: $id) {
    fulfillmentLineItems(first: 100) { nodes { quantity lineItem { id } } }
  }
}`

/** Queries the unsent units of a fulfillment order. */
export const UNSENT_UNITS = `query UnsentUnits($id: ID!) {
  fulfillmentOrder(id: $id) {
    lineItems(first: 100) { nodes { id remainingQuantity lineItem { id } } }
  }
}`

/** Marks units as sent. Not idempotent: a repeated call sends remaining units again. */
export const CREATE_FULFILLMENT = `mutation CreateFulfillment($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) {
    fulfillment { id }
    userErrors { field message }
  }
}`
