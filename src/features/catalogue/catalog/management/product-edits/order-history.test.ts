import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { migrationsFolder } from '#database/migrate.ts'
import { expirePurchases } from '#features/sales/orders/timers/expire-purchases.ts'
import { type CreatedProduct, createTestProduct, placeGuestOrder } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createOwnedSupplier, getField } from '#tests/steps/chat.ts'
import { completePayment } from '#tests/steps/payments.ts'
import { postAsGuest, postAsSupplier, runOrderTimers } from '#tests/steps/supplier-orders.ts'
import type { HistoryEntryData } from './contract.ts'

const shop = await createTestShop()
const MINUTES = 60_000

async function createStore(stock: number) {
  const { store: supplier, owner } = await createOwnedSupplier(shop.db, shop.now())
  const ring = await createTestProduct(shop.db, { supplier, stock })
  const read = async (before?: string): Promise<{ changes: HistoryEntryData[]; next: string | null }> => {
    const query = before === undefined ? '' : `?before=${before}`
    return getField(await shop.get(`/supplier/products/${ring.id}/changes${query}`, owner.headers))
  }
  return { supplier, owner, ring, read }
}

type Store = Awaited<ReturnType<typeof createStore>>

async function placeOrder({ supplier, owner, ring }: Store, quantity: number, isPaid = true) {
  const { id: purchaseId } = await placeGuestOrder(shop, [{ ...ring, quantity }])
  const [order] = await queryRows<{ id: string; number: string }>(
    shop.db,
    sql`select o.public_id as id, p.number from supplier_orders o join purchases p on p.id = o.purchase_id
      where p.public_id = ${purchaseId}`,
  )
  if (!order) throw new Error('no order was placed')
  if (isPaid) await completePayment(shop, purchaseId, 'pay')
  return { shop, purchaseId, supplier, owner, variantIds: [], ...order }
}

async function submitOrders(): Promise<void> {
  shop.passTime(10 * MINUTES)
  await runOrderTimers(shop)
}

const readReleases = () =>
  queryRows(
    shop.db,
    sql`select supplier_order_line_id as line, product_id as product, kind, quantity, released_at as at
      from stock_releases order by at, line`,
  )

test('a product’s history has reservations, sales and releases with their order numbers', async () => {
  const store = await createStore(50)
  const unpaid = await placeOrder(store, 1, false)
  shop.passTime(16 * MINUTES)
  await expirePurchases(shop.db, shop.now())
  shop.passTime(MINUTES)
  const cancelled = await placeOrder(store, 2)
  await postAsGuest(shop, cancelled, 'cancel')
  shop.passTime(MINUTES)
  const rejected = await placeOrder(store, 3)
  const gone = await placeOrder(store, 4)
  await submitOrders()
  await postAsSupplier(rejected, 'reject', { reason: 'price' })
  shop.passTime(MINUTES)
  await postAsSupplier(gone, 'reject', { reason: 'out_of_stock' })
  shop.passTime(MINUTES)
  const partly = await placeOrder(store, 5)
  await submitOrders()
  await postAsSupplier(partly, 'accept')
  await postAsSupplier(partly, 'reject', { reason: 'other', lines: [{ line: 1, quantity: 2 }] })
  shop.passTime(MINUTES)
  await shop.post(
    `/supplier/products/${store.ring.id}/variants/${store.ring.variantId}`,
    { field: 'stock', before: 43, after: 40 },
    store.owner.headers,
  )

  const { changes, next } = await store.read()
  const toLine = ({ source, before, after, units, order }: HistoryEntryData) =>
    order ? `${order.event} ${units} ${order.number}` : `${source} ${before} to ${after}`
  expect(changes.map(toLine)).toEqual([
    'edit 43 to 40',
    `rejected 2 ${partly.number}`,
    `sold -5 ${partly.number}`,
    // Units that the supplier does not have are not restocked.
    `rejected 3 ${rejected.number}`,
    `sold -4 ${gone.number}`,
    `sold -3 ${rejected.number}`,
    `cancelled 2 ${cancelled.number}`,
    `sold -2 ${cancelled.number}`,
    `expired 1 ${unpaid.number}`,
    `reserved -1 ${unpaid.number}`,
  ])
  expect(changes.reduce((sum, { units }) => sum + (units ?? 0), 50)).toBe(43)
  expect(next).toBeNull()

  // The migration records the same releases for existing orders.
  const recorded = await readReleases()
  const migration = await readFile(`${migrationsFolder}/0166_stock_releases.sql`, 'utf8')
  await shop.db.$client.query('delete from stock_releases')
  await shop.db.$client.query(migration.slice(migration.indexOf('insert into stock_releases')))
  expect(await readReleases()).toEqual(recorded)
})

test('a long history is paged without duplicates', async () => {
  const store = await createStore(500)
  for (let n = 0; n < 24; n += 1) {
    const order = await placeOrder(store, 1)
    if (n % 2 === 0) await postAsGuest(shop, order, 'cancel')
    await editWholesalePrice(store, store.ring, n)
    if (n % 3 === 0) shop.passTime(MINUTES)
  }
  const seen: HistoryEntryData[] = []
  let cursor: string | undefined
  do {
    const page: { changes: HistoryEntryData[]; next: string | null } = await store.read(cursor)
    expect(page.changes.length).toBeLessThanOrEqual(50)
    seen.push(...page.changes)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  expect(seen).toHaveLength(24 + 12 + 24)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
  const times = seen.map(({ changedAt }) => changedAt)
  expect(times).toEqual(times.toSorted().toReversed())
})

async function editWholesalePrice(
  { owner }: Store,
  { id, variantId }: CreatedProduct,
  n: number,
): Promise<void> {
  const body = { field: 'wholesale', before: n === 0 ? null : n, after: n + 1 }
  const answer = await shop.post(`/supplier/products/${id}/variants/${variantId}`, body, owner.headers)
  expect(answer.status).toBe(200)
}
