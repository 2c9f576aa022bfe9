import type { Row } from './csv.ts'
import { toCsv } from './csv.ts'
import type { Product, Variant } from './product.ts'
import { hasPictures } from './product.ts'

const COLUMNS = [
  'ID, Type, SKU, Name, Published, Is featured?, Visibility in catalog, Short description, Description',
  'Date sale price starts, Date sale price ends, Tax status, Tax class, In stock?, Stock, Low stock amount',
  'Backorders allowed?, Sold individually?, Weight (kg), Length (cm), Width (cm), Height (cm)',
  'Allow customer reviews?, Purchase note, Sale price, Regular price, Categories, Tags, Shipping class, Images',
  'Download limit, Download expiry days, Parent, Grouped products, Upsells, Cross-sells, External URL',
  'Button text, Position',
].flatMap((line) => line.split(', '))

const FACTS = ['Metal', 'Purity', 'Plating', 'Stones', 'Size standard', 'Country of origin'] as const
const MAX_ATTRIBUTES = 8
const FIRST_ID = 1001

/**
 * Returns a WooCommerce product export, with a BOM. It has a simple product, or a variable one with its variations.
 */
export function formatWooCommerce(products: Product[]): string {
  const rows: Row[] = []
  let id = FIRST_ID
  for (const product of products) {
    const productRows = toRows(product, id)
    id += productRows.length
    if (hasPictures(product)) rows.push(...productRows)
  }
  const columns = Array.from({ length: MAX_ATTRIBUTES }, (_, i) => attributeColumns(i + 1)).flat()
  return `\uFEFF${toCsv([...COLUMNS, ...columns, 'Meta: _wholesale_price'], rows)}`
}

function attributeColumns(n: number): string[] {
  return ['name', 'value(s)', 'visible', 'global'].map((part) => `Attribute ${n} ${part}`)
}

function toRows(product: Product, id: number): Row[] {
  const [only, ...otherVariants] = product.variants
  if (!only) return []
  const parent = { ID: String(id), ...toProductCells(product) }
  if (otherVariants.length === 0) return [{ ...toVariantCells(product, only), ...parent, Type: 'simple' }]
  const code = only.sku.split('-').slice(0, 2).join('-')
  return [
    { ...parent, Type: 'variable', SKU: code, 'In stock?': '1' },
    ...product.variants.map((variant, i) => ({
      ...toVariantCells(product, variant),
      ID: String(id + 1 + i),
      Type: 'variation',
      Name: `${product.name} - ${variant.options.join(', ')}`,
      Published: '1',
      'Visibility in catalog': 'visible',
      'Tax status': 'taxable',
      'Tax class': 'parent',
      Parent: `id:${id}`,
      Position: String(i + 1),
      ...toAttributeCells(product.optionNames.map((name, n) => [name, variant.options[n] ?? '', false])),
    })),
  ]
}

function toProductCells(product: Product): Row {
  const { facts, optionNames, originCountry, variants } = product
  const options = optionNames.map((name, n): Attribute => {
    const values = new Set(variants.map((variant) => escapeComma(variant.options[n] ?? '')))
    return [name, [...values].join(', '), true]
  })
  const values = [facts.metal, facts.purity, facts.plating, facts.stones, facts.sizeStandard, originCountry]
  const factAttributes = FACTS.map((name, i): Attribute => [name, escapeComma(values[i] ?? ''), true])
  return {
    Name: product.name,
    Published: '1',
    'Is featured?': '0',
    'Visibility in catalog': 'visible',
    // The shop that reads this shows the short description above the long one: no sentence may stand in both.
    'Short description': product.summary,
    Description: product.html.replace(`${product.summary} `, ''),
    'Tax status': 'taxable',
    'Allow customer reviews?': '1',
    Categories: `Jewellery > ${product.category.slice(0, 1).toUpperCase()}${product.category.slice(1)}`,
    Tags: product.tags.join(', '),
    Images: product.pictures.map(({ url }) => url).join(', '),
    'Length (cm)': formatCentimetres(facts.lengthMm),
    'Width (cm)': formatCentimetres(facts.widthMm),
    'Height (cm)': formatCentimetres(facts.heightMm),
    Position: '0',
    ...toAttributeCells([...options, ...factAttributes.filter(([, value]) => value !== '')]),
  }
}

function toVariantCells({ facts }: Product, variant: Variant): Row {
  const { price, listPrice } = variant
  return {
    SKU: variant.sku,
    'In stock?': variant.stock > 0 ? '1' : '0',
    Stock: String(variant.stock),
    'Backorders allowed?': '0',
    'Sold individually?': '0',
    'Weight (kg)': (variant.grams / 1000).toFixed(4),
    'Length (cm)': formatCentimetres(variant.lengthMm),
    'Width (cm)': formatCentimetres(facts.widthMm),
    'Height (cm)': formatCentimetres(facts.heightMm),
    'Sale price': listPrice ? String(price) : '',
    'Regular price': String(listPrice ?? price),
    Images: variant.picture ?? '',
    'Meta: _wholesale_price': variant.cost.toFixed(2),
  }
}

type Attribute = [name: string, value: string, visible: boolean]

function toAttributeCells(list: Attribute[]): Row {
  const cells = list.flatMap(([name, value, visible], i): [string, string][] => [
    [`Attribute ${i + 1} name`, name],
    [`Attribute ${i + 1} value(s)`, value],
    [`Attribute ${i + 1} visible`, visible ? '1' : ''],
    [`Attribute ${i + 1} global`, name === 'Size' || name === 'Color' ? '1' : '0'],
  ])
  return Object.fromEntries(cells)
}

/** A comma inside one attribute value, as WooCommerce writes it. */
function escapeComma(value: string): string {
  return value.replaceAll(',', '\\,')
}

function formatCentimetres(mm: number): string {
  return String(Math.round(mm * 10) / 100)
}
