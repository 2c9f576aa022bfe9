import type { Row } from './csv.ts'
import { toCsv } from './csv.ts'
import { COLUMNS, NEW_COLUMNS, NEW_NAMES } from './shopify-columns.ts'
import type { Product, Variant } from './product.ts'
import { hasPictures } from './product.ts'

/** Returns a Shopify product CSV with the old headers (`Handle, Title, Body (HTML)…`). */
export function formatShopifyLegacy(products: Product[]): string {
  return toCsv(COLUMNS, products.filter(hasPictures).flatMap(toRows))
}

/** Returns a Shopify product CSV with the headers of the newer template (`Title, URL handle, Description…`). */
export function formatShopify(products: Product[]): string {
  const rows = products
    .filter(hasPictures)
    .flatMap(toRows)
    .map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [NEW_NAMES[column] ?? column, value])),
    )
  return toCsv(NEW_COLUMNS, rows)
}

/** One row a variant, the pictures beside them; pictures left over get rows of their own. */
function toRows(product: Product): Row[] {
  const count = Math.max(product.variants.length, product.pictures.length)
  return Array.from({ length: count }, (_, i) => {
    const variant = product.variants[i]
    return {
      Handle: product.handle,
      ...(i === 0 && toProductCells(product)),
      ...(variant && toVariantCells(product, variant, i)),
      ...toPictureCells(product, i),
    }
  })
}

function toProductCells({ name, html, vendor, originCountry, category, tags, facts }: Product): Row {
  const type = category.slice(0, 1).toUpperCase() + category.slice(1)
  return {
    Title: name,
    'Body (HTML)': html,
    Vendor: vendor,
    'Product Category': `Apparel & Accessories > Jewelry > ${TAXONOMY[category] ?? type}`,
    Type: type,
    Tags: tags.join(', '),
    Published: 'TRUE',
    'Gift Card': 'FALSE',
    'SEO Title': `${name} – ${vendor}`,
    'Metal (product.metafields.jewellery.metal)': facts.metal,
    'Purity (product.metafields.jewellery.purity)': facts.purity,
    'Plating (product.metafields.jewellery.plating)': facts.plating,
    'Stones (product.metafields.jewellery.stones)': facts.stones,
    'Size standard (product.metafields.jewellery.size_standard)': facts.sizeStandard,
    'Length mm (product.metafields.jewellery.length_mm)': String(facts.lengthMm),
    'Width mm (product.metafields.jewellery.width_mm)': String(facts.widthMm),
    'Height mm (product.metafields.jewellery.height_mm)': String(facts.heightMm),
    'Country of origin (product.metafields.jewellery.country_of_origin)': originCountry,
    Status: 'active',
  }
}

const TAXONOMY: Record<string, string> = {
  pendants: 'Charms & Pendants',
  charms: 'Charms & Pendants',
  brooches: 'Brooches & Lapel Pins',
}

function toVariantCells({ optionNames }: Product, variant: Variant, index: number): Row {
  const names = optionNames.length > 0 ? optionNames : ['Title']
  const values = optionNames.length > 0 ? variant.options : ['Default Title']
  const options = names.flatMap((name, i): [string, string][] => [
    [`Option${i + 1} Name`, index === 0 ? name : ''],
    [`Option${i + 1} Value`, values[i] ?? ''],
  ])
  return {
    ...Object.fromEntries(options),
    'Variant SKU': variant.sku,
    'Variant Grams': String(variant.grams),
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': String(variant.stock),
    'Variant Inventory Policy': 'deny',
    'Variant Fulfillment Service': 'manual',
    'Variant Price': variant.price.toFixed(2),
    'Variant Compare At Price': variant.listPrice?.toFixed(2) ?? '',
    'Variant Requires Shipping': 'TRUE',
    'Variant Taxable': 'TRUE',
    'Variant Image': variant.picture ?? '',
    'Variant Weight Unit': 'g',
    'Cost per item': variant.cost.toFixed(2),
  }
}

function toPictureCells({ pictures }: Product, index: number): Row {
  const picture = pictures[index]
  if (!picture) return {}
  return { 'Image Src': picture.url, 'Image Position': String(index + 1), 'Image Alt Text': picture.alt }
}
