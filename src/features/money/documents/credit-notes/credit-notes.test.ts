import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows, violatedConstraint } from '#database/database.ts'
import { createOperator } from '#tests/steps/payouts.ts'
import { extractPdfTexts } from '#tests/oracles/pdf-text.ts'
import { readAllRefunds, listLedgerErrors, refundAsOperator } from '#tests/steps/refunds.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import {
  postAsGuest,
  type CreatedOrder,
  createPaidOrder,
  createSentOrder,
} from '#tests/steps/supplier-orders.ts'
import { issueDueCreditNotes } from './issue-credit-notes.ts'

const shop = await createTestShop()
const YEAR = shop.now().getUTCFullYear()
const [NOTE, INVOICE] = [`CN-${YEAR}-00000`, `INV-${YEAR}-00000`]

/** Runs the job of every minute. */
async function issueDocuments(): Promise<void> {
  await shop.app.jobs.enqueue(shop.db, { job: 'documents.issue', input: {} })
  await shop.work()
}

const listNumbers = async () =>
  (await queryRows<{ number: string }>(shop.db, sql`select number from credit_notes order by id`)).map(
    ({ number }) => number,
  )

async function listCreditNotes({ purchaseId }: CreatedOrder) {
  const { body } = await shop.get(`/shop/trackOrder/${purchaseId}`)
  return Reflect.get(Object(Reflect.get(Object(body), 'order')), 'creditNotes')
}

test('each refund gets its own credit note, on the order page, as PDF and in the accounting export', async () => {
  const created = await createSentOrder(shop)
  await refundAsOperator(created, { of: 'shipping' })
  await refundAsOperator(created, { of: 'amount', amount: 3_000 })
  await refundAsOperator(created, { of: 'amount', amount: 500 }, { byMarketplace: true })
  expect(await listCreditNotes(created)).toEqual([])
  await issueDocuments()
  const path = (place: number) => `/orders/${created.purchaseId}/credit-notes/${NOTE}${place}`
  expect(await listCreditNotes(created)).toEqual([
    { number: `${NOTE}1`, path: path(1), amount: 2.06 },
    { number: `${NOTE}2`, path: path(2), amount: 30 },
    { number: `${NOTE}3`, path: path(3), amount: 5 },
  ])
  const texts = await readPdfTexts(path(1))
  expect(texts).toEqual(
    expect.arrayContaining([`Credit note ${NOTE}1`, `Invoice ${INVOICE}1`, 'Mei Tan', 'Shipping', '$2.06']),
  )
  expect(await readPdfTexts(path(2))).toEqual(
    expect.arrayContaining([`Items from ${created.supplier.name}`, '$30.00']),
  )
  expect((await readPdfTexts(path(3))).join(' ')).toContain('Goodwill refund')
  const day = shop.now().toISOString().slice(0, 10)
  const { text } = await (await createOperator(shop)).get(`/credit-notes/${day.slice(0, 7)}`)
  const [heads, first, second] = text.replace('\u{FEFF}', '').trim().split('\r\n')
  expect(heads).toBe('credit_note,issued,invoice,order,currency,items,shipping,total,void')
  expect(first).toMatch(new RegExp(`^${NOTE}1,${day},${INVOICE}1,C-[^,]+,USD,0\\.00,2\\.06,2\\.06,no$`))
  expect(second).toMatch(/,USD,30\.00,0\.00,30\.00,no$/)
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a credit note shows no liability, commission or wholesale price', async () => {
  const created = await createSentOrder(shop)
  await shop.db.execute(sql`update supplier_order_lines set wholesale_amount = 6137`)
  await refundAsOperator(created, { of: 'all' })
  await issueDocuments()
  const texts = (await readPdfTexts(`/orders/${created.purchaseId}/credit-notes/${NOTE}1`)).join(' ')
  expect(texts).not.toMatch(/commission|wholesale|61\.37|15\.31|agreed/i)
})

test('concurrent runs issue each credit note number once and without gaps', async () => {
  for (let created = 0; created < 5; created += 1)
    await postAsGuest(shop, await createPaidOrder(shop), 'cancel')
  const now = shop.now()
  const numberings = { invoices: { prefix: 'INV', now }, creditNotes: { prefix: 'CN', now } }
  const issued = await Promise.all([1, 2, 3].map(() => issueDueCreditNotes(shop.db, numberings)))
  expect(issued.toSorted()).toEqual([0, 0, 5])
  expect(await listNumbers()).toEqual([1, 2, 3, 4, 5].map((place) => `${NOTE}${place}`))
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('invoices and credit notes with one prefix share one sequence', async () => {
  await postAsGuest(shop, await createPaidOrder(shop), 'cancel')
  const both = { prefix: 'DOC', now: shop.now() }
  await issueDueCreditNotes(shop.db, { invoices: both, creditNotes: both })
  expect(await listNumbers()).toEqual([`DOC-${YEAR}-000002`])
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('the credit note of a returned refund is void and keeps its number', async () => {
  const created = await createPaidOrder(shop)
  await postAsGuest(shop, created, 'cancel')
  await issueDocuments()
  await shop.db.execute(sql`update refund_requests set state = 'undone'`)
  const path = `/orders/${created.purchaseId}/credit-notes/${NOTE}1`
  expect((await readPdfTexts(path)).join(' ')).toContain('Void: the bank returned the money')
  const violated = (text: string) => shop.db.execute(sql.raw(text)).then(() => undefined, violatedConstraint)
  expect(await violated('delete from credit_notes')).toBe('credit_notes_only_added_to')
  expect(await violated(`update credit_notes set number = 'X'`)).toBe('credit_notes_only_added_to')
})

test('a credit note requires its purchase’s ID, and another purchase’s note is not found', async () => {
  const created = await createPaidOrder(shop)
  await postAsGuest(shop, created, 'cancel')
  await issueDocuments()
  const otherOrder = await createPaidOrder(shop)
  expect(await shop.get(`/orders/${otherOrder.purchaseId}/credit-notes/${NOTE}1`)).toMatchObject({
    status: 404,
    body: { code: 'credit_note_not_found' },
  })
  expect((await shop.get(`/orders/pur_0/credit-notes/${NOTE}1`)).body).toMatchObject({
    code: 'order_not_found',
  })
  expect(await readAllRefunds(shop)).toHaveLength(1)
})

async function readPdfTexts(path: string): Promise<string[]> {
  const answer = await shop.app.http.request(SHOP_URL + path)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return extractPdfTexts(new Uint8Array(await answer.arrayBuffer()))
}
