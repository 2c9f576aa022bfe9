import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const FIRST = ['Alba', 'Celeste', 'Elara', 'Gemma', 'Iris', 'Kaia', 'Mira', 'Opal', 'Rosa', 'Thea', 'Vera']
const STYLE = [
  'Solitaire',
  'Pavé',
  'Twisted',
  'Station',
  'Signet',
  'Trilogy',
  'Filigree',
  'Hammered',
  'Braided',
]
const STONE = ['Diamond', 'Sapphire', 'Emerald', 'Ruby', 'Amethyst', 'Citrine', 'Topaz']
const KIND = ['Ring', 'Necklace', 'Bracelet', 'Earrings', 'Pendant', 'Brooch', 'Anklet', 'Charm']

const HEAD =
  'Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,' +
  'Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Image Src,Image Position\n'

const TEXT =
  '"<p>Made by hand from recycled metal, polished and set at the bench.</p><ul><li>Metal: solid 18K gold, stamped 750</li><li>Weight: 3.8 g</li></ul>"'

/**
 * Writes a Shopify export with this many rows, two per product as in jewellers' exports. A product has texts, two
 * sizes and two pictures. The last product is called `lastProduct`.
 */
export async function writeFeed(
  file: string,
  { rows, lastProduct }: { rows: number; lastProduct: string },
): Promise<void> {
  await pipeline(Readable.from(generateLines(rows, lastProduct)), createWriteStream(file))
}

function* generateLines(rows: number, lastProduct: string): Generator<string> {
  yield HEAD
  const productCount = rows / ROWS_PER_PRODUCT
  for (let n = 1; n <= productCount; n += 1)
    yield formatProduct(n, n === productCount ? lastProduct : getName(n))
}

const ROWS_PER_PRODUCT = 2

function formatProduct(n: number, name: string): string {
  const price = 20 + ((n * 7919) % 1980)
  const compareAtPrice = n % 4 === 0 ? price * 2 : ''
  const rest = `4,shopify,${n % 50},deny,${price}.00,${compareAtPrice}`
  const picture = `https://pictures.bench.invalid/${n}`
  return (
    `product-${n},${name},${TEXT},Bench,${pick(KIND, n)},TRUE,Size,6,FEED-${n}-6,${rest},${picture}.jpg,1\n` +
    `product-${n},,,,,,,7,FEED-${n}-7,${rest},${picture}-side.jpg,2\n`
  )
}

function getName(n: number): string {
  return `${pick(FIRST, n * 7)} ${pick(STYLE, n * 11)} ${pick(STONE, n * 13)} ${pick(KIND, n)} ${n}`
}

function pick(options: readonly string[], n: number): string {
  return options[n % options.length] ?? ''
}
