import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { statementPdf } from '#features/money/ledger/service.ts'
import { renderPdf } from '#platform/pdf/render-pdf.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { extractPdfTexts } from '#tests/oracles/pdf-text.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import {
  createParcelBody,
  postAsGuest,
  postAsSupplier,
  type CreatedOrder,
  createPaidOrder,
  createSubmittedOrder,
} from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()

test('a packing slip lists recipient and items without prices', async () => {
  const created = await createWholesaleOrder()
  const texts = await readPdfTexts(`/supplier/orders/${created.id}/packing-slip`, created.owner.headers)
  expect(texts).toEqual(
    expect.arrayContaining(['Packing slip', 'Mei Tan', 'Unit #04-11', '079903', 'Singapore']),
  )
  expect(texts).toEqual(expect.arrayContaining([created.supplier.name, 'Number of items', '3']))
  const all = texts.join('\n')
  expect(all).not.toMatch(/\$|USD|\d\.\d\d|subtotal|price|total|commission/i)
  // A packing slip must not reveal the buyer's email address or the link's secret.
  expect(all).not.toContain('guest@shopper.example')
  expect(all).not.toContain(created.purchaseId)
})

test('a parcel’s packing slip lists its items and tracking number, and mentions the items sent separately', async () => {
  const created = await createWholesaleOrder()
  await postAsSupplier(created, 'accept')
  await postAsSupplier(created, 'parcels', createParcelBody('slip', [{ line: 1, quantity: 1 }]))
  const [parcel] = await queryRows<{ id: string }>(shop.db, sql`select public_id as id from parcels`)
  const texts = await readPdfTexts(
    `/supplier/orders/${created.id}/packing-slip?parcel=${parcel?.id}`,
    created.owner.headers,
  )
  expect(texts).toContain('FedEx 123456789012')
  expect(texts.slice(texts.indexOf('Number of items'))).toContain('1')
  expect(texts.join(' ')).toContain('The other items of this order ship in separate parcels.')
  const path = `/supplier/orders/${created.id}/packing-slip?parcel=pcl_0`
  expect(await shop.get(path, created.owner.headers)).toMatchObject({
    status: 404,
    body: { code: 'parcel_not_found' },
  })
})

test('a slip names each item’s warehouse if there are several, and a parcel’s slip its own', async () => {
  const created = await createWholesaleOrder()
  await postAsSupplier(created, 'accept')
  await shop.db.execute(sql`
    update supplier_order_lines set warehouse = 'Bangkok'
    where id = (select min(l.id) from supplier_order_lines l join supplier_orders o on o.id = l.supplier_order_id
      where o.public_id = ${created.id})`)
  const path = `/supplier/orders/${created.id}/packing-slip`
  const whole = await readPdfTexts(path, created.owner.headers)
  expect(whole.filter((text) => text.startsWith('From '))).toHaveLength(2)
  expect(whole).toEqual(expect.arrayContaining(['Bangkok', 'From Bangkok']))
  await postAsSupplier(created, 'parcels', createParcelBody('bangkok', [{ line: 1, quantity: 1 }]))
  const [parcel] = await queryRows<{ id: string }>(
    shop.db,
    sql`select public_id as id from parcels order by id desc limit 1`,
  )
  const texts = await readPdfTexts(`${path}?parcel=${parcel?.id}`, created.owner.headers)
  expect(texts).toContain('Bangkok')
  expect(texts.join(' ')).not.toMatch(/From Bangkok| Warehouse/)
})

test('a packing slip is available to the supplier and operators only', async () => {
  const created = await createWholesaleOrder()
  const path = `/supplier/orders/${created.id}/packing-slip`
  const store = await createTestSupplier(shop.db)
  const rival = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer', owns: store })
  const operator = await createSignedInAccount(shop.db, shop.now(), { type: 'operator' })
  expect((await shop.get(path, rival.headers)).status).toBe(404)
  expect((await shop.get(path)).status).toBe(401)
  expect((await shop.get(path, operator.headers)).status).toBe(200)
})

