import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createSession, createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import {
  createTestProduct,
  createTestSupplier,
  type CreatedProduct,
  type CreatedSupplier,
  GUEST_FORM,
  placeGuestOrder,
} from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { completePayment } from '#tests/steps/payments.ts'
import { expectSuccess } from '#tests/steps/payouts.ts'
import { listLedgerErrors } from '#tests/steps/refunds.ts'
import { getRates } from '../contract.ts'
import { findReturnAddress } from '../warehouse-addresses/manage-addresses.ts'
import type { WarehouseData } from './contract.ts'

const shop = await createTestShop()
const { db } = shop

let store: CreatedSupplier
let owner: CreatedAccount
let ring: CreatedProduct
beforeEach(async () => {
  store = await createTestSupplier(db)
  owner = await createSignedInAccount(db, shop.now(), { type: 'manufacturer', owns: store })
  ring = await createTestProduct(db, { supplier: store, price: 3_000, stock: 5 })
})

const post = async (path: string, body: object = {}) =>
  shop.post(path, body, (await createSession(db, owner.id, shop.now())).headers)
const get = async (path: string) => shop.get(path, (await createSession(db, owner.id, shop.now())).headers)
const readWarehouses = async () =>
  getField<WarehouseData[]>(await expectSuccess(get('/supplier/warehouses')), 'warehouses')

/** Adds a warehouse; returns its key. */
async function add(name = 'Bangkok', country = 'TH'): Promise<number> {
  await expectSuccess(post('/supplier/warehouses', { name, country }))
  const added = (await readWarehouses()).find((one) => one.name === name)
  return added?.id ?? 0
}

const move = (warehouse: number, products: readonly string[]) =>
  post(`/supplier/warehouses/${warehouse}/products`, { products })

async function setRates(warehouse: string, cents: Readonly<Record<string, number>>): Promise<void> {
  const services = Object.entries(cents).map(([service, amountCents]) => ({
    service,
    minDays: 2,
    maxDays: service === 'Express' ? 3 : 6,
    freeFromCents: null,
    bands: [{ overGrams: 0, amountCents }],
  }))
  const zones = [{ name: 'Everywhere', isRest: true, countries: [], services }]
  await expectSuccess(post('/supplier/shipping-rules', { warehouse, revision: 0, zones }))
}

async function quote(cart: readonly CreatedProduct[]) {
  const shipmentDetails = {
    toZip: GUEST_FORM.zipCode,
    toCountry: 'SG',
    weight: 2,
    length: 25,
    width: 20,
    height: 15,
  }
  const items = cart.map(({ id, variantId }) => ({ id, variantId, quantity: 1 }))
  return shop.call(getRates, { body: { shipmentDetails, items } })
}

test('a supplier can add and rename a warehouse, and filter products by warehouse', async () => {
  const bangkok = await add()
  expect(await expectSuccess(move(bangkok, [ring.id]))).toMatchObject({ body: { moved: 1 } })
  expect(await expectSuccess(move(bangkok, [ring.id]))).toMatchObject({ body: { moved: 0 } })
  await expectSuccess(post(`/supplier/warehouses/${bangkok}`, { name: ' Siam Square ', country: 'TH' }))
  expect(await readWarehouses()).toMatchObject([
    { id: store.warehouseId, products: 0, isArchived: false },
    { id: bangkok, name: 'Siam Square', country: 'TH', products: 1 },
  ])
  expect((await get(`/supplier/products?warehouse=${bangkok}`)).body).toMatchObject({ total: 1 })
  expect((await get(`/supplier/products?warehouse=${store.warehouseId}`)).body).toMatchObject({ total: 0 })
  expect((await shop.get(`/shop/getProductsByID/${ring.id}`)).body).toMatchObject({
    getProduct: { warehouse: 'Siam Square' },
  })
  const log = await queryRows<{ action: string }>(db, sql`select action from audit_log order by id`)
  expect(log.map(({ action }) => action)).toEqual([
    'Added a warehouse',
    'Moved products to a warehouse',
    'Changed a warehouse',
  ])
})

