import { encode } from 'iconv-lite'
import { expect, test } from 'vitest'
import { findEncoding } from './encoding-names.ts'
import { createFeed, readProducts } from '../fixtures/read-products.ts'
import { openFeed } from '../read/read-parts.ts'

const HEADER = 'Handle,Title,Type,Variant Price\n'

/** Returns a feed with these names in an encoding. */
function encodeFeed(encoding: string, names: readonly string[], addBOM = false): Uint8Array {
  const rows = names.map((name, at) => `h${at},"${name}",Ring,${at + 1}\n`)
  return encode(HEADER + rows.join(''), encoding, { addBOM })
}

async function readNames(bytes: Uint8Array, encoding?: string): Promise<string[]> {
  const products = await readProducts({ ...createFeed(bytes), encoding })
  return [...products.values()].map((product) =>
    product.ok ? product.product.title : product.refusal.reason,
  )
}

const FRENCH = ['Bague émeraude à pavé', 'Boucles d’oreilles créoles', 'Bracelet tressé “été” – précieux']
const GERMAN = ['Süßwasserperlen für Männer', 'Anhänger Glücksklee', 'Weißgold, Ringgröße 54']
const SPANISH = ['Anillo señora', 'Corazón', 'Joyería española de diseño único']
const CZECH = [
  'Stříbrný náhrdelník s přívěskem',
  'Zlaté náušnice',
  'Šperky pro ženy',
  'Řetízek ze žlutého zlata',
]
const POLISH = ['Pierścionek zaręczynowy', 'Łańcuszek ze złota', 'Naszyjnik świąteczny']
const TURKISH = ['Gümüş kolye', 'Altın yüzük', 'Zümrüt taşlı küpe', 'Şık bileklik']
const RUSSIAN = ['Серебряное кольцо с изумрудом', 'Золотые серьги', 'Браслет']
const CHINESE = ['纯银项链', '玫瑰金戒指', '珍珠耳环', '天然宝石吊坠']
const JAPANESE = ['シルバーネックレス', '真珠のピアス', '指輪', '天然石のブレスレット']

test.each([
  ['windows-1252', FRENCH],
  ['windows-1252', GERMAN],
  ['windows-1252', SPANISH],
  ['windows-1252', ['The bride’s ring – a “classic”']],
  ['windows-1250', CZECH],
  ['windows-1250', POLISH],
  ['iso-8859-2', CZECH],
  ['iso-8859-2', POLISH],
  ['iso-8859-9', TURKISH],
  ['windows-1251', RUSSIAN],
  ['koi8-r', RUSSIAN],
  ['macroman', FRENCH],
  ['macroman', GERMAN],
  ['macroman', ['The bride’s ring']],
  ['macroman', ['THE BRIDE’S RING']],
  ['windows-1252', ['Café ring']],
  ['windows-1252', ['Ring – 18 ct', 'Pendant £20 ½ ct ®']],
  ['gbk', CHINESE],
  ['shift_jis', JAPANESE],
  ['euc-jp', JAPANESE],
  ['utf-8', CZECH],
  ['utf-16le', FRENCH],
  ['utf-16be', FRENCH],
])('detects the encoding of a feed in %s: %j', async (encoding, names) => {
  expect(await readNames(encodeFeed(encoding, names))).toEqual(names)
})

test.each(['utf-8', 'utf-16le', 'utf-16be'])('skips the byte order mark of %s', async (encoding) => {
  expect(await readNames(encodeFeed(encoding, CZECH, true))).toEqual(CZECH)
})

test('detects an encoding from letters far into the file', async () => {
  const plain = Array.from({ length: 3_000 }, (_, at) => `Plain ring ${at} of silver`)
  const names = await readNames(encodeFeed('windows-1250', [...plain, ...CZECH]))
  expect(names.slice(-CZECH.length)).toEqual(CZECH)
})

test('refuses a file with several possible encodings, and shows its text in each', async () => {
  const ambiguous = encodeFeed('windows-1252', ['Naïve'])
  await expect(openFeed(createFeed(ambiguous))).rejects.toMatchObject({
    code: 'unknown_encoding',
    message: expect.stringMatching(/“Na.ve” as Windows-125\d or “Na.ve” as .* --encoding/),
  })
  expect(await readNames(ambiguous, 'windows-1252')).toEqual(['Naïve'])
})

test('refuses a file in an undetectable encoding until the encoding is named', async () => {
  const greek = ['Ασημένιο δαχτυλίδι', 'Χρυσά σκουλαρίκια']
  const bytes = encodeFeed('windows-1253', greek)
  await expect(openFeed(createFeed(bytes))).rejects.toMatchObject({ code: 'unknown_encoding' })
  expect(await readNames(bytes, 'windows-1253')).toEqual(greek)
})

test('refuses bytes that are invalid in the encoding instead of replacing them', async () => {
  const broken = Buffer.concat([
    encodeFeed('gbk', CHINESE),
    Buffer.from('h9,"'),
    Buffer.from([0xff]),
    Buffer.from('",Ring,5\n'),
  ])
  await expect(readNames(broken, 'gbk')).rejects.toMatchObject({
    code: 'unknown_encoding',
    message: expect.stringContaining('bytes that are not valid GBK'),
  })
})

test.each([
  ['Mac Roman', 'macintosh'],
  ['CP1250', 'windows-1250'],
  ['latin2', 'iso-8859-2'],
  ['UTF-16', 'utf-16le'],
  ['gbk', 'gbk'],
  ['klingon', undefined],
])('accepts %s as the name of an encoding', (name, expected) => {
  expect(findEncoding(name)).toBe(expected)
})

test('a quantity above a million is reported, not silently reduced', async () => {
  const header = 'Handle,Title,Type,Variant Price,Variant Inventory Tracker,Variant Inventory Qty\n'
  const products = await readProducts(
    createFeed(`${header}a,A,Ring,5,shopify,1000001\nb,B,Ring,5,shopify,1000000\n`),
  )
  expect(products.get('a')).toMatchObject({
    product: { variants: [{ stock: 1_000_000 }] },
    warnings: [{ line: 2, text: 'the quantity is above 1,000,000: imported as 1,000,000' }],
  })
  expect(products.get('b')).toMatchObject({ warnings: [] })
})
