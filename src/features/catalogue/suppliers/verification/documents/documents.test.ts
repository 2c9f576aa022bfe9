import sharp from 'sharp'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { addMs, DAY } from '#core/time.ts'
import { inTransaction, queryRows } from '#database/database.ts'
import { createPicture } from '#tests/access/access-test-data.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier, type CreatedSupplier } from '#tests/shop/factories.ts'
import { createTestShop, SHOP_URL } from '#tests/shop/shop.ts'
import { createOperator, expectSuccess } from '#tests/steps/payouts.ts'
import { closeStore, exportStore } from '../../service.ts'
import type { VerificationData } from '../contract.ts'
import { deleteExpiredDocuments } from './documents.ts'

const shop = await createTestShop()
const { db } = shop
const PDF = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< >>\n%%EOF\n'

let store: CreatedSupplier
let owner: CreatedAccount
let operator: Awaited<ReturnType<typeof createOperator>>
beforeEach(async () => {
  store = await createTestSupplier(db)
  const options = { type: 'manufacturer', owns: store, withPassword: true } as const
  owner = await createSignedInAccount(db, shop.now(), options)
  operator = await createOperator(shop)
})

const request = (path: string, init: RequestInit) => shop.app.http.request(SHOP_URL + path, init)

async function upload(content: string | Uint8Array<ArrayBuffer> = PDF, name = 'Extract.pdf') {
  const body = typeof content === 'string' ? Uint8Array.from(Buffer.from(content, 'latin1')) : content
  const path = `/supplier/verification/company/documents?name=${encodeURIComponent(name)}`
  const answer = await request(path, { method: 'POST', headers: owner.headers, body })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const state = () =>
  shop.post(
    '/supplier/verification/company',
    { statement: 'Kallang Fine Pte Ltd', isCorrect: true },
    owner.headers,
  )

async function readItem() {
  const { body } = await expectSuccess(shop.get('/supplier/verification', owner.headers))
  const item = (body as { verification: VerificationData }).verification.items.find(
    (one) => one.item === 'company',
  )
  if (!item) throw new Error('the item is missing')
  return item
}

/** Adds a document to a statement; returns its ID. */
async function addDocument(content?: Uint8Array<ArrayBuffer>): Promise<string> {
  await expectSuccess(state())
  expect(await upload(content)).toMatchObject({ status: 200 })
  const id = (await readItem()).documents.at(-1)?.id
  if (id === undefined) throw new Error('the document is missing')
  return id
}

const open = (id: string, headers: Record<string, string>) =>
  request(`/verification-documents/${id}`, { headers })

const approve = (version: number) =>
  operator.post(`/store-verification/${store.publicId}/company`, { decision: 'approved', version })

test('a document added to a statement requires a new review, and opening it is logged for the store', async () => {
  await expectSuccess(state())
  await expectSuccess(approve(1))
  expect(await upload()).toMatchObject({ status: 200 })
  const item = await readItem()
  expect(item).toMatchObject({
    status: 'attested',
    version: 2,
    documents: [{ name: 'Extract.pdf', type: 'pdf', size: PDF.length, deletedAt: null }],
  })
  const answer = await open(item.documents[0]?.id ?? '', operator.headers)
  expect(await answer.text()).toBe(PDF)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const { body } = await expectSuccess(shop.get('/supplier/activity', owner.headers))
  expect(body).toMatchObject({
    entries: expect.arrayContaining([
      expect.objectContaining({
        action: 'Opened a document for the company and register number',
        role: 'operator',
      }),
    ]),
  })
  expect(JSON.stringify(body)).not.toContain('Extract.pdf')
})

test('a picture is re-encoded without metadata', async () => {
  const photo = await sharp(await createPicture())
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .jpeg()
    .toBuffer()
  const id = await addDocument(Uint8Array.from(photo))
  const served = await (await open(id, owner.headers)).arrayBuffer()
  const metadata = await sharp(served).metadata()
  expect([metadata.format, metadata.exif]).toEqual(['webp', undefined])
})

test.each([
  ['is no document', '<svg onload="alert(1)"/>', 'Choose a PDF file'],
  ['claims to be a PDF and is cut off', PDF.slice(0, 30), 'not complete'],
  ['runs a script', PDF.replace('/Catalog', '/Catalog /OpenAction << /S /JavaScript >>'), 'scripts'],
  ['carries a file', PDF.replace('/Catalog', '/Catalog /Names << /EmbeddedFiles 2 0 R >>'), 'attached files'],
  ['has a password', PDF.replace('<< >>', '<< /Encrypt 3 0 R >>'), 'password'],
  ['is a broken picture', '\xff\xd8\xff\xe0broken', 'picture'],
])('refuses a file that %s, with a message', async (_what, content, words) => {
  await expectSuccess(state())
  const { status, body } = await upload(content)
  expect([status, body['message']]).toEqual([400, expect.stringContaining(words)])
  expect((await readItem()).documents).toEqual([])
})

test('words inside a compressed stream are not mistaken for scripts', async () => {
  await expectSuccess(state())
  const withStream = PDF.replace('endobj', 'stream\n/JavaScript\nendstream\nendobj')
  expect(await upload(withStream)).toMatchObject({ status: 200 })
})

test('a file with many unterminated streams is scanned in one pass', async () => {
  await expectSuccess(state())
  const content = PDF.replace('endobj', 'stream\n'.repeat(40_000))
  const before = performance.now()
  expect(await upload(content)).toMatchObject({ status: 200 })
  // Searching for the end of each stream separately took 15 seconds, and hours for 10 MB.
  expect(performance.now() - before).toBeLessThan(3000)
})

test('finds a script whose name is hex-escaped', async () => {
  await expectSuccess(state())
  const content = PDF.replace('/Catalog', '/Catalog /OpenAction << /S /J#61va#53cript >>')
  const { status, body } = await upload(content)
  expect([status, body['message']]).toEqual([400, expect.stringContaining('scripts')])
})

test('a document requires a statement, and an item has at most five', async () => {
  expect(await upload()).toMatchObject({ status: 409, body: { code: 'statement_missing' } })
  await expectSuccess(state())
  const uploads = await Promise.all(Array.from({ length: 6 }, () => upload()))
  expect(uploads.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 409])
  expect((await readItem()).documents).toHaveLength(5)
})

