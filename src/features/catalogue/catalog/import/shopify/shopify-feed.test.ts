import { expect, test } from 'vitest'
import type { FeedProduct } from '../map/feed-product.ts'
import { createFeed, openFixture, readProducts } from '../fixtures/read-products.ts'

async function readProduct(source: Parameters<typeof readProducts>[0], key: string): Promise<FeedProduct> {
  const product = (await readProducts(source)).get(key)
  if (!product?.ok) throw new Error(`${key} was refused: ${product?.refusal.reason}`)
  return product.product
}

async function readReason(text: string, key = 'x'): Promise<string | undefined> {
  const product = (await readProducts(createFeed(text))).get(key)
  return product?.ok === false ? product.refusal.reason : undefined
}

test('non-adjacent rows of one handle form one product, below extra lines and untidy headers', async () => {
  const ring = await readProduct(openFixture('shopify-messy.csv'), 'moon-ring')
  expect(ring).toMatchObject({
    title: 'Moon Ring',
    category: 'Rings',
    status: 'active',
    lines: { first: 3, last: 8 },
    descriptionHtml: '<p>Silver, with a "moon".\nMade by hand.</p>',
    facts: { metal: 'Sterling silver', weightGrams: 4.25 },
  })
  expect(ring.variants).toMatchObject([
    {
      sku: 'MR-6',
      title: '6',
      size: '6',
      priceCents: 15_050,
      offerCents: 12_000,
      wholesaleCents: 4_000,
      stock: 3,
      weightGrams: 4.25,
    },
    {
      sku: 'MR-7',
      title: '7',
      size: '7',
      priceCents: 12_000,
      offerCents: null,
      stock: 0,
      imageUrl: 'https://cdn.example.com/moon-7.jpg',
    },
  ])
})

test('pictures are sorted by position, and pictures of variants only come last', async () => {
  const ring = await readProduct(openFixture('shopify-messy.csv'), 'moon-ring')
  expect(ring.images.map((image) => [image.url.split('/').at(-1), image.alt])).toEqual([
    ['moon-1.jpg', 'Front'],
    ['moon-2.jpg', 'Side'],
    ['moon-3.jpg', ''],
    ['moon-7.jpg', ''],
  ])
})

test('reports a barcode that a spreadsheet damaged', async () => {
  const product = (await readProducts(openFixture('shopify-messy.csv'))).get('moon-ring')
  expect(product?.ok && product.warnings).toContainEqual({
    line: 3,
    text: 'the barcode was damaged by a spreadsheet and was left out',
  })
})

test('defaults: untracked stock is 100, no options is one variant, and no type is guessed from the title', async () => {
  const chain = await readProduct(openFixture('shopify-messy.csv'), 'bead-chain')
  expect(chain.category).toBe('Charms')
  expect(chain.images).toEqual([{ url: 'https://cdn.example.com/bead.jpg', alt: '' }])
  expect(chain.variants).toMatchObject([
    { externalKey: 'default', sku: 'BEAD-CHAIN', title: '', priceCents: 129_990, stock: 100 },
  ])
})

test('a row with a broken price or without a handle is refused without affecting others', async () => {
  const products = await readProducts(openFixture('shopify-messy.csv'))
  const refusals = [...products.values()].flatMap((product) => (product.ok ? [] : [product.refusal]))
  expect(refusals.map(({ lines, reason }) => [lines.first, reason])).toEqual([
    [11, 'the row has no handle'],
    [9, 'the price “free” is not an amount in dollars and cents'],
    [10, 'it has no price'],
  ])
})

test('reads the new header names, semicolons, decimal commas and drafts', async () => {
  const halo = await readProduct(openFixture('shopify-new-headers.csv'), 'halo')
  expect(halo).toMatchObject({ status: 'draft', category: 'Earrings', descriptionHtml: 'Gold; with pearls' })
  expect(halo.variants).toMatchObject([
    {
      title: 'Gold / Short',
      color: 'Gold',
      size: 'Short',
      priceCents: 7_900,
      offerCents: 5_950,
      stock: 12,
      weightGrams: 6.5,
    },
    { title: 'Silver / Short', color: 'Silver', priceCents: 4_950, offerCents: null, stock: 100 },
  ])
})

