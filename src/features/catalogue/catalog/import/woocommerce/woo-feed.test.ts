import { beforeAll, expect, test } from 'vitest'
import type { AssemblyResult, FeedProduct } from '../map/feed-product.ts'
import { createFeed, openFixture, readProducts } from '../fixtures/read-products.ts'

let results: Map<string, AssemblyResult>
beforeAll(async () => {
  results = await readProducts(openFixture('woo-messy.csv'), new Date('2026-06-01'))
})

function getProduct(key: string): FeedProduct {
  const result = results.get(key)
  if (!result?.ok) throw new Error(`${key} was refused: ${result?.refusal.reason}`)
  return result.product
}

function getReason(key: string): string | undefined {
  const result = results.get(key)
  return result?.ok === false ? result.refusal.reason : undefined
}

test('variations are assigned to their parent by ID or SKU, wherever they are in the file', () => {
  expect(getProduct('10')).toMatchObject({
    title: 'Leaf Cuff & Chain',
    category: 'Bracelets',
    lines: { first: 2, last: 8 },
  })
  expect(getProduct('10').variants).toMatchObject([
    {
      sku: 'CUFF-G',
      color: 'Gold',
      priceCents: 9_500,
      offerCents: 8_000,
      stock: 6,
      weightGrams: 35,
      imageUrl: 'https://cdn.example.com/cuff-gold.jpg',
    },
    {
      sku: 'CUFF-S',
      color: 'Silver, matt',
      priceCents: 8_500,
      offerCents: null,
      stock: 2,
      weightGrams: 40,
      imageUrl: null,
    },
  ])
})

test('reads units from headers, facts from attributes, multi-line texts, and picture names with commas', () => {
  const cuff = getProduct('10')
  expect(cuff.facts).toMatchObject({ metal: 'Brass', weightGrams: 35, lengthMm: 65 })
  expect(cuff.descriptionHtml).toBe('<p>Light.</p>\n<p>Two lines</p>\n<p>of text</p>')
  expect(cuff.images.map((image) => image.url)).toEqual([
    'https://cdn.example.com/cuff.jpg',
    'https://cdn.example.com/a,b.jpg',
    'https://cdn.example.com/cuff-gold.jpg',
  ])
})

test('drafts and hidden products are not published, and sale prices apply between their dates only', () => {
  expect(getProduct('20').status).toBe('draft')
  expect(getProduct('22').status).toBe('draft')
  expect(getProduct('20').variants).toMatchObject([{ priceCents: 1_800, offerCents: 1_200, stock: 4 }])
  expect(getProduct('22').variants).toMatchObject([{ priceCents: 3_000, offerCents: null, stock: 0 }])
  expect(getProduct('23').variants).toMatchObject([{ priceCents: 3_000, offerCents: null, stock: 100 }])
})

test('a grouped product becomes a set with the total of its members’ lowest prices', () => {
  expect(getProduct('21').variants).toMatchObject([
    { sku: 'SET-1', priceCents: 11_300, offerCents: 9_200, stock: 4 },
  ])
})

test('a variation without a value for an option applies to all its values that have no own variation', () => {
  expect(
    getProduct('40').variants.map((variant) => [variant.sku, variant.title, variant.size, variant.color]),
  ).toEqual([
    ['TEE-B7', 'Blue / 7', '7', 'Blue'],
    ['TEE-R-6', 'Red / 6', '6', 'Red'],
    ['TEE-R-7', 'Red / 7', '7', 'Red'],
  ])
})

test('a variation without its parent, or of an unknown type, is refused without affecting others', () => {
  expect(getReason('parent id:999')).toBe('its parent product is not in the file')
  expect(getReason('31')).toBe('products of the type “subscription” cannot be imported')
})

test('a description above the editor’s limit is shortened and reported', async () => {
  const header = 'ID,Type,SKU,Name,Published,Description,Regular price,Stock'
  const row = (id: number, description: string) => `${id},simple,R-${id},Ring ${id},1,${description},10,1`
  const found = await readProducts(
    createFeed([header, row(1, 'x'.repeat(20_001)), row(2, 'x'.repeat(20_000))].join('\n')),
  )
  const text = 'the description is longer than 20,000 characters and was shortened'
  expect([...found.values()]).toMatchObject([{ warnings: [{ line: 2, text }] }, { warnings: [] }])
})
