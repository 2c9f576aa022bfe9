import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { StoreCancellation, StoreCancelResult } from '#features/stores/connections/port.ts'
import { callWooCommerce, type WooClient, type WooSite } from './call-woocommerce.ts'

const Order = z.object({ status: z.string() })

/** Cancels an order; WooCommerce refunds nothing by that. A cancelled order stays unchanged. */
export async function cancelOrder(
  client: WooClient,
  site: WooSite,
  { orderId }: StoreCancellation,
): Promise<StoreCancelResult> {
  const status = await readStatus(client, site, orderId)
  if (status === undefined)
    return { outcome: 'refused', reason: 'This order no longer exists in your store.' }
  if (CANCELLED_STATUSES.includes(status)) return CANCELLED
  if (status === 'completed') return COMPLETED
  const path = `/wc/v3/orders/${orderId}`
  await callWooCommerce(client, site, { path, body: { status: 'cancelled' }, data: Order })
  return CANCELLED
}

const CANCELLED_STATUSES = ['cancelled', 'refunded', 'failed', 'trash']
const CANCELLED = {
  outcome: 'cancelled',
  message: 'Your store has cancelled the order. Refund your customer there if they have paid.',
} as const
const COMPLETED = {
  outcome: 'refused',
  reason: 'Your store has completed this order. Refund your customer in WooCommerce instead.',
} as const

async function readStatus(client: WooClient, site: WooSite, orderId: string): Promise<string | undefined> {
  if (!/^\d{1,15}$/.test(orderId)) return undefined
  try {
    const path = `/wc/v3/orders/${orderId}?_fields=status`
    return (await callWooCommerce(client, site, { path, data: Order })).data.status
  } catch (error) {
    if (error instanceof AppError && error.code === 'store_item_not_found') return undefined
    throw error
  }
}