test('the editor can move a product to another warehouse, not to an archived one', async () => {
  const bangkok = await add()
  const opened = getField<Record<string, unknown>>(await get(`/supplier/products/${ring.id}`), 'product')
  expect(opened['warehouse']).toBe(store.warehouseId)
  const form = {
    id: ring.id,
    revision: opened['revision'],
    name: 'Ring',
    priceCents: 3_000,
    variants: [{ id: ring.variantId, quantity: 5 }],
  }
  const saved = await expectSuccess(post('/shop/saveMyProduct', { data: { ...form, warehouse: bangkok } }))
  expect(saved).toMatchObject({ body: { product: { warehouse: bangkok } } })
  await expectSuccess(post(`/supplier/warehouses/${store.warehouseId}/archive`, { moveTo: bangkok }))
  const again = { ...form, revision: getField<number>(saved, 'product', 'revision') }
  expect(
    (await post('/shop/saveMyProduct', { data: { ...again, warehouse: store.warehouseId } })).body,
  ).toMatchObject({ code: 'warehouse_unavailable' })
  await expectSuccess(post('/shop/saveMyProduct', { data: again }))
})

test.each([
  [{ name: '  ', country: 'TH' }, 400, 'invalid_input'],
  [{ name: 'Bangkok', country: 'ZZ' }, 400, 'unknown_country'],
  [{ name: 'bangkok', country: 'TH' }, 409, 'warehouse_name_taken'],
])('refuses a second warehouse of %o', async (form, status, code) => {
  await add()
  const answer = await post('/supplier/warehouses', form)
  expect([answer.status, answer.body]).toMatchObject([status, { code }])
  expect(await readWarehouses()).toHaveLength(2)
})

test('warehouses and products of another store are not found', async () => {
  const bangkok = await add()
  const other = await createTestProduct(db, { stock: 1 })
  expect((await move(bangkok, [ring.id, other.id])).body).toMatchObject({ code: 'product_not_found' })
  const [theirs] = await queryRows<{ id: number }>(
    db,
    sql`select warehouse_id as id from products where id = ${other.productKey}`,
  )
  for (const path of ['products', 'archive', 'restore', ''])
    expect(
      (
        await post(`/supplier/warehouses/${theirs?.id}${path && `/${path}`}`, {
          products: [ring.id],
          moveTo: bangkok,
          name: 'Mine',
          country: 'TH',
        })
      ).body,
    ).toMatchObject({ code: 'warehouse_not_found' })
  expect(await readWarehouses()).toMatchObject([{ products: 1 }, { products: 0 }])
})

test('archiving a warehouse moves its products once, even if the job runs twice, and can be undone', async () => {
  const bangkok = await add()
  const path = `/supplier/warehouses/${store.warehouseId}`
  expect((await post(`${path}/archive`, { moveTo: store.warehouseId })).body).toMatchObject({
    code: 'warehouse_archived',
  })
  await expectSuccess(post(`${path}/archive`, { moveTo: bangkok }))
  await expectSuccess(post(`${path}/archive`, { moveTo: bangkok }))
  await shop.work()
  expect(await readWarehouses()).toMatchObject([
    { id: bangkok, products: 1, isArchived: false },
    { id: store.warehouseId, products: 0, isArchived: true },
  ])
  // The last warehouse cannot be archived, as its products need another one.
  expect((await post(`/supplier/warehouses/${bangkok}/archive`, { moveTo: bangkok })).status).toBe(409)
  const { warehouses } = getField<{ warehouses: unknown[] }>(await get('/supplier/handling'), 'promises')
  expect(warehouses).toMatchObject([{ name: 'Bangkok' }])
  await expectSuccess(post(`${path}/restore`))
  expect(await readWarehouses()).toMatchObject([{ id: store.warehouseId, products: 0 }, { id: bangkok }])
})

