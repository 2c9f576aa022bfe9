import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { z } from 'zod'

const FOLDER = import.meta.dirname
const HOST = 'https://demo.cabochon.example/pictures/'
const CATEGORIES = [
  'anklets',
  'bracelets',
  'brooches',
  'charms',
  'earrings',
  'necklaces',
  'pendants',
  'rings',
]

const Suppliers = z.array(
  z.object({
    slug: z.string(),
    name: z.string(),
    country: z.string().regex(/^[A-Z]{2}$/),
    warehouse: z.string().min(1),
    description: z.string().min(100),
    contactEmail: z.email(),
    stated: z.object({ storeRating: z.number(), onTimeDeliveryPercent: z.number() }),
    feed: z.string(),
    feedFormat: z.enum(['shopify', 'woocommerce']),
  }),
)
const suppliers = Suppliers.parse(JSON.parse(readFileSync(path.join(FOLDER, 'suppliers.json'), 'utf8')))

type Row = Readonly<Record<string, string>>
type Product = Readonly<{
  feed: string
  name: string
  category: string
  description: string
  pictures: string[]
  variants: { sku: string; price: number; listPrice: number; cost: number; stock: number; grams: number }[]
}>

const products = suppliers.flatMap(({ feed, feedFormat }) => {
  const text = readFileSync(path.join(FOLDER, 'feeds', feed), 'utf8')
  const rows: Row[] = parse(text, { bom: true, columns: true })
  return feedFormat === 'shopify' ? readShopifyProducts(feed, rows) : readWooProducts(feed, rows)
})
const variants = products.flatMap((product) => product.variants)

test('each of the twelve suppliers has one feed, and no feed is unused', () => {
  expect(suppliers).toHaveLength(12)
  expect(suppliers.map(({ feed }) => feed).toSorted()).toEqual(
    readdirSync(path.join(FOLDER, 'feeds')).toSorted(),
  )
})

test('the feeds have at least 240 products, at least eight in each of the eight categories', () => {
  expect(products.length).toBeGreaterThanOrEqual(240)
  const counts = Map.groupBy(products, ({ category }) => category)
  expect([...counts.keys()].toSorted()).toEqual(CATEGORIES)
  for (const [, members] of counts) expect(members.length).toBeGreaterThanOrEqual(8)
})

test('names, descriptions and SKUs are unique', () => {
  for (const words of [
    products.map(({ name }) => name),
    products.map(({ description }) => description),
    products.map(({ description }) => firstParagraph(description)),
    variants.map(({ sku }) => sku),
  ]) {
    expect(words.filter((word, i) => words.indexOf(word) !== i)).toEqual([])
  }
})

test('descriptions are 60 to 150 words long', () => {
  const lengths = products.map(({ name, description }) => ({ name, words: countWords(description) }))
  expect(lengths.filter(({ words }) => words < 60 || words > 150)).toEqual([])
})

test('every picture of a feed exists in the pictures folder, and every product has one', () => {
  const present = new Set(readdirSync(path.join(FOLDER, 'pictures')))
  const urls = products.flatMap(({ pictures }) => pictures)
  expect(products.filter(({ pictures }) => pictures.length === 0)).toEqual([])
  expect(urls.filter((url) => !url.startsWith(HOST) || !present.has(url.slice(HOST.length)))).toEqual([])
})

test('every product has at least three pictures, all different', () => {
  const fewer = products.filter(
    ({ pictures }) => pictures.length < 3 || new Set(pictures).size < pictures.length,
  )
  expect(fewer.map(({ name }) => name)).toEqual([])
})

test('every product has its own front view, worn view and close-up', () => {
  const views = [/-front(-[bc])?\.webp$/, /-worn(-[bc])?\.webp$/, /-close(-[bc])?\.webp$/]
  const lacking = products.filter(
    ({ pictures }) => !views.every((view) => pictures.some((url) => view.test(url))),
  )
  expect(lacking.map(({ name, pictures }) => `${name}: ${pictures.join(' ')}`)).toEqual([])
})