test('a file in Windows-1252 keeps its accents and symbols', async () => {
  expect((await readProduct(openFixture('shopify-windows-1252.csv'), 'bague')).title).toBe(
    'Bague étoilée – €',
  )
})

test('reads tab-separated UTF-16, as spreadsheets write it', async () => {
  const text = '\uFEFFHandle\tTitle\tType\tVariant Price\nx\tÉtoile\tRing\t5\n'
  const source = createFeed(
    new Uint8Array(new Uint16Array(Array.from(text, (letter) => letter.charCodeAt(0))).buffer),
  )
  expect((await readProduct(source, 'x')).title).toBe('Étoile')
})

const HEADER =
  'Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty,Image Src\n'

test('refuses a product without title or price, with negative stock or ambiguous variants', async () => {
  expect(await readReason(`${HEADER}x,,Ring,,,A,5,shopify,1,\n`)).toBe('the title is missing')
  expect(await readReason(`${HEADER}x,T,Ring,,,,,,,https://a.example/1.jpg\n`)).toBe('it has no price')
  expect(await readReason(`${HEADER}x,T,Ring,,,A,0.00,shopify,1,\n`)).toBe('the price is 0')
  expect(await readReason(`${HEADER}x,T,Ring,,,A,€5,shopify,1,\n`)).toMatch(/not an amount in dollars/)
  expect(await readReason(`${HEADER}x,T,Ring,,,A,5,shopify,-3,\n`)).toBe('the quantity -3 is below zero')
  expect(await readReason(`${HEADER}x,T,Ring,Size,6,A,5,shopify,1,\nx,,,,7,A,5,shopify,1,\n`)).toBe(
    'two of its variants have the SKU A',
  )
  expect(await readReason(`${HEADER}x,T,Ring,Size,6,A,5,shopify,1,\nx,,,,6,B,5,shopify,1,\n`)).toBe(
    'two of its variants are “6”',
  )
})

test('an unreadable row refuses its whole product, which would otherwise lose a variant', async () => {
  const text = `${HEADER}x,T,Ring,Size,6,A,5,shopify,1,\nx,,,,"7,B,5,shopify,1,\ny,Y,Ring,,,C,5,shopify,1,\n`
  expect(await readReason(text)).toMatch(/^a quotation mark .* \(line 3\)$/)
  expect(await readReason(text, 'y')).toBeUndefined()
})

test('an image address that is no web URL is left out with a warning', async () => {
  const product = (
    await readProducts(createFeed(`${HEADER}x,T,Ring,,,A,5,shopify,1,file:///etc/passwd\n`))
  ).get('x')
  expect(product).toMatchObject({ ok: true, product: { images: [] }, warnings: [{ line: 2 }] })
})

test('two handles never get the same generated SKU', async () => {
  const products = await readProducts(
    createFeed(`${HEADER}a-b,T,Ring,Size,c d,,5,,,\na,T,Ring,Size,b c d,,5,,,\na b,T,Ring,Size,c d,,5,,,\n`),
  )
  const skus = [...products.values()].flatMap((product) =>
    product.ok ? product.product.variants.map((variant) => variant.sku) : [],
  )
  expect(new Set(skus).size).toBe(3)
})

test('stops reading at a line of more than 4 MB', async () => {
  const source = createFeed('')
  const endless = async function* () {
    for (;;) yield Buffer.alloc(100_000, 'x')
  }
  let opened = 0
  // The first read detects the encoding of the whole file, the second reads the header.
  const open = () => ((opened += 1) === 1 ? source.open() : endless())
  await expect(readProducts({ name: 'x', open })).rejects.toMatchObject({
    message: expect.stringContaining('line of more than 4 MB'),
  })
})

test.each([
  ['', 'The file is empty.'],
  ['PK\u0003\u0004xyz', 'spreadsheet or a zip'],
  ['<?xml version="1.0"?><rss xmlns:wp="x">', 'WordPress export'],
  ['<rss xmlns:g="http://base.google.com/ns/1.0">', 'Google Merchant feed'],
  ['ID,Typ,Artikelnummer,Name,Regulärer Preis\n', 'in another language'],
  ['name,colour\nx,y\n', 'No header of a product feed was found'],
])('refuses a file that is not a feed, with the reason: %j', async (text, words) => {
  await expect(readProducts(createFeed(text))).rejects.toMatchObject({
    code: 'unknown_feed',
    message: expect.stringContaining(words),
  })
})
