// Writes the suppliers' feeds out of the pieces and the pictures. Usage: node demo/compose/compose.ts
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, metalsOf } from './description.ts'
import type { Material, Metal, Piece } from './pieces.ts'
import { readMaterial } from './pieces.ts'
import type { Pictures } from './pictures.ts'
import { lookAtPictures } from './pictures.ts'
import type { Dialect, Facts, Product } from './product.ts'
import { isPictured } from './product.ts'
import { shopifyNew, shopifyOld } from './shopify.ts'
import { variantsOf } from './variants.ts'
import { woocommerce } from './woocommerce.ts'

const WRITERS: Record<Dialect, (products: Product[]) => string> = {
  'shopify-old': shopifyOld,
  'shopify-new': shopifyNew,
  woocommerce,
}

const STONES =
  /diamond|sapphire|ruby|rubies|emerald|aquamarine|morganite|amethyst|topaz|pearl|onyx|turquoise|jade|moonstone|zirconia/gi

async function composeFeeds(demo: string): Promise<void> {
  const material = await readMaterial(demo)
  const pictures = await lookAtPictures(path.join(demo, 'pictures'))
  await mkdir(path.join(demo, 'feeds'), { recursive: true })
  for (const { slug, name, feed, country } of material.suppliers) {
    const pieces = await material.piecesOf(slug)
    const products = pieces.map((piece, place) =>
      productOf({ material, pictures, slug, vendor: name, originCountry: country, piece, place }),
    )
    await writeFile(path.join(demo, 'feeds', feed), WRITERS[material.getVoice(slug).dialect](products))
    const shown = products.filter(isPictured).length
    console.log(`${feed}: ${shown} products, ${products.length - shown} wait for their pictures`)
  }
}

type Source = Readonly<{
  material: Material
  pictures: Pictures
  slug: string
  vendor: string
  originCountry: string
  piece: Piece
  place: number
}>

function productOf({ material, pictures, slug, vendor, originCountry, piece, place }: Source): Product {
  const voice = material.getVoice(slug)
  const category = material.getCategory(piece.design)
  const code = `${voice.prefix}-${category.slice(0, 2).toUpperCase()}${String(place + 101)}`
  const { optionNames, variants } = variantsOf(material, { piece, voice, code, pictureOf: pictures.front })
  const facts = factsOf(material, piece, category === 'rings' ? voice.sizes : '')
  const ofVariants = variants.flatMap(({ picture }) => (picture ? [picture] : []))
  const own = pictures.take(piece)
  const urls = own.length > 0 ? [...new Set([...own, ...ofVariants])] : []
  return {
    handle: handleOf(piece.name),
    name: piece.name,
    vendor,
    originCountry,
    category,
    html: describe(material, { piece, voice, place }),
    summary: piece.text.split(/(?<=[.!?]) /)[0] ?? '',
    tags: tagsOf(category, facts),
    facts: { ...facts, lengthMm: variants[0]?.lengthMm ?? facts.lengthMm },
    optionNames,
    variants,
    pictures: urls.map((url) => ({ url, alt: altOf(piece, url) })),
  }
}

function factsOf(material: Material, piece: Piece, sizeStandard: string): Facts {
  const metals = metalsOf(material, piece)
  const { lengthMm, widthMm, heightMm } = material.getForm(piece.design)
  return {
    metal: eitherOf(metals.map(({ metal }) => metal)),
    purity: eitherOf(metals.map(({ purity }) => purity)),
    plating: platingOf(metals),
    stones: piece.stones.join('; '),
    sizeStandard,
    lengthMm,
    widthMm,
    heightMm,
  }
}

function eitherOf(words: string[]): string {
  const [first = '', ...others] = new Set(words)
  return [first, ...others.map((word) => word.slice(0, 1).toLowerCase() + word.slice(1))].join(' or ')
}

/** The plating; where only some of a piece's metals are plated, which of them. */
function platingOf(metals: Metal[]): string {
  const plated = metals.filter(({ plating }) => plating !== 'None')
  if (plated.length === 0 || plated.length === metals.length)
    return eitherOf(metals.map(({ plating }) => plating))
  return plated.map(({ metal, plating }) => `${plating} (${metal.toLowerCase()})`).join(', ')
}

function tagsOf(category: string, { metal, stones }: Facts): string[] {
  const kinds = (stones.match(STONES) ?? []).map((stone) => stone.toLowerCase().replace('rubies', 'ruby'))
  return [...new Set([category, ...metal.toLowerCase().split(' or '), ...kinds])]
}

function altOf({ name }: Piece, url: string): string {
  if (url.includes('-worn')) return `${name}, worn`
  return url.includes('-close') ? `${name}, seen from near` : name
}

function handleOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}

await composeFeeds(path.resolve(import.meta.dirname, '..'))
