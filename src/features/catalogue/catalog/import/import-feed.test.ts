import { beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/shop/database.ts'
import { findOrCreateSupplier } from '#features/catalogue/suppliers/service.ts'
import { createFeed, openFixture } from './fixtures/read-products.ts'
import { importFeed, type ImportRequest } from './import-feed.ts'
import { formatReport, type ImportReport } from './import-report.ts'

const { db, pool, reset } = await createTestDatabase()
beforeEach(reset)

type ImportOptions = Partial<ImportRequest> & { supplier?: string }

async function importText(
  content: string | ImportRequest['source'],
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { supplier: name = 'Supplier', ...order } = options
  const { supplier, warehouse } = await findOrCreateSupplier(db, { name, country: 'US' })
  return importFeed(db, {
    supplierId: supplier.id,
    warehouseId: warehouse.id,
    source: typeof content === 'string' ? createFeed(content) : content,
    asOf: new Date('2026-06-01'),
    now: new Date('2026-06-01'),
    enqueuePictures: async () => undefined,
    ...order,
  })
}

const getCounts = ({ created, updated, unchanged, refusedCount }: ImportReport) => [
  created,
  updated,
  unchanged,
  refusedCount,
]

async function select(text: string): Promise<Record<string, unknown>[]> {
  return (await pool.query<Record<string, unknown>>(text)).rows
}

/** Everything an import writes, with the versions of the rows: equal means that no row was touched. */
const readAllRows = () =>
  select(`select 'p' as t, id, xmin::text, to_jsonb(p) as row from products p union all
    select 'v', id, xmin::text, to_jsonb(v) from product_variants v union all
    select 'i', id, xmin::text, to_jsonb(i) from product_images i order by 1, 2`)

const HEADER =
  'Handle,Title,Body (HTML),Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price,Variant Inventory Tracker,Variant Inventory Qty,Image Src\n'
const RING =
  'ring,Ring,<p>Old</p>,Ring,Size,6,R6,10,,shopify,1,https://a.example/1.jpg\nring,,,,,7,R7,12,15,shopify,2,https://a.example/2.jpg\n'
const PIN = 'pin,Pin,,Brooch,,,P1,20,,shopify,5,\n'
const rows = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `h${n},Ring ${n},,Ring,,,S${n},${n + 1},,shopify,1,https://a.example/${n}.jpg\n`,
  ).join('')

test('a feed without costs leaves the wholesale price that the supplier wrote', async () => {
  await importText(HEADER + RING)
  await pool.query(`update product_variants set wholesale_amount = 700 where sku = 'R6'`)
  await importText(HEADER + RING.replace('R6,10', 'R6,11'))
  expect(
    await select(`select price_amount, wholesale_amount from product_variants where sku = 'R6'`),
  ).toEqual([{ price_amount: 1_100, wholesale_amount: 700 }])
})

