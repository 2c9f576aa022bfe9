import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { listLines, listPackableOrders } from '#features/sales/orders/service.ts'
import { createSession } from '#tests/shop/accounts.ts'
import { createTestShop, SHOP_URL } from '#tests/shop/shop.ts'
import { createParcelBody, createSubmittedOrder, postAsSupplier } from '#tests/steps/supplier-orders.ts'
import { renderPickList } from './packing-batch.ts'

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

test('the pick list of a store with several warehouses is grouped by warehouse', async () => {
  const order = await createSubmittedOrder(shop, { quantities: [2, 1] })
  const [whole] = await listPackableOrders(shop.db, { ownerId: order.owner.id, ids: [order.id] })
  if (!whole) throw new Error('the order was not found')
  const context = { issuer: { name: 'Cabochon', lines: [] }, now: shop.now() }
  const [first, second] = await listLines(shop.db, [whole.order.id])
  if (!first || !second) throw new Error('the order has two lines')
  const lines = [first, { ...second, warehouse: 'A warehouse in Bangkok' }]
  const { warehouse } = whole.order
  expect(renderPickList([{ whole, lines }], { ...context, storeWarehouses: 2 }).blocks).toMatchObject([
    { kind: 'heading', text: 'A warehouse in Bangkok' },
    { kind: 'table', rows: [[second.sku, second.sku, expect.any(String), whole.purchase.number, '1']] },
    { kind: 'heading', text: warehouse },
    {
      kind: 'table',
      rows: [[first.sku, first.sku, expect.any(String), `${whole.purchase.number} (2)`, '2']],
    },
    { kind: 'sums', rows: [{ value: '3' }] },
  ])
  const listHeadings = (storeWarehouses: number) =>
    renderPickList([{ whole, lines: [first] }], { ...context, storeWarehouses }).blocks.filter(
      ({ kind }) => kind === 'heading',
    )
  expect([listHeadings(1), listHeadings(2)]).toMatchObject([[], [{ text: warehouse }]])
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
    storeWarehouses: 1,
  })
  expect(document.blocks).toMatchObject([
    {
      kind: 'table',
      rows: [[lines[0]?.sku, lines[0]?.sku, expect.any(String), `${whole.purchase.number} (2)`, '2']],
    },
    { kind: 'sums', rows: [{ value: '2' }] },
  ])
})