test('no two products of a supplier have the same first picture', () => {
  const openings = products.map(({ feed, pictures }) => `${feed} ${pictures[0]}`)
  expect(openings.filter((opening, i) => openings.indexOf(opening) !== i)).toEqual([])
})

test('prices and weights are positive, list prices exceed prices, and costs are about half the price', () => {
  expect(variants.length).toBeGreaterThan(products.length)
  const wrong = variants.filter(
    ({ price, listPrice, cost, grams }) =>
      !(price > 0 && grams > 0 && cost > 0.4 * price && cost < 0.65 * price) ||
      (listPrice !== 0 && !(listPrice > price)),
  )
  expect(wrong).toEqual([])
})

test('about a quarter of the products are on offer, and a minority of variants is sold out', () => {
  const onOffer = products.filter((product) => product.variants.some(({ listPrice }) => listPrice > 0)).length
  expect(onOffer / products.length).toBeGreaterThan(0.2)
  expect(onOffer / products.length).toBeLessThan(0.3)
  const soldOut = variants.filter(({ stock }) => stock === 0).length
  expect(soldOut).toBeGreaterThan(0)
  expect(soldOut / variants.length).toBeLessThan(0.15)
})

function readShopifyProducts(feed: string, rows: Row[]): Product[] {
  const groups = Map.groupBy(rows, (row) => cell(row, 'Handle', 'URL handle'))
  return [...groups.values()].map((group) => {
    const first = group[0] ?? {}
    return {
      feed,
      name: cell(first, 'Title'),
      category: cell(first, 'Type').toLowerCase(),
      description: cell(first, 'Body (HTML)', 'Description'),
      pictures: group.map((row) => cell(row, 'Image Src', 'Product image URL')).filter(Boolean),
      variants: group
        .filter((row) => cell(row, 'Variant SKU', 'SKU'))
        .map((row) => ({
          sku: cell(row, 'Variant SKU', 'SKU'),
          price: Number(cell(row, 'Variant Price', 'Price')),
          listPrice: Number(cell(row, 'Variant Compare At Price', 'Compare-at price')),
          cost: Number(cell(row, 'Cost per item')),
          stock: Number(cell(row, 'Variant Inventory Qty', 'Inventory quantity')),
          grams: Number(cell(row, 'Variant Grams', 'Weight value (grams)')),
        })),
    }
  })
}

function readWooProducts(feed: string, rows: Row[]): Product[] {
  const parents = rows.filter((row) => row.Type !== 'variation')
  return parents.map((parent) => {
    const children = rows.filter((row) => row.Parent === `id:${parent.ID}`)
    return {
      feed,
      name: cell(parent, 'Name'),
      category: cell(parent, 'Categories').split(' > ').at(-1)?.toLowerCase() ?? '',
      description: `${cell(parent, 'Short description')} ${cell(parent, 'Description')}`,
      pictures: cell(parent, 'Images').split(', '),
      variants: (parent.Type === 'variable' ? children : [parent]).map((row) => ({
        sku: cell(row, 'SKU'),
        price: Number(cell(row, 'Sale price') || cell(row, 'Regular price')),
        listPrice: cell(row, 'Sale price') ? Number(cell(row, 'Regular price')) : 0,
        cost: Number(cell(row, 'Meta: _wholesale_price')),
        stock: Number(cell(row, 'Stock')),
        grams: Number(cell(row, 'Weight (kg)')) * 1000,
      })),
    }
  })
}

/** Returns the cell of the first listed column that the row has. Throws for a row without any of them. */
function cell(row: Row, ...columns: string[]): string {
  const column = columns.find((name) => name in row)
  if (!column) throw new Error(`The feed has no column ${columns.join(' or ')}.`)
  return row[column] ?? ''
}

function firstParagraph(html: string): string {
  return html.split('</p>')[0] ?? ''
}

function countWords(html: string): number {
  return html
    .replace(/<[^>]+>/g, ' ')
    .trim()
    .split(/\s+/).length
}
