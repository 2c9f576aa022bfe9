import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createSupplierAccount, createImportSteps } from '#tests/steps/product-imports.ts'
import { getField } from '#tests/steps/chat.ts'
import { createTestShop, SHOP_URL } from '#tests/shop/shop.ts'

const shop = await createTestShop()
const { db, files } = shop
const { send, post, readItems, plan, apply, exportCsv } = createImportSteps(shop)

const HEADER =
  'Handle,Title,Body (HTML),Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price,Variant Inventory Tracker,Variant Inventory Qty,Image Src,Cost per item,Status\n'
const RING =
  'ring,Moss ring,<p>Old</p>,Rings,Size,6,R6,10,,shopify,1,https://a.example/1.jpg,4,active\nring,,,,,7,R7,12,15,shopify,2,https://a.example/2.jpg,,\n'
const PIN = 'pin,Bar pin,,Brooches,,,P1,20,,shopify,5,,,active\n'

const countImports = async () =>
  (await queryRows<{ n: number }>(db, sql`select count(*)::int as n from product_imports`))[0]?.n

test('detects and reports the encoding, and accepts the named one where it is ambiguous', async () => {
  const account = await createSupplierAccount(shop)
  const latin = Buffer.from(
    `${HEADER}r,Anneau d’été doré,<p>Collier façonné à la main créé près de la forêt</p>,Rings,,,E1,10,,shopify,1,,,active\n`.replace(
      '’',
      "'",
    ),
    'latin1',
  )
  const detected = await plan(account, latin)
  expect(detected).toMatchObject({ encoding: 'Windows-1252', counts: { created: 1 } })
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(HEADER + PIN, 'utf16le')])
  expect(await plan(account, wide)).toMatchObject({ encoding: 'UTF-16', counts: { created: 1 } })
  const unclear = Buffer.concat([
    Buffer.from(HEADER + 'x,Ring '),
    Buffer.from([0xf8, 0xe1]),
    Buffer.from(',,Rings,,,E2,1,,,,,,\n'),
  ])
  const answer = await send(account, unclear)
  expect([answer.status, getField(answer, 'code')]).toEqual([400, 'unknown_encoding'])
  expect(await plan(account, unclear, { encoding: 'windows-1251' })).toMatchObject({
    encoding: 'Windows-1251',
  })
})

test('formulas in cells are imported and exported as text', async () => {
  const account = await createSupplierAccount(shop)
  const planned = await plan(
    account,
    `${HEADER}f,"=HYPERLINK(""http://evil.example"",""Ring"")",,Rings,,,'-F1,10,,shopify,1,,,active\n`,
  )
  const [item] = await readItems(account, planned.id, 'created')
  expect(item?.title).toBe('=HYPERLINK("http://evil.example","Ring")')
  await apply(account, planned.id)
  const csv = await exportCsv(account)
  expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"",""Ring"")"`)
  expect(csv).toContain(",'-F1,")
  expect((await plan(account, csv)).counts).toMatchObject({ unchanged: 1, changed: 0, created: 0 })
})

test('refuses a file that is too large, by its Content-Length or while it is received, and stores nothing', async () => {
  const account = await createSupplierAccount(shop)
  const request = (init: RequestInit & { duplex?: 'half' }) =>
    shop.app.http.request(`${SHOP_URL}/supplier/imports?name=big.csv`, { method: 'POST', ...init })
  const stated = await request({
    headers: { ...account.headers, 'content-length': '200000001' },
    body: HEADER,
  })
  expect(stated.status).toBe(413)
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1
      controller.enqueue(new Uint8Array(4_000_000).fill(0x61))
    },
  })
  const streamed = await request({ headers: account.headers, body: endless, duplex: 'half' })
  expect(streamed.status).toBe(413)
  expect(sent).toBeLessThan(60)
  expect(await countImports()).toBe(0)
})

test('refuses a file without products, and stores nothing', async () => {
  const account = await createSupplierAccount(shop)
  for (const content of ['', 'PK\u0003\u0004 spreadsheet', '{"products": []}', 'one column\n1\n'])
    expect(getField(await send(account, content), 'code')).toBe('unknown_feed')
  expect(await countImports()).toBe(0)
  const empty = await plan(account, HEADER)
  expect(empty).toMatchObject({
    state: 'failed',
    failure: 'The file has a header but no rows. Choose another file.',
  })
  const many = await plan(account, HEADER + 'x,Ring,,Rings,,,X,1,,,,,,\n'.repeat(100_001))
  expect(many).toMatchObject({
    state: 'failed',
    failure: 'The file has more than 100,000 rows. Split it and import the parts.',
  })
})

test('another store’s import is not found', async () => {
  const [account, other] = [await createSupplierAccount(shop), await createSupplierAccount(shop)]
  const { id } = await plan(account, HEADER + RING)
  expect((await shop.get(`/supplier/imports/${id}`, other.headers)).status).toBe(404)
  expect((await shop.get(`/supplier/imports/${id}/items`, other.headers)).status).toBe(404)
  for (const action of ['plan', 'apply', 'cancel'])
    expect((await post(other, `${id}/${action}`)).body).toMatchObject({ code: 'import_not_found' })
  expect(getField(await shop.get('/supplier/imports', other.headers), 'total')).toBe(0)
  // The same products in another store are separate.
  expect((await plan(other, HEADER + RING)).counts).toMatchObject({ created: 1, conflicts: 0 })
})

test('imports older than 30 days are deleted with their files', async () => {
  const account = await createSupplierAccount(shop)
  const { id } = await plan(account, HEADER + RING)
  expect(await files.has(`imports/${id}`)).toBe(true)
  shop.passTime(31 * 24 * 3_600_000)
  await shop.app.jobs.enqueue(db, { job: 'catalog.delete_imports', input: {} })
  await shop.work()
  expect(await files.has(`imports/${id}`)).toBe(false)
  expect(await countImports()).toBe(0)
})
