import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY } from '#core/time.ts'
import { createSession, createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop, SHOP_URL } from '#tests/shop/shop.ts'
import { extractPdfTexts } from '#tests/oracles/pdf-text.ts'
import { createOperator, createPayableSupplier, expectSuccess, releaseBalance } from '#tests/steps/payouts.ts'
import { refundAsOperator } from '#tests/steps/refunds.ts'
import { createSentOrder } from '#tests/steps/supplier-orders.ts'
import type { SupplierDocumentData } from './contract.ts'

const shop = await createTestShop()

const headersOf = async ({ id }: CreatedAccount) => (await createSession(shop.db, id, shop.now())).headers

async function list(account: CreatedAccount, query = '') {
  const { body } = await expectSuccess(shop.get(`/supplier/documents${query}`, await headersOf(account)))
  return body as { documents: SupplierDocumentData[]; total: number; pages: number }
}

/** Creates an order whose shipping was refunded, with its credit note issued. */
async function createCredited() {
  const payable = await createPayableSupplier(shop)
  const created = await createSentOrder(shop, { like: payable })
  await refundAsOperator(created, { of: 'shipping' })
  await shop.app.jobs.enqueue(shop.db, { job: 'documents.issue', input: {} })
  await shop.work()
  return created
}

test('a supplier finds statements and credit notes by kind, number and order, newest first', async () => {
  const { owner, supplier, id } = await createCredited()
  await releaseBalance(shop, supplier, 6_000)
  shop.passTime(4 * DAY)
  await expectSuccess((await createOperator(shop)).post('/payouts/sweep'))

  const { documents, total } = await list(owner)
  expect(total).toBe(2)
  expect(documents).toMatchObject([
    { kind: 'statement', amount: 60, currency: 'USD', order: null, isVoid: false },
    { kind: 'credit_note', amount: 2.06, order: { id }, isVoid: false },
  ])
  const [statement, note] = documents
  expect(await list(owner, '?kind=credit_note')).toMatchObject({ documents: [note], total: 1 })
  expect(await list(owner, `?search=${statement?.number.slice(2, 12).toLowerCase()}`)).toMatchObject({
    documents: [statement],
  })
  expect(await list(owner, `?search=${note?.order?.number}`)).toMatchObject({ documents: [note] })
  expect(await list(owner, '?search=%25')).toMatchObject({ documents: [], total: 0 })
  expect(await list(owner, '?page=2')).toMatchObject({ documents: [], total: 2 })
  for (const { path } of documents)
    expect((await readPdf(path, owner)).join(' ')).toContain(path === note?.path ? '$2.06' : '$60.00')
})

test('a supplier’s credit note does not name the buyer, and is not found by another supplier', async () => {
  const { owner } = await createCredited()
  const [note] = (await list(owner)).documents
  const texts = (await readPdf(note?.path ?? '', owner)).join(' ')
  expect(texts).toContain(`Credit note ${note?.number}`)
  expect(texts).not.toMatch(/Mei|Tan|Pagar|shopper/)
  const other = await createSignedInAccount(shop.db, shop.now(), {
    type: 'manufacturer',
    owns: await createTestSupplier(shop.db),
  })
  expect(await list(other)).toMatchObject({ documents: [], total: 0 })
  expect((await shop.get(note?.path ?? '', await headersOf(other))).body).toMatchObject({
    code: 'credit_note_not_found',
  })
})

test('a thousand credit notes are paged in twenty pages', async () => {
  const { owner } = await createCredited()
  await shop.db.execute(sql`
    with copies as (
      insert into refund_requests overriding system value
      select (jsonb_populate_record(r, jsonb_build_object('id', r.id + n, 'public_id', r.public_id || n, 'key', r.key || n))).*
      from refund_requests r cross join generate_series(1, 999) n returning id)
    insert into credit_notes (refund_id, series, place, number, issued_at)
    select c.id, t.series, t.place + row_number() over (), 'CN-TEST-' || c.id, t.issued_at
    from copies c cross join (select * from credit_notes limit 1) t`)
  expect(await list(owner, '?page=20')).toMatchObject({ total: 1_000, pages: 20 })
  expect((await list(owner, '?page=20')).documents).toHaveLength(50)
})

async function readPdf(path: string, owner: CreatedAccount): Promise<string[]> {
  const response = await shop.app.http.request(`${SHOP_URL}${path}`, { headers: await headersOf(owner) })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return extractPdfTexts(new Uint8Array(await response.arrayBuffer()))
}
