import {
  changeTracking,
  countUnsent,
  findFulfillment,
  listFulfillments,
  type PracticeFulfillment,
  removeFulfillment,
  saveFulfillment,
} from '../fulfillments.ts'
import { findOrder, type PracticeOrder } from '../orders.ts'
import { orderWebhooks } from '../webhooks/webhooks.ts'
import { toFulfillmentNode, toLineNumber } from './order-resolvers.ts'
import { fromGid, toGid } from './product-nodes.ts'
import type { Resolvers, ShopifyContext } from './schema.ts'

type TrackingInput = Readonly<{
  company?: string
  number?: string
  url?: string
  numbers?: readonly string[]
  urls?: readonly string[]
}>

type FulfillmentInput = Readonly<{
  trackingInfo?: TrackingInput
  lineItemsByFulfillmentOrder: readonly Readonly<{
    fulfillmentOrderId: string
    fulfillmentOrderLineItems?: readonly Readonly<{ id: string; quantity: number }>[]
  }>[]
}>

/** Answers mutations of fulfillments. */
export const FULFILLMENT_MUTATIONS: Resolvers = {
  // Not idempotent at Shopify: a repeated request fulfills again while there are unfulfilled units.
  fulfillmentCreate: async ({ fulfillment }: { fulfillment: FulfillmentInput }, context) => {
    const [asked] = fulfillment.lineItemsByFulfillmentOrder
    const orderId = fromGid('FulfillmentOrder', asked?.fulfillmentOrderId ?? '') ?? 0
    const order = await findOrder(context.tx, context.shop.id, orderId)
    if (!asked || !order) return fault('Fulfillment order does not exist.')
    if (order.status === 'cancelled' || order.status === 'refunded' || order.status === 'pending')
      return fault(`Fulfillment order ${orderId} has an unfulfillable status= closed.`)
    const before = await listFulfillments(context.tx, orderId)
    const units = readUnits(order, { asked: asked.fulfillmentOrderLineItems, before })
    if (typeof units === 'string') return fault(units)
    const { tx, shop, now } = context
    const tracking = readTracking(fulfillment.trackingInfo)
    const saved = await saveFulfillment(tx, order, {
      lines: units,
      tracking,
      meta: [],
      completes: true,
      now,
    })
    await announce(context, orderId)
    return { fulfillment: toFulfillmentNode(order, saved, shop.currency), userErrors: [] }
  },
  fulfillmentTrackingInfoUpdate: async (
    { fulfillmentId, trackingInfoInput }: { fulfillmentId: string; trackingInfoInput: TrackingInput },
    context,
  ) => {
    const found = await findFulfillment(
      context.tx,
      context.shop.id,
      fromGid('Fulfillment', fulfillmentId) ?? 0,
    )
    if (!found) return fault('Fulfillment does not exist.')
    const { tx, shop, now } = context
    const changed = { ...found.fulfillment, tracking: readTracking(trackingInfoInput) }
    await changeTracking(tx, found.fulfillment, { ...changed, now })
    await announce(context, found.order.id)
    return { fulfillment: toFulfillmentNode(found.order, changed, shop.currency), userErrors: [] }
  },
  fulfillmentCancel: async ({ id }: { id: string }, context) => {
    const found = await findFulfillment(context.tx, context.shop.id, fromGid('Fulfillment', id) ?? 0)
    if (!found) return fault('Fulfillment does not exist.')
    const { tx, shop, now } = context
    await removeFulfillment(tx, found.fulfillment, { reopens: true, now })
    await announce(context, found.order.id)
    const node = toFulfillmentNode(found.order, found.fulfillment, shop.currency)
    return { fulfillment: { ...node, status: 'CANCELLED' }, userErrors: [] }
  },
}

function announce({ tx, shop, enqueue, now }: ShopifyContext, orderId: number): Promise<void> {
  return orderWebhooks(tx, enqueue, { shop, event: { topic: 'order.updated', orderId, now } })
}

const fault = (message: string) => ({
  fulfillment: null,
  userErrors: [{ field: ['fulfillment'], message }],
})

type Units = readonly Readonly<{ line: number; quantity: number }>[]

/** Returns the units to fulfill, the named ones or all remaining ones; else Shopify's error message. */
function readUnits(
  order: PracticeOrder,
  {
    asked,
    before,
  }: Readonly<{
    asked: readonly Readonly<{ id: string; quantity: number }>[] | undefined
    before: readonly PracticeFulfillment[]
  }>,
): Units | string {
  const left = order.lines.map((line) => ({ line, quantity: countUnsent(line, before) }))
  const units: { line: number; quantity: number }[] = []
  if (!asked) units.push(...left.map(({ line, quantity }) => ({ line: line.id, quantity })))
  for (const { id, quantity } of asked ?? []) {
    const found = left.find(({ line }) => id === toGid('FulfillmentOrderLineItem', toLineNumber(order, line)))
    if (quantity <= 0) return 'Quantity must be greater than 0'
    if (!found || quantity > found.quantity) return 'Invalid fulfillment order line item quantity requested.'
    units.push({ line: found.line.id, quantity })
  }
  const sent = units.filter(({ quantity }) => quantity > 0)
  return sent.length > 0 ? sent : `Fulfillment order ${order.id} has an unfulfillable status= closed.`
}

function readTracking(info: TrackingInput | undefined): PracticeFulfillment['tracking'] {
  if (!info) return []
  const { company = null, number, url, numbers = number ? [number] : [], urls = url ? [url] : [] } = info
  return numbers.map((one, place) => ({ company, number: one, url: urls[place] ?? null }))
}
