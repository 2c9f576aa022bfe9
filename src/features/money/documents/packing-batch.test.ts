import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { listLines, listPackableOrders } from '#features/sales/orders/service.ts'
import { createSession } from '#tests/shop/accounts.ts'
import { createTestShop, SHOP_URL } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { expectSuccess } from '#tests/steps/payouts.ts'
import { createParcelBody, createSubmittedOrder, postAsSupplier } from '#tests/steps/supplier-orders.ts'
import { listStoreWarehouses, renderPickList, type StoreWarehouse } from './packing-batch.ts'

const shop = await createTestShop()

test('one file has a pick list and a slip for each order, and no order of another store', async () => {
  const order = await createSubmittedOrder(shop, { quantities: [2, 1] })
  const second = await createSubmittedOrder(shop, { like: { supplier: order.supplier, owner: order.owner } })
  const foreign = await createSubmittedOrder(shop)
  const { headers } = await createSession(shop.db, order.owner.id, shop.now())
  const send = (body: object) =>
    shop.app.http.request(`${SHOP_URL}/supplier/packing-documents`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  const answer = await send({ orders: [order.id, second.id] })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const merged = await PDFDocument.load(await answer.arrayBuffer())
  expect(merged.getPageCount()).toBe(3)
  const slipsOnly = await send({ orders: [order.id, second.id], documents: ['slips'] })
  expect((await PDFDocument.load(await slipsOnly.arrayBuffer())).getPageCount()).toBe(2)

  const refusals = [
    await send({ orders: [order.id, foreign.id] }),
    await send({ orders: [order.id], documents: ['labels'] }),
  ]
  expect(await Promise.all(refusals.map((refusal) => refusal.json()))).toMatchObject([
    { code: 'order_not_found' },
    { code: 'nothing_to_print' },
  ])
})

const TWO: readonly StoreWarehouse[] = ['Antwerp', 'Bangkok'].map((name) => ({ name, formerNames: [] }))

test('the pick list of a store with several warehouses is grouped by warehouse', async () => {
  const order = await createSubmittedOrder(shop, { quantities: [2, 1] })
  const [whole] = await listPackableOrders(shop.db, { ownerId: order.owner.id, ids: [order.id] })
  if (!whole) throw new Error('the order was not found')
  const context = { issuer: { name: 'Cabochon', lines: [] }, now: shop.now() }
  const [first, second] = await listLines(shop.db, [whole.order.id])
  if (!first || !second) throw new Error('the order has two lines')
  const lines = [first, { ...second, warehouse: 'A warehouse in Bangkok' }]
  const { warehouse } = whole.order
  expect(renderPickList([{ whole, lines }], { ...context, storeWarehouses: TWO }).blocks).toMatchObject([
    { kind: 'heading', text: 'A warehouse in Bangkok' },
    { kind: 'table', rows: [[second.sku, second.sku, expect.any(String), whole.purchase.number, '1']] },
    { kind: 'heading', text: warehouse },
    {
      kind: 'table',
      rows: [[first.sku, first.sku, expect.any(String), `${whole.purchase.number} (2)`, '2']],
    },
    { kind: 'sums', rows: [{ value: '3' }] },
  ])
  const listHeadings = (storeWarehouses: readonly StoreWarehouse[]) =>
    renderPickList([{ whole, lines: [first] }], { ...context, storeWarehouses }).blocks.filter(
      ({ kind }) => kind === 'heading',
    )
  expect([listHeadings(TWO.slice(1)), listHeadings(TWO)]).toMatchObject([[], [{ text: warehouse }]])
})

test('a renamed warehouse is one part of the pick list, under its present name', async () => {
  const before = await createSubmittedOrder(shop)
  const { headers } = await createSession(shop.db, before.owner.id, shop.now())
  const stored = await expectSuccess(shop.get('/supplier/warehouses', headers))
  const [warehouse] = getField<Readonly<{ id: number }>[]>(stored, 'warehouses')
  await expectSuccess(
    shop.post(
      `/supplier/warehouses/${warehouse?.id}`,
      { name: 'Workshop by the harbour', country: 'US' },
      headers,
    ),
  )
  const after = await createSubmittedOrder(shop, { like: before })
  const found = await listPackableOrders(shop.db, { ownerId: before.owner.id, ids: [before.id, after.id] })
  expect(new Set(found.map(({ order }) => order.warehouse)).size).toBe(2)
  const lines = await listLines(
    shop.db,
    found.map(({ order }) => order.id),
  )
  const orders = found.map((whole) => ({
    whole,
    lines: lines.filter(({ supplierOrderId }) => supplierOrderId === whole.order.id),
  }))
  const issuer = { name: 'Cabochon', lines: [] }
  const render = (storeWarehouses: readonly StoreWarehouse[]) =>
    renderPickList(orders, { issuer, now: shop.now(), storeWarehouses }).blocks
  const storeWarehouses = await listStoreWarehouses(shop.db, found)
  expect(render(storeWarehouses).map(({ kind }) => kind)).toEqual(['table', 'sums'])
  expect(render([...TWO, ...storeWarehouses]).filter(({ kind }) => kind === 'heading')).toEqual([
    { kind: 'heading', text: 'Workshop by the harbour' },
  ])
})

test('the pick list sums the units to ship by SKU, with the orders they are for', async () => {
  const order = await createSubmittedOrder(shop, { quantities: [3] })
  await postAsSupplier(order, 'accept')
  await postAsSupplier(order, 'parcels', createParcelBody('one', [{ line: 1, quantity: 1 }]))
  const [whole] = await listPackableOrders(shop.db, { ownerId: order.owner.id, ids: [order.id] })
  if (!whole) throw new Error('the order was not found')
  const lines = await listLines(shop.db, [whole.order.id])
  const document = renderPickList([{ whole, lines }], {
    issuer: { name: 'Cabochon', lines: [] },
    now: shop.now(),
    storeWarehouses: [],
  })
  expect(document.blocks).toMatchObject([
    {
      kind: 'table',
      rows: [[lines[0]?.sku, lines[0]?.sku, expect.any(String), `${whole.purchase.number} (2)`, '2']],
    },
    { kind: 'sums', rows: [{ value: '2' }] },
  ])
})
