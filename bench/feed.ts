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

/** Writes a Shopify export of so many pieces, a row each, with texts and a picture; the last is called `lastPiece`. */
export async function writeFeed(
  file: string,
  { rows, lastPiece }: { rows: number; lastPiece: string },
): Promise<void> {
  await pipeline(Readable.from(linesOf(rows, lastPiece)), createWriteStream(file))
}

function* linesOf(rows: number, lastPiece: string): Generator<string> {
  yield HEAD
  for (let n = 1; n <= rows; n += 1) yield lineOf(n, n === rows ? lastPiece : nameOf(n))
}

function lineOf(n: number, name: string): string {
  const price = 20 + ((n * 7919) % 1980)
  const before = n % 4 === 0 ? price * 2 : ''
  return (
    `piece-${n},${name},${TEXT},Bench,${of(KIND, n)},TRUE,Title,Default Title,FEED-${n},4,` +
    `shopify,${n % 50},deny,${price}.00,${before},https://pictures.bench.invalid/${n}.jpg,1\n`
  )
}

function nameOf(n: number): string {
  return `${of(FIRST, n * 7)} ${of(STYLE, n * 11)} ${of(STONE, n * 13)} ${of(KIND, n)} ${n}`
}

function of(words: readonly string[], n: number): string {
  return words[n % words.length] ?? ''
}
