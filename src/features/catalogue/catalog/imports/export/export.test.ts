import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { createImportSteps, createSupplierAccount } from '#tests/steps/product-imports.ts'
import type { CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import { CATEGORIES } from '../../contract.ts'
import type { FeedProduct } from '../../import/map/feed-product.ts'
import { writeBatch } from '../../import/write/write-batch.ts'

const shop = await createTestShop()
const { db } = shop
const { plan, apply, exportCsv, readItems } = createImportSteps(shop)

/** Names and options of one line, with the special characters of CSV, HTML and spreadsheets. */
const text = (maxLength: number) =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '=',
          '+',
          '-',
          '@',
          "'",
          '"',
          ',',
          ';',
          '&',
          '&amp;',
          '<',
          '<b>',
          '>',
          '/',
          '«',
          '珠',
          '💍',
          ' ',
          'é',
        ),
        fc.stringMatching(/^[a-zA-Z0-9]{1,6}$/),
      ),
      { minLength: 1, maxLength },
    )
    .map((parts) => toSingleLine(parts.join('')).replaceAll(/\s+/g, ' '))
    .filter((value) => value !== '' && !/^default( title)?$/i.test(value))

const cents = fc.integer({ min: 1, max: 10_000_000 })
const measure = fc.option(fc.integer({ min: 1, max: 90_000 }).map((n) => n / 10))
const optional = fc.option(text(4))

const prices = fc
  .tuple(cents, cents, fc.boolean())
  .map(([one, other, hasOffer]) =>
    hasOffer && one !== other
      ? { priceCents: Math.max(one, other), offerCents: Math.min(one, other) }
      : { priceCents: one, offerCents: null },
  )

const description = fc
  .array(text(6), { maxLength: 3 })
  .map((parts) =>
    parts.map((part) => `<p>${part.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`).join(''),
  )

const variant = fc.record({
  size: optional,
  color: optional,
  material: optional,
  prices,
  wholesaleCents: fc.option(cents),
  stock: fc.integer({ min: 0, max: 5_000 }),
  weightGrams: measure,
})

const product = fc.record({
  title: text(8),
  descriptionHtml: description,
  category: fc.constantFrom(...CATEGORIES),
  status: fc.constantFrom('active' as const, 'draft' as const, 'archived' as const),
  metal: optional,
  lengthMm: measure,
  originCountry: fc.option(fc.constantFrom('IT', 'SG', 'DE')),
  tariffNumber: fc.option(fc.constantFrom('711311', '7113190000')),
  pictures: fc.integer({ min: 0, max: 4 }),
  alt: optional,
  variants: fc.array(variant, { minLength: 1, maxLength: 4 }),
  hasPrices: fc.boolean(),
})

type Drawn = typeof product extends fc.Arbitrary<infer Value> ? Value : never

function toFeedProduct(drawn: Drawn, n: number): FeedProduct {
  const { variants, pictures, alt, metal, lengthMm, originCountry, tariffNumber, hasPrices, ...rest } = drawn
  const isPriced = hasPrices || rest.status === 'active'
  const unique = new Map(
    variants.map((one) => [[one.size, one.color, one.material].filter(Boolean).join(' / '), one]),
  )
  const images = Array.from({ length: pictures }, (_, index) => ({
    url: `https://pictures.example/${n}/${index}.jpg?a=1,2`,
    alt: alt ?? '',
  }))
  return {
    ...rest,
    externalKey: `key ${n}`,
    lines: { first: 1, last: 1 },
    images,
    facts: {
      metal,
      purity: null,
      plating: null,
      stones: null,
      sizeStandard: null,
      weightGrams: variants[0]?.weightGrams ?? null,
      lengthMm,
      widthMm: null,
      heightMm: null,
      originCountry,
      tariffNumber,
    },
    variants: [...unique].map(([title, { prices: variantPrices, ...one }], index) => ({
      ...one,
      ...(isPriced ? variantPrices : { priceCents: 0, offerCents: null }),
      externalKey: `=V-${n}-${index}`,
      sku: `=V-${n}-${index}`,
      title,
      imageUrl: index === 0 ? (images[0]?.url ?? null) : null,
    })),
  }
}

