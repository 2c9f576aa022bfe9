import { formatDecimal } from '#core/money.ts'
import { countUnsent, findFulfillment, listFulfillments, type PracticeFulfillment } from '../fulfillments.ts'
import { changeOrder, findOrder, listOrders, type OrderLine, type PracticeOrder } from '../orders.ts'
import { orderWebhooks } from '../webhooks/webhooks.ts'
import { fromGid, LOCATION, type PageArgs, readCursor, toGid, toPage } from './product-nodes.ts'
import type { Resolvers, ShopifyContext } from './schema.ts'

/** Answers queries about orders. */
export const ORDER_QUERIES: Resolvers = {
  order: async ({ id }: { id: string }, context) => {
    const order = await findOrder(context.tx, context.shop.id, fromGid('Order', id) ?? 0)
    return order ? toOrderNode(context, order) : null
  },
  fulfillment: async ({ id }: { id: string }, { tx, shop }) => {
    const found = await findFulfillment(tx, shop.id, fromGid('Fulfillment', id) ?? 0)
    return found ? toFulfillmentNode(found.order, found.fulfillment, shop.currency) : null
  },
  fulfillmentOrder: async ({ id }: { id: string }, { tx, shop }) => {
    const order = await findOrder(tx, shop.id, fromGid('FulfillmentOrder', id) ?? 0)
    if (!order || order.status === 'pending') return null
    return toFulfillmentOrder(order, await listFulfillments(tx, order.id))
  },
  orders: async ({ first = 50, after, query }: PageArgs & { query?: string | null }, context) => {
    const since = new Date(/^updated_at:>='?([\dT:.Z-]+)'?$/.exec(query ?? '')?.[1] ?? Number.NaN)
    const from = readCursor(after)
    const { orders, total } = await listOrders(context.tx, context.shop.id, {
      // The shop searches for later changes; here changes at the time itself count, too.
      modifiedAfter: Number.isNaN(since.getTime()) ? undefined : new Date(since.getTime() - 1),
      isOldestFirst: true,
      limit: Math.min(first, 250),
      offset: from,
    })
    const nodes = await Promise.all(orders.map((order) => toOrderNode(context, order)))
    return toPage(nodes, { from, total })
  },
}

/** Returns the id of an order's line, unique within the shop as at Shopify. */
export const toLineNumber = (order: PracticeOrder, line: OrderLine) =>
  `${order.id}${String(line.id).padStart(3, '0')}`

const FINANCIAL = { pending: 'PENDING', refunded: 'REFUNDED' } as const

async function toOrderNode({ tx, shop }: ShopifyContext, order: PracticeOrder) {
  const { id, status, lines, address, createdAt, modifiedAt } = order
  const fulfillments = await listFulfillments(tx, id)
  const toMoney = moneyWriter(shop.currency)
  const isPartlyRefunded =
    status !== 'refunded' && (order.refundedAmount > 0 || lines.some(({ refunded }) => refunded > 0))
  const total = lines.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0)
  return {
    __typename: 'Order',
    id: toGid('Order', id),
    name: `#${id}`,
    note: null,
    tags: [],
    createdAt: createdAt.toISOString(),
    updatedAt: modifiedAt.toISOString(),
    cancelledAt: status === 'cancelled' ? modifiedAt.toISOString() : null,
    displayFinancialStatus:
      status === 'pending' || status === 'refunded'
        ? FINANCIAL[status]
        : isPartlyRefunded
          ? 'PARTIALLY_REFUNDED'
          : 'PAID',
    currencyCode: shop.currency,
    totalPriceSet: toMoney(total),
    shippingAddress: {
      id: toGid('MailingAddress', id),
      firstName: address.first_name,
      lastName: address.last_name,
      company: null,
      address1: address.address_1,
      address2: address.address_2,
      city: address.city,
      provinceCode: address.state,
      zip: address.postcode,
      countryCodeV2: address.country,
      phone: address.phone,
    },
    lineItems: () => ({ nodes: lines.map((line) => toLineNode(order, line, toMoney)) }),
    refunds: () => toRefundNodes(order, toMoney),
    fulfillments: () => fulfillments.map((one) => toFulfillmentNode(order, one, shop.currency)),
    fulfillmentOrders: () => ({
      nodes: status === 'pending' ? [] : [toFulfillmentOrder(order, fulfillments)],
      pageInfo: { hasNextPage: false, endCursor: null, hasPreviousPage: false, startCursor: null },
    }),
  }
}

