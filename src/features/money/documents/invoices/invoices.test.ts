import { sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction, queryRows, violatedConstraint } from '#database/database.ts'
import { createTestProduct, placeGuestOrder } from '#tests/shop/factories.ts'
import { extractPdfTexts } from '#tests/oracles/pdf-text.ts'
import { createOperator } from '#tests/steps/payouts.ts'
import { listLedgerErrors } from '#tests/steps/refunds.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import { postAsGuest, createPaidOrder } from '#tests/steps/supplier-orders.ts'
import { issueDueInvoices, issueInvoice } from './issue-invoices.ts'

const shop = await createTestShop({ INVOICE_PREFIX: 'CAB' })
const YEAR = shop.now().getUTCFullYear()
const formatNumber = (place: number) => `CAB-${YEAR}-${String(place).padStart(6, '0')}`
const numbering = () => ({ prefix: 'CAB', now: shop.now() })

test('fifty concurrent invoices get fifty numbers without gaps or duplicates', async () => {
  const ids = await createPaidPurchases(50)
  const issued = await Promise.all(ids.map((id) => issueInvoice(shop.db, id, numbering())))
  const numbers = issued.map(({ number }) => number).toSorted()
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, place) => formatNumber(place + 1)))
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('concurrent and repeated requests for an invoice, and the job, use one number', async () => {
  const [one = 0, other = 0] = await createPaidPurchases(2)
  const invoices = await Promise.all(
    Array.from({ length: 10 }, () => issueInvoice(shop.db, one, numbering())),
  )
  expect(new Set(invoices.map(({ number }) => number))).toEqual(new Set([formatNumber(1)]))
  const jobs = await Promise.all([1, 2, 3].map(() => issueDueInvoices(shop.db, numbering())))
  expect(jobs.reduce((sum, made) => sum + made, 0)).toBeGreaterThanOrEqual(1)
  expect((await issueInvoice(shop.db, one, numbering())).number).toBe(formatNumber(1))
  await issueInvoice(shop.db, other, numbering())
  expect(await listPlaces()).toEqual((await listPlaces()).map((_, index) => index + 1))
})

test('a number from a rolled-back transaction is used again', async () => {
  const [one = 0, other = 0] = await createPaidPurchases(2)
  const failing = inTransaction(shop.db, async (tx) => {
    expect((await issueInvoice(tx, one, numbering())).number).toBe(formatNumber(1))
    throw new Error('the printer is on fire')
  })
  await expect(failing).rejects.toThrow('on fire')
  expect((await issueInvoice(shop.db, other, numbering())).number).toBe(formatNumber(1))
  expect((await issueInvoice(shop.db, one, numbering())).number).toBe(formatNumber(2))
})

test('the job issues invoices in order of payment, and none for an unpaid purchase', async () => {
  const ids = await createPaidPurchases(3)
  await shop.db.execute(
    sql`update purchases set paid_at = paid_at - interval '1 minute' where id = ${ids[2]}`,
  )
  await shop.app.jobs.enqueue(shop.db, { job: 'documents.issue', input: {} })
  await shop.work()
  const [unpaid] = await queryRows<{ id: number }>(
    shop.db,
    sql`select id from purchases where public_id = ${await createUnpaidPurchase()}`,
  )
  const numbers = await Promise.all(
    ids.map(async (id) => (await issueInvoice(shop.db, id, numbering())).number),
  )
  expect(numbers.toSorted()).toEqual([numbers[2], numbers[0], numbers[1]])
  await expect(issueInvoice(shop.db, unpaid?.id ?? 0, numbering())).rejects.toThrow('not paid')
})

