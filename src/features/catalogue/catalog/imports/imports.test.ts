import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction, queryRows } from '#database/database.ts'
import { createSupplierAccount, createImportSteps } from '#tests/steps/product-imports.ts'
import { getField } from '#tests/steps/chat.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { reserveLines } from '../service.ts'

const shop = await createTestShop()
const { db } = shop
const { send, post, read, readItems, plan, apply } = createImportSteps(shop)

const HEADER =
  'Handle,Title,Body (HTML),Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price,Variant Inventory Tracker,Variant Inventory Qty,Image Src,Cost per item,Status\n'
const RING =
  'ring,Moss ring,<p>Old</p>,Rings,Size,6,R6,10,,shopify,1,https://a.example/1.jpg,4,active\nring,,,,,7,R7,12,15,shopify,2,https://a.example/2.jpg,,\n'
const PIN = 'pin,Bar pin,,Brooches,,,P1,20,,shopify,5,,,active\n'

const count = async (table: 'products' | 'product_variants') =>
  (await queryRows<{ n: number }>(db, sql`select count(*)::int as n from ${sql.identifier(table)}`))[0]?.n

test('a plan lists new products and writes nothing until applied; planning again changes nothing', async () => {
  const account = await createSupplierAccount(shop)
  const planned = await plan(account, HEADER + RING + PIN)
  expect(planned).toMatchObject({
    state: 'planned',
    format: 'shopify',
    encoding: 'UTF-8',
    rows: 3,
    counts: { created: 2, changed: 0, unchanged: 0, conflicts: 0, refused: 0 },
  })
  expect(await count('products')).toBe(0)
  const [ring] = await readItems(account, planned.id, 'created')
  expect(ring).toMatchObject({ title: 'Moss ring', lines: { first: 2, last: 3 } })
  expect(ring?.changes).toContainEqual({
    field: 'Price',
    variant: null,
    before: null,
    after: '$10.00 to $12.00',
  })

  expect(await apply(account, planned.id)).toMatchObject({
    state: 'applied',
    counts: { applied: 2, notApplied: 0 },
    progress: { done: 2, total: 2 },
  })
  expect(await count('product_variants')).toBe(3)
  const again = await plan(account, HEADER + RING + PIN)
  expect(again.counts).toMatchObject({ created: 0, changed: 0, unchanged: 2 })
  // A plan can be applied once.
  expect((await post(account, `${planned.id}/apply`)).body).toMatchObject({ code: 'import_not_planned' })
})

test('a plan shows changes by field with old and new values, and blank or missing cells change nothing', async () => {
  const account = await createSupplierAccount(shop)
  await apply(account, (await plan(account, HEADER + RING + PIN)).id)
  const changed = (HEADER + RING + PIN)
    .replace('<p>Old</p>', '<p>New and bright</p>')
    .replace('R6,10,,shopify,1', 'R6,9,10,shopify,4')
  const planned = await plan(account, changed)
  expect(planned.counts).toMatchObject({ created: 0, changed: 1, unchanged: 1 })
  const [ring] = await readItems(account, planned.id, 'changed')
  expect(ring?.changes).toEqual([
    { field: 'Description', variant: null, before: 'Old', after: 'New and bright' },
    { field: 'Price', variant: '6', before: '$10.00', after: '$9.00' },
    { field: 'Compare-at price', variant: '6', before: null, after: '$10.00' },
    { field: 'Quantity', variant: '6', before: '1', after: '4' },
  ])
  await apply(account, planned.id)

  const sparse =
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price\nring,Moss ring,Size,6,R6,9\nring,,,7,R7,11\n'
  const partly = await plan(account, sparse)
  const [item] = await readItems(account, partly.id, 'changed')
  expect(item?.changes).toEqual([
    { field: 'Compare-at price', variant: '6', before: '$10.00', after: null },
    { field: 'Price', variant: '7', before: '$12.00', after: '$11.00' },
    { field: 'Compare-at price', variant: '7', before: '$15.00', after: null },
  ])
})

test('a plan distinguishes unreadable rows from conflicting SKUs, with line and reason', async () => {
  const account = await createSupplierAccount(shop)
  await apply(account, (await plan(account, HEADER + PIN)).id)
  const planned = await plan(
    account,
    `${HEADER}clip,Tie clip,,Brooches,,,P1,20,,shopify,5,,,active
free,Free ring,,Rings,,,F1,abc,,shopify,1,,,active
,,,,,,X1,5,,shopify,1,,,
twin,Twin ring,,Rings,,,T1,5,,shopify,1,,,active
other,Other ring,,Rings,,,T1,5,,shopify,1,,,active
`,
  )
  expect(planned.counts).toMatchObject({ created: 1, conflicts: 2, refused: 2 })
  const conflicts = await readItems(account, planned.id, 'conflicts')
  expect(conflicts.map(({ reason }) => reason)).toEqual([
    'The SKU P1 already belongs to “Bar pin”. Change it there or in the file.',
    'The SKU T1 is in the file twice: “Twin ring” has it, too.',
  ])
  const refused = await readItems(account, planned.id, 'refused')
  expect(refused.map(({ lines, reason }) => [lines.first, reason])).toEqual([
    [4, 'The row has no handle.'],
    [3, 'The price “abc” is not an amount in dollars and cents.'],
  ])
  expect(await apply(account, planned.id)).toMatchObject({ counts: { applied: 1 } })
})

