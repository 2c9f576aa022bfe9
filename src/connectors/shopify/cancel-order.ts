import { z } from 'zod'
import type { StoreCancellation, StoreCancelResult } from '#features/stores/connections/port.ts'
import { callShopify, type ShopifyClient, type ShopifyStore } from './call-shopify.ts'

/** How often the order is read again, and after which delay, because Shopify cancels asynchronously. */
const MAX_READS = 4
const READ_AGAIN_MS = 2_000

const Order = z.object({
  cancelledAt: z.string().nullish(),
  fulfillments: z.array(z.object({ status: z.string() })),
})

/** Cancels an order with an email to its customer, and refunds them if requested. A cancelled order stays unchanged. */
export async function cancelOrder(
  client: ShopifyClient,
  store: ShopifyStore,
  { orderId, isRefunded }: StoreCancellation,
): Promise<StoreCancelResult> {
  const id = `gid://shopify/Order/${orderId}`
  const order = await readOrder(client, store, id)
  if (!order) return { outcome: 'refused', reason: 'This order no longer exists in your store.' }
  if (order.cancelledAt) return CANCELLED
  if (order.fulfillments.some(({ status }) => status !== 'CANCELLED')) return SHIPPED
  const { orderCancel } = await callShopify(client, store, {
    document: CANCEL_ORDER,
    variables: { orderId: id, refundMethod: { originalPaymentMethodsRefund: isRefunded } },
    data: CancelOrder,
  })
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    if ((await readOrder(client, store, id))?.cancelledAt) return CANCELLED
    const [error] = orderCancel.orderCancelUserErrors
    if (error) return { outcome: 'refused', reason: `Shopify says: ${error.message.slice(0, 200)}` }
    await client.wait(READ_AGAIN_MS)
  }
  return { outcome: 'accepted', message: 'Your store is cancelling the order.' }
}

const CANCELLED = { outcome: 'cancelled', message: 'Your store has cancelled the order.' } as const
const SHIPPED = {
  outcome: 'refused',
  reason: 'Your store has marked items of this order as shipped. Refund your customer in Shopify instead.',
} as const

async function readOrder(client: ShopifyClient, store: ShopifyStore, id: string) {
  const data = z.object({ order: Order.nullable() })
  return (await callShopify(client, store, { document: ORDER_TO_CANCEL, variables: { id }, data })).order
}

const CancelOrder = z.object({
  orderCancel: z.object({ orderCancelUserErrors: z.array(z.object({ message: z.string() })) }),
})

/** Queries whether an order is cancelled, and whether anything of it was sent. */
export const ORDER_TO_CANCEL = `query OrderToCancel($id: ID!) {
  order(id: $id) {
    cancelledAt
    fulfillments(first: 50) { status }
  }
}`

/** Cancels an order permanently. */
export const CANCEL_ORDER = `mutation CancelOrder($orderId: ID!, $refundMethod: OrderCancelRefundMethodInput) {
  orderCancel(orderId: $orderId, refundMethod: $refundMethod, restock: true, reason: INVENTORY, notifyCustomer: true) {
    job { id done }
    orderCancelUserErrors { field message code }
  }
}`