test('a product goes in with all that lists and pages need, and is listed', async () => {
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

test('the same file again touches no row', async () => {
  await importText(openFixture('shopify-messy.csv'))
  const before = await readAllRows()
  const again = await importText(openFixture('shopify-messy.csv'))
  expect(getCounts(again)).toEqual([0, 0, 4, 3])
  expect(await readAllRows()).toEqual(before)
})

test('a changed file changes just what changed', async () => {
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

test('pictures change their order without being fetched again', async () => {
  await importText(HEADER + RING)
  await pool.query(`update product_images set state = 'ready', file_key = repeat('a', 32)`)
  let orders = 0
  const swapped = RING.replace('/1.jpg', '/x.jpg').replace('/2.jpg', '/1.jpg').replace('/x.jpg', '/2.jpg')
  await importText(HEADER + swapped, { enqueuePictures: async () => void (orders += 1) })
  expect(await select('select source_url, state from product_images order by position')).toEqual([
    { source_url: 'https://a.example/2.jpg', state: 'ready' },
    { source_url: 'https://a.example/1.jpg', state: 'ready' },
  ])
  expect(orders).toBe(0)
})

test('products that the file no longer has stay, and a sold product is not put back by the same file', async () => {
  await importText(HEADER + RING + PIN)
  await pool.query(`update product_variants set stock = 0 where sku = 'P1'`)
  expect(getCounts(await importText(HEADER + PIN))).toEqual([0, 0, 1, 0])
  expect(await select('select external_key from products order by id')).toEqual([
    { external_key: 'ring' },
    { external_key: 'pin' },
  ])
  expect(await select(`select stock from product_variants where sku = 'P1'`)).toEqual([{ stock: 0 }])
})

test('an unreadable row takes no variant away from a product that is there', async () => {
  await importText(HEADER + RING + PIN)
  const broken = HEADER + RING.replace('ring,,,,,7', '"ring,,,,,7') + PIN
  expect(getCounts(await importText(broken))[3]).toBe(1)
  expect(await select('select sku from product_variants order by id')).toEqual([
    { sku: 'R6' },
    { sku: 'R7' },
    { sku: 'P1' },
  ])
})

test('a SKU of another product refuses the later product, and may move to it once the first has let it go', async () => {
  const other = 'other,Other,,Ring,,,P1,20,,shopify,5,\n'
  const first = await importText(HEADER + PIN + other)
  expect(getCounts(first)).toEqual([1, 0, 0, 1])
  expect(first.refused).toMatchObject([
    { externalKey: 'other', reason: 'the SKU P1 already belongs to “Pin”' },
  ])
  expect(getCounts(await importText(HEADER + PIN.replace('P1', 'P2') + other))).toEqual([1, 1, 0, 0])
  expect(getCounts(await importText(HEADER + PIN, { supplier: 'Someone else' }))).toEqual([1, 0, 0, 0])
})

test('more than half refused stops before anything is written, unless it is forced', async () => {
  const invalidFeed = `${HEADER}${PIN}a,A,,Ring,,,A,free,,,,\nb,,,Ring,,,B,5,,,,\n`
  const report = await importText(invalidFeed)
  expect(report.stopped).toBe('Nothing was imported: 2 of 3 products would be refused, more than half.')
  expect(getCounts(report)).toEqual([0, 0, 0, 2])
  expect(await readAllRows()).toEqual([])
  expect(getCounts(await importText(invalidFeed, { isForced: true }))).toEqual([1, 0, 0, 2])
})

test('an import killed after its first batch is finished by running it again, in the order of the file', async () => {
  const feed = HEADER + rows(1_100)
  const abortedImport = importText(feed, {
    onProgress: ({ phase, done }) => {
      if (phase === 'writing' && done === 500) throw new Error('killed')
    },
  })
  await expect(abortedImport).rejects.toThrow('killed')
  expect(await select('select count(*)::int as n from products')).toEqual([{ n: 500 }])
  expect(getCounts(await importText(feed))).toEqual([600, 0, 500, 0])
  const keys = await select('select external_key from products order by id')
  expect(keys.map((row) => row['external_key'])).toEqual(Array.from({ length: 1_100 }, (_, n) => `h${n}`))
  expect(await select('select count(*)::int as n from import_parts')).toEqual([{ n: 0 }])
})

test('one import of a supplier at a time; another supplier is not held up', async () => {
  const reading = Promise.withResolvers<void>()
  const resume = Promise.withResolvers<void>()
  let opened = 0
  const slow = {
    name: 'slow.csv',
    async *open() {
      opened += 1
      // The file is opened for its encoding, its header and then, with the supplier to itself, its rows.
      if (opened === 3) {
        reading.resolve()
        await resume.promise
      }
      yield new TextEncoder().encode(HEADER + PIN)
    },
  }
  const first = importText(slow)
  await reading.promise
  await expect(importText(HEADER + RING)).rejects.toMatchObject({ code: 'import_running' })
  expect(getCounts(await importText(HEADER + RING, { supplier: 'Other' }))).toEqual([1, 0, 0, 0])
  resume.resolve()
  expect(getCounts(await first)).toEqual([1, 0, 0, 0])
})

test('an import leaves neither a lock nor a lifted limit behind, also when it failed', async () => {
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
  const failing = { enqueuePictures: () => Promise.reject(new Error('killed')) }
  await expect(importText(HEADER + RING.replaceAll('1.jpg', '3.jpg'), failing)).rejects.toThrow('killed')
  await expect.poll(countLocks).toBe(0)
  expect(getCounts(await importText(HEADER + RING))).toEqual([0, 0, 1, 0])
})

test('pictures are ordered in the transaction that adds them', async () => {
  const pictureCounts: number[] = []
  await importText(HEADER + RING + PIN, {
    enqueuePictures: async (tx) => {
      const found = await tx.execute(`select count(*)::int as n from product_images`)
      pictureCounts.push(Number(found.rows[0]?.['n']))
    },
  })
  expect(pictureCounts).toEqual([2])
})

test('WooCommerce variations far from their parent and groups of others go in as one product', async () => {
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

test('the report lists what was refused and why, with line numbers, and ends with the totals', async () => {
  const lines = formatReport({ ...(await importText(openFixture('shopify-messy.csv'))), seconds: 0.44 })
  expect(lines).toEqual([
    'read as UTF-8, stock as of 2026-06-01 00:00 UTC',
    'refused line 9 (broken-price): the price “free” is not an amount in dollars and cents',
    'refused line 10 (no-handle-and-no-title): it has no price',
    'refused line 11: the row has no handle',
    expect.stringMatching(/^note, 1 ×: .* \(line \d+\)$/),
    expect.stringMatching(/^note, 1 ×: .* \(line \d+\)$/),
    'created 4, updated 0, unchanged 0, refused 3 (of 9 rows, 0.4 s)',
  ])
})

test('letters that need two places, NUL and whatever else a file holds go in and never stop an import', async () => {
  const unusualRow = `x,${'😀'.repeat(150)}${'\u0000'}\u202e,"<p>${'💎'.repeat(90)}&#0;&#xD800;</p>",Ring,Size,💍,😀,5,,shopify,1,https://a.example/💍.jpg\n`
  expect(getCounts(await importText(HEADER + unusualRow))).toEqual([1, 0, 0, 0])
  expect(await select('select name, sku from products')).toEqual([{ name: '😀'.repeat(100), sku: '😀' }])
  expect(getCounts(await importText(HEADER + unusualRow))).toEqual([0, 0, 1, 0])
})
