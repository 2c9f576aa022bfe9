import { beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/shop/database.ts'
import { findOrCreateSupplier } from '#features/catalogue/suppliers/service.ts'
import { importTestFile, type TestImport } from '#tests/steps/import-file.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { openFixture } from '../import/fixtures/read-products.ts'
import { withImportLock } from '../import/write/staging-queries.ts'
import type { FeedSource } from '../import/read/feed-source.ts'

const { db, pool, reset } = await createTestDatabase()
beforeEach(reset)

/** The job that fetches linked pictures. */
const FETCH_PICTURES_JOB = 'catalog.fetch-pictures'

type ImportOptions = Readonly<{ supplier?: string; now?: Date; enqueue?: Enqueue }>

/** Imports a file with stock counted on a fixed day, for the named supplier. */
async function importText(content: string | FeedSource, options: ImportOptions = {}): Promise<TestImport> {
  const { supplier: name = 'Supplier', ...more } = options
  const { supplier, warehouse } = await findOrCreateSupplier(db, { name, country: 'US' })
  const owner = { supplierId: supplier.id, warehouseId: warehouse.id }
  const day = new Date('2026-06-01')
  return importTestFile(db, { ...owner, content, asOf: day, now: day, ...more })
}

const getCounts = ({ created, updated, unchanged, refusedCount }: TestImport) => [
  created,
  updated,
  unchanged,
  refusedCount,
]

async function select(text: string): Promise<Record<string, unknown>[]> {
  return (await pool.query<Record<string, unknown>>(text)).rows
}

/** Returns all rows that an import writes, with their versions: equal results mean that no row was written. */
const readAllRows = () =>
  select(`select 'p' as t, id, xmin::text, to_jsonb(p) as row from products p union all
    select 'v', id, xmin::text, to_jsonb(v) from product_variants v union all
    select 'i', id, xmin::text, to_jsonb(i) from product_images i order by 1, 2`)

const HEADER =
  'Handle,Title,Body (HTML),Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price,Variant Inventory Tracker,Variant Inventory Qty,Image Src,Status\n'
const RING =
  'ring,Ring,<p>Old</p>,Ring,Size,6,R6,10,,shopify,1,https://a.example/1.jpg,active\nring,,,,,7,R7,12,15,shopify,2,https://a.example/2.jpg,\n'
const PIN = 'pin,Pin,,Brooch,,,P1,20,,shopify,5,,active\n'
test('a file without costs keeps the wholesale price that the supplier entered', async () => {
  await importText(HEADER + RING)
  await pool.query(`update product_variants set wholesale_amount = 700 where sku = 'R6'`)
  await importText(HEADER + RING.replace('R6,10', 'R6,11'))
  expect(
    await select(`select price_amount, wholesale_amount from product_variants where sku = 'R6'`),
  ).toEqual([{ price_amount: 1_100, wholesale_amount: 700 }])
})

test('an imported product has everything that lists and pages need, and is listed', async () => {
  expect(getCounts(await importText(HEADER + RING))).toEqual([1, 0, 0, 0])
  const [product] = await select(
    `select p.*, c.name as category from products p join categories c on c.id = p.category_id`,
  )
  expect(product).toMatchObject({
    external_key: 'ring',
    name: 'Ring',
    category: 'Rings',
    is_listed: true,
    summary: 'Old',
    description_html: '<p>Old</p>',
    sku: 'R6',
    price_amount: 1000,
    offer_amount: null,
    stock: 3,
    variant_count: 2,
  })
  expect(
    await select('select sku, position, price_amount, offer_amount, stock from product_variants order by id'),
  ).toEqual([
    { sku: 'R6', position: 0, price_amount: 1000, offer_amount: null, stock: 1 },
    { sku: 'R7', position: 1, price_amount: 1500, offer_amount: 1200, stock: 2 },
  ])
  expect(await select('select sum(n) as n from product_buckets_now where scope = 0')).toEqual([{ n: '1' }])
})

test('importing the same file again writes no row', async () => {
  await importText(openFixture('shopify-messy.csv'))
  const before = await readAllRows()
  const again = await importText(openFixture('shopify-messy.csv'))
  expect(getCounts(again)).toEqual([0, 0, 4, 3])
  expect(await readAllRows()).toEqual(before)
})

test('importing a changed file writes only the changed rows', async () => {
  await importText(HEADER + RING + PIN)
  const before = await readAllRows()
  const changed = HEADER + RING.replace('R7,12,15', 'R7,13,15').replace('/1.jpg', '/3.jpg') + PIN
  expect(getCounts(await importText(changed, { now: new Date('2026-06-02') }))).toEqual([0, 1, 1, 0])
  const changedRows = (await readAllRows()).filter(
    (row) =>
      !before.some((old) => old['t'] === row['t'] && old['id'] === row['id'] && old['xmin'] === row['xmin']),
  )
  const names = changedRows.map(({ t, row }) => [t, Object(row).external_key ?? Object(row).source_url])
  expect(names).toEqual([
    ['i', 'https://a.example/3.jpg'],
    ['p', 'ring'],
    ['v', 'R7'],
  ])
  expect(await select('select source_url from product_images order by position')).toHaveLength(2)
})

test('a repeated import removes missing variants, adds new ones and keeps the product’s id and position', async () => {
  await importText(HEADER + RING)
  const [{ public_id: id } = {}] = await select('select public_id from products')
  const changed = HEADER + RING.replace('ring,,,,,7,R7,12,15,shopify,2', 'ring,,,,,8,R8,14,,shopify,9')
  expect(getCounts(await importText(changed))).toEqual([0, 1, 0, 0])
  expect(await select('select public_id, stock, variant_count from products')).toEqual([
    { public_id: id, stock: 10, variant_count: 2 },
  ])
  expect(await select('select sku from product_variants order by position')).toEqual([
    { sku: 'R6' },
    { sku: 'R8' },
  ])
})

test('reordering pictures does not fetch them again', async () => {
  await importText(HEADER + RING)
  await pool.query(`update product_images set state = 'ready', file_key = repeat('a', 32)`)
  let orders = 0
  const swapped = RING.replace('/1.jpg', '/x.jpg').replace('/2.jpg', '/1.jpg').replace('/x.jpg', '/2.jpg')
  await importText(HEADER + swapped, {
    enqueue: async (_tx, { job }) => void (orders += job === FETCH_PICTURES_JOB ? 1 : 0),
  })
  expect(await select('select source_url, state from product_images order by position')).toEqual([
    { source_url: 'https://a.example/2.jpg', state: 'ready' },
    { source_url: 'https://a.example/1.jpg', state: 'ready' },
  ])
  expect(orders).toBe(0)
})

test('products that are missing in the file are not changed', async () => {
  await importText(HEADER + RING + PIN)
  expect(getCounts(await importText(HEADER + PIN))).toEqual([0, 0, 1, 0])
  expect(await select('select external_key from products order by id')).toEqual([
    { external_key: 'ring' },
    { external_key: 'pin' },
  ])
})

test('an unreadable row removes no variant of an existing product', async () => {
  await importText(HEADER + RING + PIN)
  const broken = HEADER + RING.replace('ring,,,,,7', '"ring,,,,,7') + PIN
  expect(getCounts(await importText(broken))[3]).toBe(1)
  expect(await select('select sku from product_variants order by id')).toEqual([
    { sku: 'R6' },
    { sku: 'R7' },
    { sku: 'P1' },
  ])
})

test('a product with another product’s SKU is refused until the other product has changed its SKU', async () => {
  const other = 'other,Other,,Ring,,,P1,20,,shopify,5,,active\n'
  const first = await importText(HEADER + PIN + other)
  expect(getCounts(first)).toEqual([1, 0, 0, 1])
  expect(first.refused).toMatchObject([
    { key: 'other', reason: 'The SKU P1 is in the file twice: “Pin” has it, too.' },
  ])
  expect(getCounts(await importText(HEADER + PIN.replace('P1', 'P2') + other))).toEqual([1, 1, 0, 0])
  const moved = HEADER + other.replace('P1', 'P2') + PIN.replace('P1', 'P3')
  expect(getCounts(await importText(moved))).toEqual([0, 2, 0, 0])
  expect(await select('select sku from product_variants order by sku')).toEqual([
    { sku: 'P2' },
    { sku: 'P3' },
  ])
  expect(getCounts(await importText(HEADER + PIN, { supplier: 'Someone else' }))).toEqual([1, 0, 0, 0])
})

test('a supplier has one import at a time, independently of other suppliers', async () => {
  const { supplier } = await findOrCreateSupplier(db, { name: 'Supplier', country: 'US' })
  await withImportLock(db, { supplierId: supplier.id }, async () => {
    await expect(importText(HEADER + RING)).rejects.toMatchObject({ code: 'import_running' })
    expect(getCounts(await importText(HEADER + RING, { supplier: 'Other' }))).toEqual([1, 0, 0, 0])
  })
  expect(getCounts(await importText(HEADER + PIN))).toEqual([1, 0, 0, 0])
})

test('an import releases its lock and resets the statement timeout, also after a failure', async () => {
  const countLocks = async () =>
    (
      await pool.query(`select count(*)::int as n from pg_locks where locktype = 'advisory' and database =
      (select oid from pg_database where datname = current_database())`)
    ).rows[0].n
  await importText(HEADER + RING)
  await expect.poll(countLocks).toBe(0)
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  const limits = await Promise.all(clients.map((client) => client.query('show statement_timeout')))
  for (const client of clients) client.release()
  expect(limits.map(({ rows: [row] }) => row.statement_timeout)).toEqual(clients.map(() => '30s'))
  const failing = { enqueue: () => Promise.reject(new Error('killed')) }
  await expect(importText(HEADER + RING.replaceAll('1.jpg', '3.jpg'), failing)).rejects.toThrow('killed')
  await expect.poll(countLocks).toBe(0)
  expect(getCounts(await importText(HEADER + RING))).toEqual([0, 0, 1, 0])
})

test('picture downloads are enqueued in the transaction that adds the pictures', async () => {
  const pictureCounts: number[] = []
  await importText(HEADER + RING + PIN, {
    enqueue: async (tx, { job }) => {
      if (job !== FETCH_PICTURES_JOB) return
      const found = await tx.execute(`select count(*)::int as n from product_images`)
      pictureCounts.push(Number(found.rows[0]?.['n']))
    },
  })
  expect(pictureCounts).toEqual([2])
})

test('WooCommerce variations far from their parent, and of grouped products, are imported with it', async () => {
  expect(getCounts(await importText(openFixture('woo-messy.csv')))).toEqual([6, 0, 0, 2])
  expect(
    await select(`select p.name, array_agg(v.sku order by v.position) as skus from products p
      join product_variants v on v.product_id = p.id group by p.id having count(*) > 1 order by p.id`),
  ).toEqual([
    { name: 'Leaf Cuff & Chain', skus: ['CUFF-G', 'CUFF-S'] },
    { name: 'Ring Band', skus: ['TEE-B7', 'TEE-R-6', 'TEE-R-7'] },
  ])
  expect(await select(`select price_amount, offer_amount from products where name = 'Leaf Set'`)).toEqual([
    { price_amount: 11300, offer_amount: 9200 },
  ])
})

test('values that the import assumes are noted with their lines', async () => {
  const untracked = 'cuff,Thing,,,,,C1,30,,,,,active\n'
  const { notes, refused } = await importText(HEADER + PIN + untracked)
  expect(notes).toEqual([
    'Stock is not tracked: 100 units assumed.',
    'The category is unclear: filed under Charms.',
  ])
  expect(refused).toEqual([])
  expect(await select('select title, notes from product_import_items where notes is not null')).toEqual([
    {
      title: 'Thing',
      notes: [
        { line: 3, text: 'Stock is not tracked: 100 units assumed.' },
        { line: 3, text: 'The category is unclear: filed under Charms.' },
      ],
    },
  ])
  // A file without those columns keeps the stored values, so nothing is assumed.
  const { notes: again } = await importText('Handle,Title,Variant SKU,Variant Price\ncuff,Thing,C1,31\n')
  expect(again).toEqual([])
})

test('barcodes are stored as GTINs, an invalid one is noted, and a file without the column keeps them', async () => {
  const header = 'Handle,Title,Type,Variant SKU,Variant Price,Status'
  const row = (sku: string, barcode: string) => `${sku},Ring ${sku},Ring,${sku},10,active,${barcode}\n`
  const file = `${header},Variant Barcode\n${row('A', '6291041500213')}${row('B', '6291041500214')}${row('C', 'SHELF-7')}`
  const readGtins = () => select('select sku, gtin from product_variants order by sku')
  const { notes } = await importText(file)
  expect(notes).toContain(
    'The barcode 6291041500214 is not a GTIN: its length or check digit is wrong, so it was left out.',
  )
  const stored = [
    { sku: 'A', gtin: '06291041500213' },
    { sku: 'B', gtin: null },
    { sku: 'C', gtin: null },
  ]
  expect(await readGtins()).toEqual(stored)
  expect(getCounts(await importText(file))).toEqual([0, 0, 3, 0])
  const woo =
    'ID,Type,SKU,Name,Published,Regular price,"GTIN, UPC, EAN, or ISBN"\n7,simple,W7,Woo ring,1,30,036000291452\n'
  await importText(woo)
  await importText(`${header}\nA,Ring A,Ring,A,11,active\n`)
  expect(await readGtins()).toEqual([...stored, { sku: 'W7', gtin: '00036000291452' }])
})

test('surrogate pairs, NUL and control characters do not break an import', async () => {
  const unusualRow = `x,${'😀'.repeat(150)}${'\u0000'}\u202e,"<p>${'💎'.repeat(90)}&#0;&#xD800;</p>",Ring,Size,💍,😀,5,,shopify,1,https://a.example/💍.jpg,active\n`
  expect(getCounts(await importText(HEADER + unusualRow))).toEqual([1, 0, 0, 0])
  expect(await select('select name, sku from products')).toEqual([{ name: '😀'.repeat(100), sku: '😀' }])
  expect(getCounts(await importText(HEADER + unusualRow))).toEqual([0, 0, 1, 0])
})
