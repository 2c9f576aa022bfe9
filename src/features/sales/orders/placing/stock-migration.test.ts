import { readFile } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { migrationsFolder } from '#database/migrate.ts'
import { productVariants } from '#features/catalogue/catalog/tables.ts'
import {
  type CreatedProduct,
  type CreatedSupplier,
  createTestProduct,
  placeGuestOrder,
} from '#tests/shop/factories.ts'
import { createOwnedSupplier } from '#tests/steps/chat.ts'
import { completePayment } from '#tests/steps/payments.ts'
import type { CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  postAsGuest,
  postAsSupplier,
  runOrderTimers,
  type CreatedOrder,
} from '#tests/steps/supplier-orders.ts'
import { expirePurchases } from '../timers/expire-purchases.ts'

const shop = await createTestShop()
const MINUTES = 60_000

type Store = Readonly<{ supplier: CreatedSupplier; owner: CreatedAccount }>
type OrderedProduct = CreatedProduct & { quantity: number }

async function createStore(): Promise<Store> {
  const { store, owner } = await createOwnedSupplier(shop.db, shop.now())
  return { supplier: store, owner }
}

/** Places an unpaid guest order at one store. */
async function placeOrder(store: Store, products: readonly OrderedProduct[]): Promise<CreatedOrder> {
  const { id: purchaseId } = await placeGuestOrder(shop, products)
  const [supplierOrder] = await queryRows<{ id: string }>(
    shop.db,
    sql`select o.public_id as id from supplier_orders o join purchases p on p.id = o.purchase_id
        where p.public_id = ${purchaseId}`,
  )
  return { shop, purchaseId, id: supplierOrder?.id ?? '', ...store, variantIds: [] }
}

async function placePaidOrder(store: Store, products: readonly OrderedProduct[]): Promise<CreatedOrder> {
  const order = await placeOrder(store, products)
  await completePayment(shop, order.purchaseId, 'pay')
  return order
}

/** Places a paid order and submits it to its supplier. */
async function placeSubmittedOrder(store: Store, products: readonly OrderedProduct[]): Promise<CreatedOrder> {
  const order = await placePaidOrder(store, products)
  shop.passTime(10 * MINUTES)
  await runOrderTimers(shop)
  return order
}

async function expectOk(request: ReturnType<typeof postAsGuest>): Promise<void> {
  expect((await request).status).toBe(200)
}

const commitments = () =>
  queryRows(
    shop.db,
    sql`select variant_id::int as variant, supplier_id::int as supplier, sku, quantity from stock_commitments order by 1`,
  )
const movements = () =>
  queryRows<{ variant: number; quantity: number; at: Date }>(
    shop.db,
    sql`select variant_id::int as variant, quantity, moved_at as at from stock_movements order by moved_at, 1, 2`,
  )

/** Deletes the recorded stock of orders, and runs the migration that records it for existing orders. */
async function rerunMigration(): Promise<void> {
  await shop.db.execute(sql`delete from stock_commitments`)
  await shop.db.execute(sql`delete from stock_movements`)
  const migration = await readFile(`${migrationsFolder}/0055_stock_counts.sql`, 'utf8')
  await shop.db.execute(sql.raw(migration.slice(migration.indexOf('insert into stock_commitments'))))
}

test('the migration records the same stock for existing orders as for new ones', async () => {
  const store = await createStore()
  const ring = await createTestProduct(shop.db, { supplier: store.supplier, stock: 100 })
  const chain = await createTestProduct(shop.db, { supplier: store.supplier, stock: 100 })
  const orderedProducts = (rings: number, chains: number): OrderedProduct[] =>
    [
      { ...ring, quantity: rings },
      { ...chain, quantity: chains },
    ].filter(({ quantity }) => quantity > 0)

  await placeSubmittedOrder(store, orderedProducts(1, 2))
  const accepted = await placeSubmittedOrder(store, orderedProducts(3, 0))
  await expectOk(postAsSupplier(accepted, 'accept'))
  await placeOrder(store, orderedProducts(0, 90))
  await expectOk(postAsGuest(shop, await placePaidOrder(store, orderedProducts(40, 0)), 'cancel'))
  shop.passTime(16 * MINUTES)
  await expirePurchases(shop.db, shop.now())
  await placePaidOrder(store, orderedProducts(5, 6))
  await placeOrder(store, orderedProducts(7, 0))

  const recorded = { commitments: await commitments(), movements: await movements() }
  expect(recorded.commitments).toMatchObject([
    { variant: ring.variantKey, supplier: store.supplier.id, quantity: 5 + 7 },
    { variant: chain.variantKey, supplier: store.supplier.id, quantity: 6 },
  ])
  expect(recorded.movements.map(({ variant, quantity }) => [variant, quantity])).toEqual([
    [ring.variantKey, -1],
    [chain.variantKey, -2],
    [ring.variantKey, -3],
  ])
  await rerunMigration()
  expect({ commitments: await commitments(), movements: await movements() }).toEqual(recorded)
})

test('the migration records no movement for units that returned after submission', async () => {
  const store = await createStore()
  const ring = await createTestProduct(shop.db, { supplier: store.supplier, stock: 100 })
  const rejected = await placeSubmittedOrder(store, [{ ...ring, quantity: 4 }])
  await expectOk(postAsSupplier(rejected, 'reject', { reason: 'other' }))
  const partlyShipped = await placeSubmittedOrder(store, [{ ...ring, quantity: 9 }])
  const sentAt = shop.now()
  await expectOk(
    postAsSupplier(partlyShipped, 'reject', { lines: [{ line: 1, quantity: 2 }], reason: 'other' }),
  )
  await rerunMigration()
  expect(await commitments()).toMatchObject([{ variant: ring.variantKey, quantity: 0 }])
  expect(await movements()).toEqual([{ variant: ring.variantKey, quantity: -7, at: sentAt }])
})

test('the migration records a deleted variant by the SKU it was bought with and a renamed one by its current SKU', async () => {
  const store = await createStore()
  const [removed, renamed] = [
    await createTestProduct(shop.db, { supplier: store.supplier, stock: 100 }),
    await createTestProduct(shop.db, { supplier: store.supplier, stock: 100 }),
  ]
  await placePaidOrder(store, [
    { ...removed, quantity: 2 },
    { ...renamed, quantity: 3 },
  ])
  const bought = await commitments()
  await shop.db.delete(productVariants).where(eq(productVariants.id, removed.variantKey))
  await shop.db
    .update(productVariants)
    .set({ sku: 'new-sku' })
    .where(eq(productVariants.id, renamed.variantKey))
  await rerunMigration()
  expect(await commitments()).toEqual([bought[0], { ...bought[1], sku: 'new-sku' }])
})

test('the migration records nothing for products without orders', async () => {
  await createTestProduct(shop.db)
  await rerunMigration()
  expect([await commitments(), await movements()]).toEqual([[], []])
})