test('a cart from two warehouses pays for both parcels and has the later ship-by date', async () => {
  const bangkok = await add()
  const pearl = await createTestProduct(db, { supplier: store, price: 5_000, stock: 5 })
  await expectSuccess(move(bangkok, [pearl.id]))
  await setRates(`${store.name} Warehouse`, { Standard: 700, Express: 1_100 })
  await setRates('Bangkok', { Economy: 100, Express: 550 })
  await expectSuccess(
    post(`/supplier/handling/${bangkok}`, {
      leadDays: 10,
      cutOff: null,
      timeZone: 'UTC',
      workingDays: [1, 2, 3, 4, 5, 6, 7],
    }),
  )

  const { shipments, rates } = await quote([ring, pearl])
  expect(shipments).toHaveLength(1)
  expect(rates.map(({ service, rate, estimatedDays }) => [service, rate, estimatedDays])).toEqual([
    ['Lowest_price', 8, 6],
    ['Express', 16.5, 3],
  ])
  const express = rates.find(({ service }) => service === 'Express')
  const order = await placeGuestOrder(shop, [ring, pearl], { selectedShippingRate: express ?? null })
  expect(order.totalAmount).toBe(30 + 50 + 16.5)
  await completePayment(shop, order.id, 'pay')
  expect(await listLedgerErrors(shop)).toEqual([])

  const [stored] = await queryRows<{ id: string; days: number }>(
    db,
    sql`select o.public_id as id, extract(day from o.ship_by - p.paid_at)::int as days
      from supplier_orders o join purchases p on p.id = o.purchase_id where p.public_id = ${order.id}`,
  )
  expect(stored?.days).toBeGreaterThanOrEqual(10)
  expect((await get(`/supplier/orders/${stored?.id}`)).body).toMatchObject({
    order: {
      warehouse: `${store.name} Warehouse`,
      lines: [{ warehouse: `${store.name} Warehouse` }, { warehouse: 'Bangkok' }],
    },
  })
  // The order is listed for either warehouse.
  for (const warehouse of [`${store.name} Warehouse`, 'Bangkok', 'Nowhere']) {
    const path = `/supplier/orders?warehouse=${encodeURIComponent(warehouse)}`
    expect((await get(path)).body).toMatchObject({ total: warehouse === 'Nowhere' ? 0 : 1 })
  }
  const stock = await queryRows(
    db,
    sql`select stock from products where supplier_id = ${store.id} order by id`,
  )
  expect(stock).toEqual([{ stock: 4 }, { stock: 4 }])
})

test('a rate quoted without products is charged per warehouse', async () => {
  const bangkok = await add()
  const pearl = await createTestProduct(db, { supplier: store, price: 5_000, stock: 5 })
  await expectSuccess(move(bangkok, [pearl.id]))
  const express = (await quote([])).rates.find(({ service }) => service === 'Express')
  const single = await placeGuestOrder(shop, [ring, ring], { selectedShippingRate: express ?? null })
  const both = await placeGuestOrder(shop, [ring, pearl], { selectedShippingRate: express ?? null })
  expect([single.totalAmount, both.totalAmount]).toEqual([60 + 12.3, 80 + 2 * 12.3])
})

test('an order finds its warehouse’s address by the former name', async () => {
  const name = `${store.name} Warehouse`
  await expectSuccess(post(`/supplier/warehouses/${store.warehouseId}`, { name: 'Arezzo', country: 'IT' }))
  const address = { name: 'Luce', street1: 'Via Roma 1', city: 'Arezzo', zip: '52100', country: 'IT' }
  const body = { address: { ...address, phone: '0575 123456' } }
  await expectSuccess(post(`/supplier/warehouse-addresses/${store.warehouseId}/sender`, body))
  expect(await findReturnAddress(db, { supplierId: store.id, name })).toMatchObject({ street1: 'Via Roma 1' })

  // A former name stays reserved, and another country requires another sender address.
  expect((await post('/supplier/warehouses', { name, country: 'IT' })).body).toMatchObject({
    code: 'warehouse_name_taken',
  })
  await expectSuccess(post(`/supplier/warehouses/${store.warehouseId}`, { name, country: 'FR' }))
  expect((await get('/supplier/warehouse-addresses')).body).toMatchObject({
    warehouses: [{ name, country: 'FR', sender: null }],
  })
})
