import { useSyncExternalStore } from 'react'

/** The local storage key of the unpaid order (CHK-27). */
export const CURRENT_ORDER_KEY = 'currentOrderID'

/** The local storage key of the last order that was paid in this browser. */
export const LAST_ORDER_KEY = 'lastOrderID'

/** The message for an address with an invalid order number. */
export const NO_SUCH_ORDER = 'There is no order with this number.'

/** Returns whether a text is a possible order number. Others need no request. */
export function isOrderNumber(text: string): boolean {
  return /^pur_[0-9a-z]{1,64}$/.test(text)
}

/** The order that a browser remembers; nothing is read until the page is hydrated. */
export type RememberedOrder = Readonly<{ isRead: boolean; orderId?: string }>

/** Returns the order of this browser: the unpaid one, else the last paid one. */
export function useRememberedOrder(): RememberedOrder {
  return useStoredOrder(() => currentOrder() ?? readOrderId(LAST_ORDER_KEY))
}

/** Returns the unpaid order of this browser; `isRead` distinguishes none from not read yet. */
export function useUnpaidOrder(): RememberedOrder {
  return useStoredOrder(currentOrder)
}

function useStoredOrder(find: () => string | undefined): RememberedOrder {
  const orderId = useSyncExternalStore(
    subscribeToStorage,
    () => find() ?? '',
    () => undefined,
  )
  if (orderId === undefined) return { isRead: false }
  return orderId === '' ? { isRead: true } : { isRead: true, orderId }
}

/** Returns the unpaid order of this browser; none until the page is hydrated. */
export function useCurrentOrder(): string | undefined {
  return useSyncExternalStore(subscribeToStorage, currentOrder, () => undefined)
}

/** Returns the unpaid order of this browser. */
export function currentOrder(): string | undefined {
  return readOrderId(CURRENT_ORDER_KEY)
}

/** Stores a saved order as the unpaid one. */
export function rememberCurrentOrder(orderId: string): void {
  tryWrite(() => localStorage.setItem(CURRENT_ORDER_KEY, orderId))
}

/** Marks the stored order as paid. Its details stay available. */
export function rememberPaidOrder(orderId: string): void {
  tryWrite(() => {
    localStorage.removeItem(CURRENT_ORDER_KEY)
    localStorage.setItem(LAST_ORDER_KEY, orderId)
  })
}

function subscribeToStorage(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/** Returns the order number of a key; undefined for invalid ones, which would make invalid addresses. */
function readOrderId(key: string): string | undefined {
  try {
    const stored = localStorage.getItem(key) ?? ''
    return isOrderNumber(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

function tryWrite(write: () => void): void {
  try {
    write()
  } catch {
    // Without storage, the order is found by its address and by the link in the email.
  }
}

/** Returns the address of an order's payment step (CHK-22). */
export function paymentStepHref(orderId: string): string {
  return `/checkout-step-two/?orderID=${encodeURIComponent(orderId)}`
}
