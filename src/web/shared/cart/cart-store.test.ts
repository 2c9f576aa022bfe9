import { expect, test } from 'vitest'
import { cartCount, cartLineKey, cartTotalCents, parseCartItems } from './cart-items.ts'
import type { CartItem } from './cart-items.ts'
import { CART_KEY, cart, createCartStore } from './cart-store.ts'
import type { CartStorage } from './cart-store.ts'

test('an item added from a page is stored under cartItems with all its fields and announced [CART-02, CART-10, CART-11]', () => {
  const { store, storage } = emptyCart()
  expect(store.addFromPage(ring({ quantity: 2 }))).toEqual({
    ok: true,
    isInCart: true,
    message: 'Product added to cart',
  })
  expect(JSON.parse(storage.getItem(CART_KEY) ?? '')).toEqual([ring({ quantity: 2 })])
})

test('rejects the same variant of an item, and adds another variant as a new line [CART-01]', () => {
  const { store } = emptyCart()
  store.addFromPage(ring({ variantId: 'var_1' }))
  expect(store.addFromPage(ring({ variantId: 'var_1', quantity: 3 }))).toEqual({
    ok: false,
    isInCart: true,
    message: 'Product is already in cart',
  })
  expect(store.addFromPage(ring({ variantId: 'var_2' })).ok).toBe(true)
  expect(store.items().map((line) => [line.variantId, line.quantity])).toEqual([
    ['var_1', 1],
    ['var_2', 1],
  ])
  expect(new Set(store.items().map(cartLineKey)).size).toBe(2)
})

test('an item without a variant counts as the same as any of its variants', () => {
  const { store } = emptyCart()
  store.addFromPage(ring({ variantId: 'var_1' }))
  expect(store.addFromPage(ring()).message).toBe('Product is already in cart')
  store.clear()
  store.addFromPage(ring())
  expect(store.addFromPage(ring({ variantId: 'var_1' })).message).toBe('Product is already in cart')
})

test('an item with quantity 0 is not added to the cart [CARD-06]', () => {
  const { store } = emptyCart()
  expect(store.addFromPage(ring({ quantity: 0 }))).toEqual({
    ok: false,
    isInCart: false,
    message: 'Something went wrong, please try again later.',
  })
  expect(store.items()).toEqual([])
})

test('a full storage shows an error when adding [CART-03]', () => {
  const store = createCartStore(() => ({
    getItem: () => null,
    setItem: () => {
      throw new Error('quota exceeded')
    },
  }))
  expect(store.addFromPage(ring())).toEqual({
    ok: false,
    isInCart: false,
    message: 'Something went wrong, please try again later.',
  })
})

test('adding at the store increases an existing line by one, and appends a new one with its quantity [CART-04]', () => {
  const { store } = emptyCart()
  store.addAtStore(ring({ quantity: 2 }))
  store.addAtStore(ring({ quantity: 5 }))
  store.addAtStore(ring({ id: 'prd_2', quantity: 4 }))
  expect(store.items().map((line) => line.quantity)).toEqual([3, 4])
})

test('increasing stops at the stock, and is unlimited when the stock is unknown [CART-06, CART-14, CARD-13]', () => {
  const { store } = emptyCart()
  store.addFromPage(ring({ originalStock: 2, quantity: 1 }))
  store.addFromPage(ring({ id: 'prd_2', originalStock: null, quantity: 50 }))
  for (const id of ['prd_1', 'prd_1', 'prd_2']) store.increase({ id })
  expect(store.items().map((line) => line.quantity)).toEqual([2, 51])
})

test('decreasing stops at one [CART-07]', () => {
  const { store } = emptyCart()
  store.addFromPage(ring({ quantity: 2 }))
  store.decrease({ id: 'prd_1' })
  store.decrease({ id: 'prd_1' })
  expect(store.items().map((line) => line.quantity)).toEqual([1])
})

test('removing deletes one line, and clearing deletes all [CART-05, CART-08]', () => {
  const { store } = emptyCart()
  for (const id of ['prd_1', 'prd_2', 'prd_3']) store.addFromPage(ring({ id }))
  store.remove({ id: 'prd_2' })
  expect(store.items().map((line) => line.id)).toEqual(['prd_1', 'prd_3'])
  store.clear()
  expect(store.items()).toEqual([])
})

test('the total is exact to the cent, without floating-point errors [CART-09]', () => {
  const items = [
    ring({ newPrice: 0.1, quantity: 3 }),
    ring({ newPrice: 1.15, quantity: 100 }),
    ring({ newPrice: 19.99, quantity: 3 }),
  ]
  expect(cartTotalCents(items)).toBe(30 + 11_500 + 5_997)
  expect(cartCount(items)).toBe(106)
})

test('a cart survives a reload: a new store on the same storage has the same items [CART-12]', () => {
  const { store, storage } = emptyCart()
  store.addFromPage(ring({ variantId: 'var_1', variantTitle: 'Size 7' }))
  expect(createCartStore(() => storage).items()).toEqual(store.items())
})

test('an unreadable storage is an empty cart that can be filled again [CART-13]', () => {
  for (const broken of ['{not json', '"text"', '{"id":1}', 'null', '']) {
    const storage = memory({ [CART_KEY]: broken })
    const store = createCartStore(() => storage)
    expect(store.items()).toEqual([])
    expect(store.addFromPage(ring()).ok).toBe(true)
    expect(store.items()).toHaveLength(1)
  }
})

