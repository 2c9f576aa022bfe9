import { useSyncExternalStore } from 'react'
import {
  isInCart,
  parseCartItem,
  parseCartItems,
  decreaseCartLine,
  increaseCartLine,
  addCartItem,
  removeCartLine,
} from './cart-items.ts'
import type { CartItem, CartLineRef } from './cart-items.ts'

/** The local storage key of the cart. */
export const CART_KEY = 'cartItems'

/** The result of adding an item to the cart, with its message. A duplicate also counts as in the cart. */
export type AddToCartResult = Readonly<{ ok: boolean; isInCart: boolean; message: string }>

/** The part of `Storage` that a cart needs. */
export type CartStorage = Pick<Storage, 'getItem' | 'setItem'>

/** A cart in a browser's storage, which is its only source of truth. */
export type CartStore = Readonly<{
  /** Returns the stored items; the same array until they change. */
  items(): readonly CartItem[]
  /** Calls back at each change, including those of other tabs; returns a function that stops it. */
  subscribe(listener: () => void): () => void
  /** Adds an item from product pages and cards: refuses a line that is already in the cart (CART-01). */
  addFromPage(item: CartItem): AddToCartResult
  /**
   * Increases an existing line by 1, else appends the item (CART-04). Returns false, like all changes, when it could
   * not be stored.
   */
  addAtStore(item: CartItem): boolean
  remove(line: CartLineRef): boolean
  increase(line: CartLineRef): boolean
  decrease(line: CartLineRef): boolean
  /** Replaces the items of the cart, in this order. */
  replace(items: readonly CartItem[]): boolean
  clear(): boolean
}>

const NO_ITEMS: readonly CartItem[] = []
const ADDED_MESSAGE = 'Product added to cart'
const DUPLICATE = 'Product is already in cart'
const SAVE_FAILURE: AddToCartResult = {
  ok: false,
  isInCart: false,
  message: 'Something went wrong, please try again later.',
}

/** The message when a change of the cart could not be stored (CART-03). */
export const CART_NOT_SAVED = SAVE_FAILURE.message

/** Creates a cart in the storage that `storage` returns; without storage it throws or returns undefined. */
export function createCartStore(storage: () => CartStorage | undefined): CartStore {
  const listeners = new Set<() => void>()
  let cache: { raw: string | null; items: readonly CartItem[] } = { raw: null, items: NO_ITEMS }

  function items(): readonly CartItem[] {
    const raw = readRaw(storage)
    if (raw !== cache.raw) cache = { raw, items: raw === null ? NO_ITEMS : parseCartItems(raw) }
    return cache.items
  }

  function save(next: readonly CartItem[]): boolean {
    try {
      const target = storage()
      if (!target) return false
      target.setItem(CART_KEY, JSON.stringify(next))
    } catch {
      // The storage is full or forbidden.
      return false
    }
    for (const changed of listeners) changed()
    return true
  }

  return {
    items,
    subscribe: (listener) => addListener(listeners, listener),
    addFromPage: (item) => addFromPage(items, save, item),
    addAtStore: (item) => save(addCartItem(items(), item)),
    remove: (line) => save(removeCartLine(items(), line)),
    increase: (line) => save(increaseCartLine(items(), line)),
    decrease: (line) => save(decreaseCartLine(items(), line)),
    replace: (next) => save(next),
    clear: () => save(NO_ITEMS),
  }
}

/** The cart of this browser. On the server it is empty. */
export const cart: CartStore = createCartStore(() =>
  typeof window === 'undefined' ? undefined : window.localStorage,
)

/** Returns the items of this browser's cart; empty on the server and until the page is hydrated. */
export function useCart(): readonly CartItem[] {
  return useSyncExternalStore(cart.subscribe, cart.items, () => NO_ITEMS)
}

/**
 * Returns whether the cart has been read. It is false on the server, so that an unread cart is not taken for an
 * empty one.
 */
export function useIsCartRead(): boolean {
  return useSyncExternalStore(
    cart.subscribe,
    () => true,
    () => false,
  )
}

function addFromPage(
  items: () => readonly CartItem[],
  save: (next: readonly CartItem[]) => boolean,
  item: CartItem,
): AddToCartResult {
  const sound = parseCartItem(item)
  if (!sound) return SAVE_FAILURE
  if (isInCart(items(), sound)) return { ok: false, isInCart: true, message: DUPLICATE }
  return save([...items(), sound]) ? { ok: true, isInCart: true, message: ADDED_MESSAGE } : SAVE_FAILURE
}

function readRaw(storage: () => CartStorage | undefined): string | null {
  try {
    return storage()?.getItem(CART_KEY) ?? null
  } catch {
    // The browser's settings may forbid reading: the page works with an empty cart.
    return null
  }
}

function addListener(listeners: Set<() => void>, listener: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    // A null key means that the whole storage was cleared.
    if (event.key === CART_KEY || event.key === null) listener()
  }
  listeners.add(listener)
  globalThis.addEventListener?.('storage', onStorage)
  return () => {
    listeners.delete(listener)
    globalThis.removeEventListener?.('storage', onStorage)
  }
}