test('the invoice number is on the invoice, on the order page and in the accounting export', async () => {
  const created = await createPaidOrder(shop)
  const tracked = async () => (await shop.get(`/shop/trackOrder/${created.purchaseId}`)).body
  expect(await tracked()).toMatchObject({ order: { invoiceNumber: null } })
  const texts = await readInvoiceTexts(created.purchaseId)
  const { number: order } = Object(Reflect.get(Object(await tracked()), 'order')) as { number: string }
  expect(texts).toEqual(expect.arrayContaining([`Invoice ${formatNumber(1)}`, order]))
  expect(await tracked()).toMatchObject({ order: { invoiceNumber: formatNumber(1) } })
  await postAsGuest(shop, created, 'cancel')
  const month = shop.now().toISOString().slice(0, 7)
  const answer = await (await createOperator(shop)).get(`/invoices/${month}`)
  const [heads, row, ...more] = answer.text.replace('\u{FEFF}', '').trim().split('\r\n')
  expect(heads).toBe('invoice,issued,order,paid,currency,subtotal,shipping,total,given_back,charged_back')
  const day = shop.now().toISOString().slice(0, 10)
  expect([row, more]).toEqual([
    `${formatNumber(1)},${day},${order},${day},USD,100.00,2.06,102.06,102.06,0.00`,
    [],
  ])
  expect(await readInvoiceTexts(created.purchaseId)).toContain(`Invoice ${formatNumber(1)}`)
})

test('each year has its own sequence, and an invoice keeps its number', async () => {
  const [one = 0, other = 0] = await createPaidPurchases(2)
  const last = { prefix: 'CAB', now: new Date(`${YEAR}-12-31T23:59:59Z`) }
  const next = { prefix: 'CAB', now: new Date(`${YEAR + 1}-01-01T00:00:00Z`) }
  expect((await issueInvoice(shop.db, one, last)).number).toBe(formatNumber(1))
  expect((await issueInvoice(shop.db, other, next)).number).toBe(`CAB-${YEAR + 1}-000001`)
  expect((await issueInvoice(shop.db, one, next)).number).toBe(formatNumber(1))
  const violated = (query: SQL) => shop.db.execute(query).then(() => undefined, violatedConstraint)
  expect(await violated(sql`update invoices set number = 'X'`)).toBe('invoices_only_added_to')
  expect(await violated(sql`delete from invoices`)).toBe('invoices_only_added_to')
})

test('numbers grow beyond six digits, and the audit finds a gap', async () => {
  const [one = 0] = await createPaidPurchases(1)
  await shop.db.execute(
    sql`insert into document_series (series, last_place) values (${`CAB-${YEAR}`}, 999999)`,
  )
  expect((await issueInvoice(shop.db, one, numbering())).number).toBe(`CAB-${YEAR}-1000000`)
  expect(await listLedgerErrors(shop)).toEqual([expect.stringContaining('documents_in_sequence')])
})

/** Creates guests' purchases, paid a millisecond apart; returns their keys. */
async function createPaidPurchases(count: number): Promise<number[]> {
  const product = await createTestProduct(shop.db, { stock: 999 })
  const ids: number[] = []
  for (let index = 0; index < count; index += 1) {
    const { id } = await placeGuestOrder(shop, [product], { email: `guest-${index}@shopper.example` })
    const [purchases] = await queryRows<{ id: number }>(
      shop.db,
      sql`update purchases set paid_at = ${new Date(shop.now().getTime() + index)} where public_id = ${id} returning id`,
    )
    if (purchases) ids.push(purchases.id)
  }
  return ids
}

async function createUnpaidPurchase(): Promise<string> {
  return (await placeGuestOrder(shop, [await createTestProduct(shop.db)])).id
}

async function listPlaces(): Promise<number[]> {
  const invoices = await queryRows<{ place: number }>(shop.db, sql`select place from invoices order by place`)
  return invoices.map(({ place }) => place)
}

async function readInvoiceTexts(purchaseId: string): Promise<string[]> {
  const answer = await shop.app.http.request(`${SHOP_URL}/orders/${purchaseId}/invoice`)
  expect(answer.status).toBe(200)
  return extractPdfTexts(new Uint8Array(await answer.arrayBuffer()))
}