test('a product edited after the plan is skipped, and can be applied after planning again', async () => {
  const account = await createSupplierAccount(shop)
  await apply(account, (await plan(account, HEADER + RING + PIN)).id)
  const planned = await plan(
    account,
    (HEADER + RING + PIN).replace('P1,20', 'P1,25').replace('R6,10', 'R6,8'),
  )
  await db.execute(
    sql`update products set name = 'Edited by hand', revision = revision + 1 where external_key = 'pin'`,
  )
  const done = await apply(account, planned.id)
  expect(done.counts).toMatchObject({ changed: 2, applied: 1, notApplied: 1 })
  const [stale] = await readItems(account, planned.id, 'not_applied')
  expect(stale).toMatchObject({
    outcome: 'stale',
    reason: 'Changed since the plan was created. Plan again.',
  })
  expect(await queryRows(db, sql`select name, price_amount as price from products order by id`)).toEqual([
    { name: 'Moss ring', price: 800 },
    { name: 'Edited by hand', price: 2000 },
  ])
  await post(account, `${planned.id}/plan`)
  await shop.work()
  expect((await read(account, planned.id)).counts).toMatchObject({ changed: 1, unchanged: 1 })
  expect((await apply(account, planned.id)).counts).toMatchObject({ applied: 1, notApplied: 0 })
})

test('an interrupted import resumes and writes each product once', async () => {
  const account = await createSupplierAccount(shop)
  const rows = Array.from(
    { length: 1_200 },
    (_, n) => `h${n},Ring ${n},,Rings,,,S${n},${n + 1},,shopify,1,https://a.example/${n}.jpg,,active\n`,
  )
  const planned = await plan(account, HEADER + rows.join(''))
  expect(planned.counts).toMatchObject({ created: 1_200 })
  // The second batch fails as a whole, as if the process died before the commit.
  await db.execute(sql`
    create function kill_import() returns trigger language plpgsql as $$
    begin raise exception 'terminated' using errcode = '57P01'; end $$`)
  await db.execute(sql`
    create trigger killed before insert on products for each row when (new.external_key = 'h700') execute function kill_import()`)
  await post(account, `${planned.id}/apply`)
  await shop.work()
  expect(await count('products')).toBe(500)
  expect(await read(account, planned.id)).toMatchObject({ state: 'applying', counts: { applied: 500 } })
  await db.execute(sql`drop function kill_import cascade`)
  await db.execute(sql`update product_imports set touched_at = now() - interval '2 minutes'`)
  await resume()
  expect(await read(account, planned.id)).toMatchObject({ state: 'applied', counts: { applied: 1_200 } })
  expect(await count('products')).toBe(1_200)
  const keys = await queryRows<{ key: string }>(db, sql`select external_key as key from products order by id`)
  expect(keys.map(({ key }) => key)).toEqual(rows.map((_, n) => `h${n}`))
  const [written] = await queryRows<{ n: number }>(db, sql`select max(revision)::int as n from products`)
  expect(written?.n).toBe(0)
})

test('a product that the database rejects does not stop the others', async () => {
  const account = await createSupplierAccount(shop)
  const planned = await plan(account, HEADER + RING + PIN)
  await db.execute(sql`alter table products add constraint no_pins check (external_key <> 'pin')`)
  try {
    const done = await apply(account, planned.id)
    expect(done).toMatchObject({ state: 'applied', counts: { applied: 1, notApplied: 1 } })
    const [item] = await readItems(account, planned.id, 'not_applied')
    expect(item).toMatchObject({
      title: 'Bar pin',
      outcome: 'rejected',
      reason: 'Something went wrong on our side with this product. Please try again, or contact support.',
    })
  } finally {
    await db.execute(sql`alter table products drop constraint no_pins`)
  }
})

test('an import cancelled before its job runs writes no product', async () => {
  const account = await createSupplierAccount(shop)
  const planned = await plan(account, HEADER + RING)
  await post(account, `${planned.id}/apply`)
  expect((await post(account, `${planned.id}/cancel`)).status).toBe(200)
  await shop.work()
  expect(await read(account, planned.id)).toMatchObject({ state: 'cancelled', counts: { applied: 0 } })
  expect(await count('products')).toBe(0)
  expect((await post(account, `${planned.id}/cancel`)).body).toMatchObject({ code: 'import_finished' })
})

