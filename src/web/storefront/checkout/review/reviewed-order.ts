import { useMemo } from 'react'
import type { OrderDetailsData } from '#features/sales/checkout/contract.ts'
import { parseCents } from '#core/money.ts'
import { cartTotalCents, isSameCartLine, type CartItem } from '#web/shared/cart/cart-items.ts'
import { useCart, useIsCartRead } from '#web/shared/cart/cart-store.ts'
import { useCurrentOrder } from '#web/shared/cart/order-memory.ts'
import { getSessionStorage } from '../form/session-storage.ts'
import { findSavedBody } from '../order/order-attempt.ts'
import type { OrderBody } from '../order/order-body.ts'

/** The data of an order that only this browser has: its items and recipient. */
export type ReviewedOrder = Readonly<{
  items: readonly CartItem[]
  recipient: string | undefined
}>

type ReviewSources = Readonly<{
  /** The request that saved this order, if this tab saved it. */
  body: OrderBody | undefined
  cart: readonly CartItem[]
  /** Whether the cart belongs to this order: it is this browser's unpaid order. */
  isCurrent: boolean
}>

/**
 * Returns an order's data from the browser's cart and form. The cart may have changed since, so its items are returned
 * only if they add up to the order's subtotal.
 */
export function toReviewedOrder(
  order: Pick<OrderDetailsData, 'subtotal'>,
  { body, cart, isCurrent }: ReviewSources,
): ReviewedOrder {
  const items = body ? toItems(body, cart) : isCurrent ? cart : []
  const addsUp = items.length > 0 && cartTotalCents(items) === parseCents(order.subtotal)
  const name = [body?.firstName, body?.lastName].filter((part) => typeof part === 'string')
  return { items: addsUp ? items : [], recipient: name.join(' ').trim() || undefined }
}

// Session storage may hold invalid data: only items of the right shape are used.
function toItems({ items }: OrderBody, cart: readonly CartItem[]): readonly CartItem[] {
  if (!Array.isArray(items)) return []
  const found = items.map((ordered) => {
    const variantId = ordered?.variantId ?? undefined
    const line = cart.find((one) => isSameCartLine(one, { id: ordered?.id, variantId }))
    return line && { ...line, quantity: ordered.quantity }
  })
  return found.every((line) => line !== undefined) ? found : []
}

/** Returns the data of the order in this browser; undefined until storage has been read. */
export function useReviewedOrder(order: OrderDetailsData): ReviewedOrder | undefined {
  const cart = useCart()
  const isRead = useIsCartRead()
  const isCurrent = useCurrentOrder() === order.id
  return useMemo(
    () =>
      isRead
        ? toReviewedOrder(order, { body: findSavedBody(getSessionStorage(), order.id), cart, isCurrent })
        : undefined,
    [order, cart, isRead, isCurrent],
  )
}
