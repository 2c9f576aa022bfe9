import { seededRandom } from './seeded-random.ts'
import type { Material, ProductSpec, SupplierStyle } from './product-specs.ts'
import type { Variant } from './product.ts'

type Choice = Readonly<{ value: string; suffix: string; factor: number; design?: string; lengthCm?: number }>
type Option = Readonly<{ name: string; choices: Choice[] }>
type ProductContext = Readonly<{
  product: ProductSpec
  voice: SupplierStyle
  code: string
  pictureOf: (design: string) => string
}>

/** Returns a product's options (size, colour, material) and one variant for each combination. */
export function createVariants(
  material: Material,
  context: ProductContext,
): { optionNames: string[]; variants: Variant[] } {
  const options = [sizeOption(material, context), ...metalOptions(context.product)].filter(
    (option) => option !== undefined,
  )
  let combinations: Choice[][] = [[]]
  for (const { choices } of options)
    combinations = combinations.flatMap((before) => choices.map((choice) => [...before, choice]))
  return {
    optionNames: options.map(({ name }) => name),
    variants: combinations.map((choices) => createVariant(material, context, choices)),
  }
}

function sizeOption(material: Material, { product, voice }: ProductContext): Option | undefined {
  const { sizes } = material
  const category = material.getCategory(product.design)
  if (category === 'rings') {
    const ringSizes =
      sizes.rings[voice.sizes]?.[product.design.includes('signet') ? 'signet' : 'regular'] ?? []
    return {
      name: 'Size',
      choices: ringSizes.map((value) => createChoice(value, value.replace(/\D*(\d+)|\w+ /, '$1'))),
    }
  }
  if (sizes.cuffDesigns.includes(product.design)) {
    const choices = sizes.cuffs.map((value, i) => ({
      ...createChoice(value, value.slice(0, 1)),
      factor: 0.97 + 0.03 * i,
    }))
    return { name: 'Size', choices }
  }
  if (product.design in sizes.fixedLengthCm) return undefined
  const lengths = sizes.lengthsCm[category]
  if (!lengths) return undefined
  const first = lengths[0] ?? 0
  const choices = lengths.map((cm) => ({
    ...createChoice(`${cm} cm`, String(cm)),
    lengthCm: cm,
    factor: 1 + (cm - first) / first / 3,
  }))
  return { name: 'Size', choices }
}

function metalOptions({ colours, materials }: ProductSpec): Option[] {
  const options: Option[] = []
  if (colours.length > 0) {
    const choices = colours.map(({ name, design }) => ({ ...createChoice(name, initials(name)), design }))
    options.push({ name: 'Color', choices })
  }
  if (materials.length > 0) {
    const choices = materials.map(({ name }, i) => ({
      ...createChoice(name, initials(name)),
      factor: 1 + 0.22 * i,
    }))
    options.push({ name: 'Material', choices })
  }
  return options
}

function createChoice(value: string, suffix: string): Choice {
  return { value, suffix, factor: 1 }
}

function initials(name: string): string {
  return name.replace(/[^A-Z0-9]/g, '')
}

function createVariant(
  material: Material,
  { product, code, pictureOf }: ProductContext,
  choices: Choice[],
): Variant {
  const sku = [code, ...choices.map(({ suffix }) => suffix)].join('-')
  const factor = choices.reduce((total, choice) => total * choice.factor, 1)
  const price = roundPrice(product.price * factor)
  const cm =
    choices.find((choice) => choice.lengthCm)?.lengthCm ?? material.sizes.fixedLengthCm[product.design]
  const design = choices.find((choice) => choice.design)?.design
  return {
    sku,
    options: choices.map(({ value }) => value),
    price,
    ...(product.listPrice && { listPrice: Math.max(roundPrice(product.listPrice * factor), price + 1) }),
    cost: Math.round(product.price * factor * (45 + 15 * seededRandom(`cost ${code}`))) / 100,
    stock: pickStock(sku, code, price),
    grams: Math.round(product.grams * factor * 10) / 10,
    lengthMm: cm ? cm * 10 : material.getForm(product.design).lengthMm,
    ...(design && { picture: pictureOf(design) }),
  }
}

/** Whole dollars; from a hundred up in fives, from a thousand up in tens. */
function roundPrice(dollars: number): number {
  const step = dollars >= 1000 ? 10 : dollars >= 100 ? 5 : 1
  return Math.round(dollars / step) * step
}

/** Picks the stock of a variant: one or two of an expensive product, dozens of a cheap one; a few are sold out. */
function pickStock(sku: string, code: string, price: number): number {
  if (seededRandom(`gone ${code}`) < 0.02 || seededRandom(`none ${sku}`) < 0.05) return 0
  const maxStock = price > 5000 ? 4 : price > 1000 ? 18 : price > 300 ? 45 : 80
  return 1 + Math.floor(seededRandom(`stock ${sku}`) * maxStock)
}