function toRefundNodes({ id, lines, refundedAmount }: PracticeOrder, toMoney: (amount: number) => object) {
  const refunded = lines.filter((line) => line.refunded > 0)
  const ofUnits = {
    id: toGid('Refund', `${id}1`),
    totalRefundedSet: toMoney(refunded.reduce((sum, line) => sum + line.refunded * line.unitAmount, 0)),
    refundLineItems: { nodes: refunded.map((line) => ({ quantity: line.refunded })) },
    refundShippingLines: { nodes: [] },
  }
  const ofAmount = {
    id: toGid('Refund', `${id}2`),
    totalRefundedSet: toMoney(refundedAmount),
    refundLineItems: { nodes: [] },
    refundShippingLines: { nodes: [] },
  }
  return [...(refunded.length > 0 ? [ofUnits] : []), ...(refundedAmount > 0 ? [ofAmount] : [])]
}

const moneyWriter = (currency: string) => (amount: number) => ({
  shopMoney: { amount: formatDecimal(amount, currency) },
})

function toLineNode(order: PracticeOrder, line: OrderLine, toMoney: (amount: number) => object) {
  const { productId, variationId, name, sku, quantity, refunded, unitAmount } = line
  const options = (line.attributes ?? []).map(({ option }) => option)
  const suffix = ['', ...options].join(' - ')
  return {
    id: toGid('LineItem', toLineNumber(order, line)),
    title: options.length > 0 && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name,
    variantTitle: options.length > 0 ? options.join(' / ') : null,
    sku,
    quantity,
    currentQuantity: quantity - refunded,
    product: { id: toGid('Product', productId) },
    variant: { id: toGid('ProductVariant', variationId || productId) },
    discountedTotalSet: toMoney(quantity * unitAmount),
  }
}

/** Converts a fulfillment for the Admin API. */
export function toFulfillmentNode(order: PracticeOrder, fulfillment: PracticeFulfillment, currency: string) {
  const { id, tracking, lines } = fulfillment
  return {
    id: toGid('Fulfillment', id),
    status: 'SUCCESS',
    trackingInfo: tracking,
    fulfillmentLineItems: () => ({
      nodes: lines.flatMap(({ line: lineId, quantity }) => {
        const line = order.lines.find((one) => one.id === lineId)
        if (!line) return []
        const lineItem = toLineNode(order, line, moneyWriter(currency))
        return { id: toGid('FulfillmentLineItem', `${id}${lineId}`), quantity, lineItem }
      }),
    }),
  }
}

/** Returns the single fulfillment order of an order, with the order's number, as all stock is at one location. */
function toFulfillmentOrder(order: PracticeOrder, fulfillments: readonly PracticeFulfillment[]) {
  const left = order.lines.reduce((sum, line) => sum + countUnsent(line, fulfillments), 0)
  const isOver = order.status === 'cancelled' || order.status === 'refunded'
  const status = isOver
    ? 'CANCELLED'
    : left === 0
      ? 'CLOSED'
      : fulfillments.length > 0
        ? 'IN_PROGRESS'
        : 'OPEN'
  return {
    id: toGid('FulfillmentOrder', order.id),
    status,
    requestStatus: 'UNSUBMITTED',
    supportedActions: isOver || left === 0 ? [] : [{ action: 'CREATE_FULFILLMENT' }],
    assignedLocation: { location: LOCATION },
    lineItems: {
      nodes: order.lines.map((line) => ({
        id: toGid('FulfillmentOrderLineItem', toLineNumber(order, line)),
        totalQuantity: line.quantity,
        remainingQuantity: isOver ? 0 : countUnsent(line, fulfillments),
        lineItem: { id: toGid('LineItem', toLineNumber(order, line)), sku: line.sku },
      })),
    },
  }
}

/** Answers mutations of orders. */
export const ORDER_MUTATIONS: Resolvers = {
  orderCancel: ({ orderId }: { orderId: string }, context) => answerCancellation(context, orderId),
}

async function answerCancellation({ tx, shop, enqueue, now }: ShopifyContext, id: string): Promise<object> {
  const orderId = fromGid('Order', id) ?? 0
  const order = await findOrder(tx, shop.id, orderId)
  if (!order) return refuseCancellation('Order does not exist', 'NOT_FOUND')
  if (order.status === 'cancelled')
    return refuseCancellation('Cannot cancel an order that has already been canceled', 'INVALID')
  if ((await listFulfillments(tx, orderId)).length > 0)
    return refuseCancellation('Cannot cancel an order that has outstanding fulfillments', 'INVALID')
  const changed = await changeOrder(tx, shop, { orderId, change: { kind: 'cancel' }, now })
  if (!changed) return refuseCancellation('Cannot cancel this order', 'INVALID')
  await orderWebhooks(tx, enqueue, { shop, event: { topic: 'order.updated', orderId, now } })
  return { job: { id: toGid('Job', orderId), done: true }, orderCancelUserErrors: [] }
}

const refuseCancellation = (message: string, code: string) => ({
  job: null,
  orderCancelUserErrors: [{ field: ['orderId'], message, code }],
})
