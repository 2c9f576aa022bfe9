import { beforeEach, expect, test } from 'vitest'
import { readStock } from '#tests/steps/database-reads.ts'
import { placeGuestOrder } from '#tests/shop/factories.ts'
import { completePayment } from '#tests/steps/payments.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  createImportedSupplier,
  importRows,
  type ImportedSupplier,
} from '#tests/models/stock/imported-store.ts'
import { expireReservations, findFirstSupplierOrder } from '#tests/models/stock/orders.ts'
import { postAsGuest, postAsSupplier, runOrderTimers } from '#tests/steps/supplier-orders.ts'

// A feed counts the units on the supplier's shelf; units that shoppers ordered meanwhile must not be sold again.
const shop = await createTestShop()
const MINUTE = 60_000
let store: ImportedSupplier

beforeEach(async () => {
  store = await createImportedSupplier(shop)
})

const RING = { sku: 'RING', stock: 5, price: '100.00' }
const readRemaining = async (sku = 'RING') => (await readStock(shop.db, await store.variantId(sku))).variant
const minutesAgo = (minutes: number) => new Date(shop.now().getTime() - minutes * MINUTE)

async function placeOrder(quantity: number, sku = 'RING') {
  return placeGuestOrder(shop, [{ ...(await store.product(sku)), quantity }])
}

/** Places and pays an order, and submits it to its supplier if `isSubmitted`. */
async function placePaidOrder(quantity: number, { isSubmitted }: { isSubmitted: boolean }) {
  const { id } = await placeOrder(quantity)
  await completePayment(shop, id, 'pay')
  if (isSubmitted) {
    shop.passTime(10 * MINUTE)
    await runOrderTimers(shop)
  }
  return findFirstSupplierOrder(shop, id, store)
}

test('importing again during an unpaid order resells nothing, and the expired order’s stock returns once', async () => {
  await importRows(store, [RING])
  await placeOrder(3)
  expect(await readRemaining()).toBe(2)
  const changedRows = [{ ...RING, price: '120.00' }]
  expect(await importRows(store, changedRows)).toMatchObject({ updated: 1 })
  expect(await readRemaining()).toBe(2)
  shop.passTime(16 * MINUTE)
  await expireReservations(shop)
  expect(await readRemaining()).toBe(5)
  await importRows(store, changedRows)
  expect(await readRemaining()).toBe(5)
})

test('units not yet sent to the supplier as an order are subtracted from every count', async () => {
  await importRows(store, [RING])
  const created = await placePaidOrder(3, { isSubmitted: false })
  await importRows(store, [{ ...RING, stock: 6 }])
  expect(await readRemaining()).toBe(3)
  await postAsGuest(shop, created, 'cancel')
  expect(await readRemaining()).toBe(6)
})

test('a count from before an order was sent is reduced by it, a later count is not', async () => {
  await importRows(store, [RING])
  const counted = shop.now()
  await placePaidOrder(3, { isSubmitted: true })
  await importRows(store, [{ ...RING, price: '120.00' }], { asOf: counted })
  expect(await readRemaining()).toBe(2)
  shop.passTime(MINUTE)
  await importRows(store, [{ ...RING, stock: 2 }])
  expect(await readRemaining()).toBe(2)
})

test('a cancelled submitted order returns its stock once, before or after the next stock count', async () => {
  await importRows(store, [RING])
  const created = await placePaidOrder(3, { isSubmitted: true })
  shop.passTime(MINUTE)
  await importRows(store, [{ ...RING, stock: 2 }])
  const countedWhileReserved = shop.now()
  shop.passTime(MINUTE)
  await postAsGuest(shop, created, 'cancel')
  expect(await readRemaining()).toBe(5)
  await importRows(store, [{ ...RING, stock: 2, price: '120.00' }], { asOf: countedWhileReserved })
  expect(await readRemaining()).toBe(5)
  shop.passTime(MINUTE)
  await importRows(store, [RING])
  expect(await readRemaining()).toBe(5)
})

test('units rejected as out of stock are not restocked by the next count', async () => {
  await importRows(store, [RING])
  const created = await placePaidOrder(3, { isSubmitted: true })
  await postAsSupplier(created, 'reject', { reason: 'out_of_stock' })
  expect(await readRemaining()).toBe(2)
  shop.passTime(MINUTE)
  await importRows(store, [{ ...RING, stock: 2 }])
  expect(await readRemaining()).toBe(2)
})

test('with more units ordered than counted, nothing is for sale until the difference is made up', async () => {
  await importRows(store, [RING])
  await placeOrder(4)
  const report = await importRows(store, [{ ...RING, stock: 1 }])
  expect(report.notes).toEqual(['More units are ordered than were counted: out of stock until restocked.'])
  expect(await readRemaining()).toBe(0)
  shop.passTime(16 * MINUTE)
  await expireReservations(shop)
  expect(await readRemaining()).toBe(1)
})

test('a file older than the last count changes prices, not the stock', async () => {
  await importRows(store, [{ ...RING, stock: 2 }])
  const report = await importRows(store, [{ ...RING, price: '90.00' }], { asOf: minutesAgo(60) })
  expect(report).toMatchObject({ updated: 1 })
  expect(report.notes).toEqual([
    'The stock was counted again after this file was made, so its quantities are left out.',
  ])
  expect(await readRemaining()).toBe(2)
})

test('the same file with a later date is a new count, and unchanged rows are not written', async () => {
  await importRows(store, [RING])
  await placePaidOrder(3, { isSubmitted: true })
  shop.passTime(MINUTE)
  // The supplier set 3 units aside, got 3 new ones, and reports 5.
  expect(await importRows(store, [RING])).toMatchObject({ updated: 1, unchanged: 0 })
  expect(await readRemaining()).toBe(5)
  shop.passTime(MINUTE)
  expect(await importRows(store, [RING])).toMatchObject({ updated: 0, unchanged: 1 })
})

test('a variant that a feed drops and lists again keeps its committed units', async () => {
  const other = { sku: 'OTHER', stock: 1, price: '100.00', size: 'M', handle: 'ring' }
  const ring = { ...RING, size: 'S', handle: 'ring' }
  await importRows(store, [ring, other])
  await placeOrder(3)
  await importRows(store, [other])
  await importRows(store, [ring, other])
  expect(await readRemaining()).toBe(2)
  shop.passTime(16 * MINUTE)
  await expireReservations(shop)
  expect(await readRemaining()).toBe(5)
  expect(await readRemaining('OTHER')).toBe(1)
})

test('a variant with a new SKU remains the same variant', async () => {
  await importRows(store, [{ ...RING, handle: 'ring' }])
  const before = await store.variantId('RING')
  await placeOrder(3)
  await importRows(store, [{ ...RING, sku: 'RING-2026', handle: 'ring' }])
  expect(await store.variantId('RING-2026')).toBe(before)
  expect(await readRemaining('RING-2026')).toBe(2)
})

test('concurrent orders and imports sell no more than the stock', async () => {
  await importRows(store, [RING])
  const product = await store.product('RING')
  const orders = Array.from({ length: 12 }, () =>
    placeGuestOrder(shop, [product]).then(
      () => 1,
      () => 0,
    ),
  )
  const imports = [1, 2, 3].map((n) =>
    importRows(store, [{ ...RING, price: `${100 + n}.00` }]).catch(() => null),
  )
  await Promise.all(imports)
  const sold = (await Promise.all(orders)).reduce<number>((sum, one) => sum + one, 0)
  expect(sold + (await readRemaining())).toBe(5)
})