test('ignores stored items without an id or with an invalid price or quantity', () => {
  const stored = [
    ring(),
    null,
    { ...ring(), id: 7 },
    { ...ring(), quantity: 0 },
    { ...ring(), quantity: 1.5 },
    { ...ring(), quantity: '2' },
    { ...ring(), newPrice: -1 },
    { ...ring(), newPrice: 'free' },
    { ...ring(), origPrice: null },
    { id: 'prd_9', newPrice: '12.50', quantity: 2 },
  ]
  const items = parseCartItems(JSON.stringify(stored))
  expect(items.map((line) => [line.id, line.newPrice, line.origPrice, line.originalStock])).toEqual([
    ['prd_1', 120, 150, 8],
    ['prd_9', 12.5, 12.5, null],
  ])
})

test('limits a stored cart to the lines, items, prices and texts of one order', () => {
  const lines = Array.from({ length: 300 }, (_, n) => ring({ id: `prd_${n}` }))
  expect(parseCartItems(JSON.stringify(lines))).toHaveLength(200)
  const stored = [
    ring({ quantity: 1_000_000, title: 'x'.repeat(5_000) }),
    ring({ quantity: 7 }),
    ring({ id: 'y'.repeat(101) }),
    ring({ id: 'prd_2', newPrice: 1e300 }),
  ]
  const [first, ...others] = parseCartItems(JSON.stringify(stored))
  expect([first?.quantity, first?.title.length]).toEqual([999, 1_000])
  expect(others).toEqual([])
})

test('a change that cannot be stored returns false and changes nothing', () => {
  const full = createCartStore(() => ({
    getItem: () => JSON.stringify([ring()]),
    setItem: () => {
      throw new DOMException('no room', 'QuotaExceededError')
    },
  }))
  const forbidden = createCartStore(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  for (const store of [full, forbidden]) {
    const previousItems = store.items()
    const changes = [
      store.addAtStore(ring()),
      store.increase(ring()),
      store.decrease(ring()),
      store.remove(ring()),
      store.replace([]),
      store.clear(),
    ]
    expect(new Set(changes)).toEqual(new Set([false]))
    expect(store.items()).toBe(previousItems)
  }
})

test('replaces the cart in a single change, so that other tabs never see it empty', () => {
  const { store } = emptyCart()
  store.addFromPage(ring())
  const counts: number[] = []
  store.subscribe(() => counts.push(store.items().length))
  expect(store.replace([ring({ id: 'prd_2' }), ring({ id: 'prd_3' })])).toBe(true)
  expect(counts).toEqual([2])
  expect(store.items().map(({ id }) => id)).toEqual(['prd_2', 'prd_3'])
})

test('notifies listeners of each change until they unsubscribe, and caches the snapshot in between', () => {
  const { store } = emptyCart()
  let notifications = 0
  const stop = store.subscribe(() => notifications++)
  store.addFromPage(ring())
  const counts = store.items()
  expect(store.items()).toBe(counts)
  store.increase({ id: 'prd_1' })
  expect(store.items()).not.toBe(counts)
  stop()
  store.clear()
  expect(notifications).toBe(2)
})

test('a storage event applies another tab’s change', () => {
  const target = new EventTarget()
  const originals = { add: globalThis.addEventListener, remove: globalThis.removeEventListener }
  globalThis.addEventListener = target.addEventListener.bind(target)
  globalThis.removeEventListener = target.removeEventListener.bind(target)
  try {
    const { store, storage } = emptyCart()
    let notifications = 0
    const stop = store.subscribe(() => notifications++)
    storage.setItem(CART_KEY, JSON.stringify([ring()]))
    for (const key of [CART_KEY, 'somethingElse'])
      target.dispatchEvent(Object.assign(new Event('storage'), { key }))
    stop()
    expect(notifications).toBe(1)
    expect(store.items()).toHaveLength(1)
  } finally {
    globalThis.addEventListener = originals.add
    globalThis.removeEventListener = originals.remove
  }
})

test('without a browser, the cart is empty and adding returns an error', () => {
  expect(cart.items()).toEqual([])
  expect(cart.addFromPage(ring())).toEqual({
    ok: false,
    isInCart: false,
    message: 'Something went wrong, please try again later.',
  })
})

function ring(over: Partial<CartItem> = {}): CartItem {
  return {
    id: 'prd_1',
    store_id: 'sup_1',
    title: 'Signet ring',
    description: 'Onyx in yellow gold',
    newPrice: 120,
    origPrice: 150,
    originalStock: 8,
    quantity: 1,
    image: '/media/signet-800.webp',
    category: 'Rings',
    sku: 'SIG-1',
    manufacturer: 'Atelier',
    warehouse: 'Singapore',
    reviewCount: 2,
    rating: 4.5,
    ...over,
  }
}

function memory(initial: Record<string, string> = {}): CartStorage {
  const entries = new Map(Object.entries(initial))
  return { getItem: (key) => entries.get(key) ?? null, setItem: (key, value) => void entries.set(key, value) }
}

function emptyCart() {
  const storage = memory()
  return { storage, store: createCartStore(() => storage) }
}