test('re-importing an export of any products changes nothing', async () => {
  const account = await createSupplierAccount(shop)
  const location = await getStoreLocation(db, account.id)
  let n = 0
  await fc.assert(
    fc.asyncProperty(fc.array(product, { minLength: 1, maxLength: 12 }), async (drawn) => {
      await db.execute(sql`delete from product_variants`)
      await db.execute(sql`delete from products`)
      const products = drawn.map((one) => toFeedProduct(one, (n += 1)))
      const now = shop.now()
      const owner = {
        ...location,
        asOf: now,
        now,
        keepsVariants: false,
        enqueuePictures: async () => undefined,
      }
      expect(await writeBatch(db, owner, products)).toMatchObject({ created: products.length, refusals: [] })
      const planned = await plan(account, await exportCsv(account))
      expect(await readItems(account, planned.id, 'changed')).toEqual([])
      expect(await readItems(account, planned.id, 'refused')).toEqual([])
      expect(planned.counts).toMatchObject({ unchanged: products.length, created: 0, conflicts: 0 })
    }),
    { numRuns: 60 },
  )
})

test('after any file is applied, planning it again changes nothing', async () => {
  const [account, source] = [await createSupplierAccount(shop), await createSupplierAccount(shop)]
  // Products of a warehouse that the store does not have would be refused.
  await db.execute(sql`update warehouses set name = 'Main warehouse'`)
  const now = shop.now()
  const write = async ({ id }: CreatedAccount, products: readonly FeedProduct[]) => {
    const location = await getStoreLocation(db, id)
    const owner = {
      ...location,
      asOf: now,
      now,
      keepsVariants: false,
      enqueuePictures: async () => undefined,
    }
    expect(await writeBatch(db, owner, products)).toMatchObject({ created: products.length, refusals: [] })
  }
  const products = fc.array(product, { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(products, products, async (before, after) => {
      await db.execute(sql`delete from product_variants`)
      await db.execute(sql`delete from products`)
      await write(account, before.map(toFeedProduct))
      await write(source, after.map(toFeedProduct))
      const csv = await exportCsv(source)
      const planned = await plan(account, csv)
      expect(planned.counts).toMatchObject({ conflicts: 0, refused: 0 })
      const applied = await apply(account, planned.id)
      expect(applied.counts).toMatchObject({ notApplied: 0 })
      const again = await plan(account, csv)
      expect(await readItems(account, again.id, 'changed')).toEqual([])
      expect(again.counts).toMatchObject({ created: 0, conflicts: 0, refused: 0, unchanged: after.length })
    }),
    { numRuns: 40 },
  )
})

test('manually created products are exported with pictures, also without a price, and re-import unchanged', async () => {
  const account = await createSupplierAccount(shop)
  const form = {
    name: 'Harbour signet',
    description: 'Cast in Singapore.\n\nPolished by hand.',
    priceCents: 12_000,
    variants: [
      { size: '6', quantity: 2 },
      { size: '7', priceCents: 12_500, quantity: 0 },
    ],
  }
  const saved = await shop.post('/shop/saveMyProduct', { data: form }, account.headers)
  expect(saved.status).toBe(200)
  await shop.post(
    '/shop/saveMyProduct',
    { data: { ...form, name: 'No price yet', priceCents: 0, variants: [{ quantity: 1 }] } },
    account.headers,
  )
  await db.execute(sql`
    insert into product_images (product_id, position, source_url, file_key, width, height, tint, alt, state)
    select id, 1, 'upload:' || repeat('a1', 16), repeat('a1', 16), 10, 10, '#fff', 'Signet', 'ready' from products
    where name = 'Harbour signet'`)
  const csv = await exportCsv(account)
  expect(csv).toContain(`/media/${'a1'.repeat(16)}-1200.webp`)
  const planned = await plan(account, csv)
  expect(await readItems(account, planned.id, 'changed')).toEqual([])
  expect(planned.counts).toMatchObject({ unchanged: 2, created: 0, conflicts: 0, refused: 0 })

  await apply(account, (await plan(account, csv.replace('125.00', '130.00'))).id)
  expect(
    await queryRows(
      db,
      sql`select v.price_amount as price, v.stock from product_variants v join products p on p.id = v.product_id
      where p.name = 'Harbour signet' order by v.position`,
    ),
  ).toEqual([
    { price: 12_000, stock: 2 },
    { price: 13_000, stock: 0 },
  ])
})