test('an invoice shows the buyer’s items and prices, without commission or wholesale prices', async () => {
  const created = await createWholesaleOrder()
  const texts = await readPdfTexts(`/orders/${created.purchaseId}/invoice`)
  const all = texts.join('\n')
  expect(texts).toEqual(
    expect.arrayContaining(['Mei Tan', 'guest@shopper.example', created.supplier.name, 'Amounts in USD']),
  )
  expect(texts).toEqual(
    expect.arrayContaining(['$100.00', '$200.00', '$300.00', '$2.06', '$302.06', 'Tax charged', '$0.00']),
  )
  // The wholesale price, and the marketplace's 15 per cent.
  expect(all).not.toContain('61.37')
  expect(all).not.toMatch(/wholesale|commission|45\.3/i)
  expect(all).not.toContain('Refunded')
})

test('an invoice shows refunds', async () => {
  const created = await createPaidOrder(shop)
  await postAsGuest(shop, created, 'cancel')
  const texts = await readPdfTexts(`/orders/${created.purchaseId}/invoice`)
  expect(texts).toEqual(expect.arrayContaining(['Not sent', 'Refunded', '-$102.06', 'Left', '$0.00']))
})

test('a paid order links to its invoice, which is available to holders of its secret id', async () => {
  const created = await createPaidOrder(shop)
  const { body } = await shop.get(`/shop/trackOrder/${created.purchaseId}`)
  expect(body).toMatchObject({ order: { invoice: `/orders/${created.purchaseId}/invoice` } })
  await shop.db.execute(sql`update purchases set paid_at = null`)
  expect(await shop.get(`/orders/${created.purchaseId}/invoice`)).toMatchObject({
    status: 409,
    body: { code: 'not_paid' },
  })
  expect((await shop.get('/orders/pur_0/invoice')).body).toMatchObject({ code: 'order_not_found' })
})

test('a payout statement sums its lines in the currency of the payout', async () => {
  const statement = statementPdf({
    reference: 'PO-1',
    issuer: { name: 'Cabochon Pte. Ltd.', lines: ['Singapore'] },
    supplier: { name: 'Atelier Luce', lines: ['Arezzo'] },
    account: 'Account ending in 4321',
    currency: 'JPY',
    amount: 8_369,
    createdAt: new Date('2026-03-02T10:00:00Z'),
    lines: [
      createLine({ order: 'C-1', gross: 10_000, commission: 1_500, tax: 135, amount: 8_365 }),
      createLine({ memo: 'Correction', amount: 4 }),
    ],
  })
  const texts = extractPdfTexts(await renderPdf(statement))
  expect(texts).toEqual(
    expect.arrayContaining([
      'Atelier Luce',
      'PO-1',
      'C-1',
      'JPY 10,000',
      'JPY 1,500',
      'JPY 135',
      'JPY 8,369',
    ]),
  )
})

function createLine(over: object) {
  const at = new Date('2026-03-01T10:00:00Z')
  return { at, order: null, memo: 'Sold', gross: null, commission: null, tax: null, amount: 0, ...over }
}

/** Creates an order of three items at 100.00 in two lines, with a wholesale price of 61.37. */
async function createWholesaleOrder(): Promise<CreatedOrder> {
  const created = await createSubmittedOrder(shop, { quantities: [1, 2] })
  await shop.db.execute(sql`update supplier_order_lines set wholesale_amount = 6137`)
  return created
}

async function readPdfTexts(path: string, headers: Record<string, string> = {}): Promise<string[]> {
  const answer = await shop.app.http.request(SHOP_URL + path, { headers })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(answer.headers.get('cache-control')).toContain('no-store')
  return extractPdfTexts(new Uint8Array(await answer.arrayBuffer()))
}
