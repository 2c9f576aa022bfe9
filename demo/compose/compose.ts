// Writes the suppliers' feeds out of the products and the pictures. Usage: node demo/compose/compose.ts
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, listMetals } from './description.ts'
import type { Material, Metal, ProductSpec } from './product-specs.ts'
import { readMaterial } from './product-specs.ts'
import type { Pictures } from './pictures.ts'
import { readPictures } from './pictures.ts'
import type { Dialect, Facts, Product } from './product.ts'
import { hasPictures } from './product.ts'
import { formatShopify, formatShopifyLegacy } from './shopify.ts'
import { createVariants } from './variants.ts'
import { formatWooCommerce } from './woocommerce.ts'

const WRITERS: Record<Dialect, (products: Product[]) => string> = {
  'shopify-old': formatShopifyLegacy,
  'shopify-new': formatShopify,
  woocommerce: formatWooCommerce,
}

const STONES =
  /diamond|sapphire|ruby|rubies|emerald|aquamarine|morganite|amethyst|topaz|pearl|onyx|turquoise|jade|moonstone|zirconia/gi

async function composeFeeds(demo: string): Promise<void> {
  const material = await readMaterial(demo)
  const pictures = await readPictures(path.join(demo, 'pictures'))
  await mkdir(path.join(demo, 'feeds'), { recursive: true })
  for (const { slug, name, feed, country } of material.suppliers) {
    const productSpecs = await material.readProducts(slug)
    const products = productSpecs.map((product, index) =>
      toFeedProduct({
        material,
        pictures,
        slug,
        vendor: name,
        originCountry: country,
        product,
        place: index,
      }),
    )
    await writeFile(path.join(demo, 'feeds', feed), WRITERS[material.getVoice(slug).dialect](products))
    const picturedCount = products.filter(hasPictures).length
    console.log(
      `${feed}: ${picturedCount} products, ${products.length - picturedCount} wait for their pictures`,
    )
  }
}

type ProductSource = Readonly<{
  material: Material
  pictures: Pictures
  slug: string
  vendor: string
  originCountry: string
  product: ProductSpec
  place: number
}>

function toFeedProduct({
  material,
  pictures,
  slug,
  vendor,
  originCountry,
  product,
  place,
}: ProductSource): Product {
  const voice = material.getVoice(slug)
  const category = material.getCategory(product.design)
  const code = `${voice.prefix}-${category.slice(0, 2).toUpperCase()}${String(place + 101)}`
  const { optionNames, variants } = createVariants(material, {
    product,
    voice,
    code,
    pictureOf: pictures.front,
  })
  const facts = toFacts(material, product, category === 'rings' ? voice.sizes : '')
  const variantPictures = variants.flatMap(({ picture }) => (picture ? [picture] : []))
  const productPictures = pictures.take(product)
  const urls = productPictures.length > 0 ? [...new Set([...productPictures, ...variantPictures])] : []
  return {
    handle: toHandle(product.name),
    name: product.name,
    vendor,
    originCountry,
    category,
    html: describe(material, { product, voice, place }),
    summary: product.text.split(/(?<=[.!?]) /)[0] ?? '',
    tags: toTags(category, facts),
    facts: { ...facts, lengthMm: variants[0]?.lengthMm ?? facts.lengthMm },
    optionNames,
    variants,
    pictures: urls.map((url) => ({ url, alt: toAltText(product, url) })),
  }
}

function toFacts(material: Material, product: ProductSpec, sizeStandard: string): Facts {
  const metals = listMetals(material, product)
  const { lengthMm, widthMm, heightMm } = material.getForm(product.design)
  return {
    metal: joinAlternatives(metals.map(({ metal }) => metal)),
    purity: joinAlternatives(metals.map(({ purity }) => purity)),
    plating: formatPlating(metals),
    stones: product.stones.join('; '),
    sizeStandard,
    lengthMm,
    widthMm,
    heightMm,
  }
}

function joinAlternatives(alternatives: string[]): string {
  const [first = '', ...others] = new Set(alternatives)
  return [first, ...others.map((word) => word.slice(0, 1).toLowerCase() + word.slice(1))].join(' or ')
}

/** The plating; where only some of a product's metals are plated, which of them. */
function formatPlating(metals: Metal[]): string {
  const plated = metals.filter(({ plating }) => plating !== 'None')
  if (plated.length === 0 || plated.length === metals.length)
    return joinAlternatives(metals.map(({ plating }) => plating))
  return plated.map(({ metal, plating }) => `${plating} (${metal.toLowerCase()})`).join(', ')
}

function toTags(category: string, { metal, stones }: Facts): string[] {
  const stoneNames = (stones.match(STONES) ?? []).map((stone) =>
    stone.toLowerCase().replace('rubies', 'ruby'),
  )
  return [...new Set([category, ...metal.toLowerCase().split(' or '), ...stoneNames])]
}

function toAltText({ name }: ProductSpec, url: string): string {
  if (url.includes('-worn')) return `${name}, worn`
  return url.includes('-close') ? `${name}, seen from near` : name
}

function toHandle(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}

await composeFeeds(path.resolve(import.meta.dirname, '..'))