test('a file of an unknown format needs a column mapping, which is remembered for the store', async () => {
  const account = await createSupplierAccount(shop)
  const csv = 'Artikel;Bezeichnung;EK Preis;Preis\nA1;Ring Ada;12,50;29,90\nA2;Kette Bea;20,00;49,00\n'
  const sent = await send(account, csv)
  const unmapped = getField<{ id: string; state: string; sample: object }>(sent, 'import')
  expect(unmapped).toMatchObject({
    state: 'unmapped',
    format: 'mapped',
    sample: {
      headers: ['Artikel', 'Bezeichnung', 'EK Preis', 'Preis'],
      rows: [
        ['A1', 'Ring Ada', '12,50', '29,90'],
        ['A2', 'Kette Bea', '20,00', '49,00'],
      ],
    },
  })
  const columns = { title: 'Bezeichnung', price: 'Preis' }
  expect((await post(account, `${unmapped.id}/plan`, { mapping: columns })).body).toMatchObject({
    code: 'column_missing',
    details: { fields: ['sku'] },
  })
  const mapping = { ...columns, sku: 'Artikel', wholesale: 'EK Preis' }
  expect((await post(account, `${unmapped.id}/plan`, { mapping })).status).toBe(200)
  await shop.work()
  expect(await read(account, unmapped.id)).toMatchObject({ state: 'planned', counts: { created: 2 } })
  await apply(account, unmapped.id)
  expect(
    await queryRows(
      db,
      sql`select v.sku, v.price_amount as price, v.wholesale_amount as wholesale, p.status
      from product_variants v join products p on p.id = v.product_id order by v.id`,
    ),
  ).toEqual([
    { sku: 'A1', price: 2990, wholesale: 1250, status: 'draft' },
    { sku: 'A2', price: 4900, wholesale: 2000, status: 'draft' },
  ])
  const again = await plan(account, csv)
  expect(again).toMatchObject({ state: 'planned', counts: { unchanged: 2, created: 0, changed: 0 } })
  const other = await createSupplierAccount(shop)
  expect(getField(await send(other, csv), 'import', 'state')).toBe('unmapped')
})

test('the wholesale price comes from its column, and from “cost per item” only if the store maps it', async () => {
  const account = await createSupplierAccount(shop)
  const planned = await plan(account, HEADER + RING)
  await apply(account, planned.id)
  const readWholesale = () =>
    queryRows(db, sql`select wholesale_amount as cents from product_variants order by id`)
  expect(await readWholesale()).toEqual([{ cents: null }, { cents: null }])
  await post(account, `${planned.id}/plan`, { mapping: { wholesale: 'Cost per item' } })
  await shop.work()
  const [item] = await readItems(account, planned.id, 'changed')
  expect(item?.changes).toEqual([{ field: 'Wholesale price', variant: '6', before: null, after: '$4.00' }])
  await apply(account, planned.id)
  expect(await readWholesale()).toEqual([{ cents: 400 }, { cents: null }])
  const woo =
    'ID,Type,SKU,Name,Published,Regular price,Stock,Categories,Meta: wholesale_customer_wholesale_price\n7,simple,W7,Woo ring,1,30,3,Rings,12.5\n'
  const { id, mapping } = await plan(account, woo)
  expect(mapping).toEqual({ wholesale: 'meta: wholesale_customer_wholesale_price' })
  await apply(account, id)
  expect((await readWholesale()).at(-1)).toEqual({ cents: 1250 })
  // With no column mapped, the stored prices are kept.
  await post(account, `${id}/plan`, { mapping: {} })
  await shop.work()
  expect((await read(account, id)).counts).toMatchObject({ unchanged: 1 })
})

test('files sent together are planned one after another', async () => {
  const account = await createSupplierAccount(shop)
  const sent = await Promise.all(
    [HEADER + RING, HEADER + PIN, HEADER + RING + PIN].map((csv) => send(account, csv)),
  )
  await shop.work()
  const states = await Promise.all(
    sent.map(async (answer) => (await read(account, getField(answer, 'import', 'id'))).counts['created']),
  )
  expect(states).toEqual([1, 1, 2])
})

test('units ordered between plan and application are subtracted, and do not make the plan outdated', async () => {
  const account = await createSupplierAccount(shop)
  await apply(account, (await plan(account, HEADER + PIN)).id)
  const planned = await plan(account, HEADER + PIN.replace('P1,20,,shopify,5', 'P1,22,,shopify,4'))
  const [pin] = await queryRows<{ id: string }>(db, sql`select public_id as id from products`)
  await inTransaction(db, (tx) =>
    reserveLines(tx, [{ productId: pin?.id ?? '', variantId: null, quantity: 3 }], new Date()),
  )
  expect((await apply(account, planned.id)).counts).toMatchObject({ applied: 1, notApplied: 0 })
  // Four counted, three of them ordered.
  expect(
    await queryRows(db, sql`select stock, oversold, price_amount as price from product_variants`),
  ).toEqual([{ stock: 1, oversold: 0, price: 2200 }])
  // The order is subtracted from the count again, so the same file changes nothing.
  expect(
    (await plan(account, HEADER + PIN.replace('P1,20,,shopify,5', 'P1,22,,shopify,4'))).counts,
  ).toMatchObject({ unchanged: 1 })
})

async function resume(): Promise<void> {
  await shop.app.jobs.enqueue(db, { job: 'catalog.resume_imports', input: {} })
  await shop.work()
}