test('another store, a shopper and a guest cannot open or remove a document', async () => {
  const id = await addDocument()
  const options = { type: 'manufacturer', owns: await createTestSupplier(db) } as const
  const other = await createSignedInAccount(db, shop.now(), options)
  const shopper = await createSignedInAccount(db, shop.now())
  const statuses = [other.headers, shopper.headers, {}].map(
    async (headers) => (await open(id, headers)).status,
  )
  expect(await Promise.all(statuses)).toEqual([404, 403, 401])
  const removal = await shop.post(`/verification-documents/${id}/remove`, {}, other.headers)
  expect(removal).toMatchObject({ status: 404, body: { code: 'document_not_found' } })
})

test('removing a document deletes its file, and the item is reviewed again', async () => {
  const id = await addDocument()
  const { version } = await readItem()
  await expectSuccess(approve(version))
  await expectSuccess(shop.post(`/verification-documents/${id}/remove`, {}, owner.headers))
  expect(await readItem()).toMatchObject({ status: 'attested', documents: [] })
  expect((await open(id, owner.headers)).status).toBe(404)
  await shop.app.jobs.drain()
  expect(await shop.files.has(`verification/${id.slice(-2)}/${id}.pdf`)).toBe(false)
})

test('files are deleted 30 days after review, or 180 days after upload, and the approval remains', async () => {
  const reviewed = await addDocument()
  await expectSuccess(approve((await readItem()).version))
  const sweep = (days: number) => deleteExpiredDocuments(db, shop.files, addMs(shop.now(), days * DAY))
  await sweep(29)
  expect((await open(reviewed, owner.headers)).status).toBe(200)
  expect(await sweep(31)).toBeGreaterThan(0)
  expect((await open(reviewed, owner.headers)).status).toBe(404)
  expect(await readItem()).toMatchObject({
    status: 'verified',
    documents: [{ name: '', deletedAt: expect.any(String) }],
  })
  const undecided = await addDocument()
  await sweep(179)
  expect((await open(undecided, owner.headers)).status).toBe(200)
  await sweep(181)
  expect((await open(undecided, owner.headers)).status).toBe(404)
})

test('documents are in the data export of a store, and deleted with it', async () => {
  await addDocument()
  expect(JSON.stringify(await exportStore(db, owner.id))).toContain('Extract.pdf')
  await inTransaction(db, (tx) => closeStore(tx, { ownerId: owner.id, enqueue: shop.app.jobs.enqueue }))
  const rows = await queryRows(db, sql`select id from verification_documents where supplier_id = ${store.id}`)
  expect(rows).toEqual([])
})
