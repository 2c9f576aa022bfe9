import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const CATEGORIES = [
  'rings',
  'necklaces',
  'bracelets',
  'earrings',
  'pendants',
  'brooches',
  'anklets',
  'charms',
] as const

const ProductSpec = z.strictObject({
  name: z.string(),
  design: z.string(),
  view: z.enum(['front', 'close']),
  metal: z.string(),
  stones: z.array(z.string()).default([]),
  grams: z.number().positive(),
  price: z.number().positive(),
  listPrice: z.number().positive().optional(),
  colours: z.array(z.strictObject({ name: z.string(), design: z.string(), metal: z.string() })).default([]),
  materials: z.array(z.strictObject({ name: z.string(), metal: z.string() })).default([]),
  text: z.string(),
})

const Metal = z.strictObject({
  metal: z.string(),
  purity: z.string(),
  plating: z.string(),
  text: z.string(),
  kind: z.enum(['gold', 'silver', 'plated']),
})

const Form = z.strictObject({
  measures: z.string(),
  lengthMm: z.number(),
  widthMm: z.number(),
  heightMm: z.number(),
})

const SupplierStyle = z.strictObject({
  prefix: z.string(),
  dialect: z.enum(['shopify-old', 'shopify-new', 'woocommerce']),
  sizes: z.enum(['US', 'EU', 'UK', 'JP', 'HK']),
  layout: z.enum(['list', 'lines', 'sentence']),
  labels: z.strictObject({ metal: z.string(), stones: z.string(), measures: z.string(), weight: z.string() }),
  care: z.partialRecord(
    z.enum(['gold', 'silver', 'plated', 'pearl', 'soft', 'emerald']),
    z.array(z.string()).min(1),
  ),
  box: z.array(z.string()).min(1),
})

const Sizes = z.strictObject({
  rings: z.record(z.string(), z.strictObject({ regular: z.array(z.string()), signet: z.array(z.string()) })),
  lengthsCm: z.record(z.string(), z.array(z.number())),
  cuffs: z.array(z.string()),
  fixedLengthCm: z.record(z.string(), z.number()),
  cuffDesigns: z.array(z.string()),
})

const Design = z.object({ id: z.string(), category: z.enum(CATEGORIES) })
const Supplier = z.object({ slug: z.string(), name: z.string(), country: z.string(), feed: z.string() })

/** A product of `products/<slug>.json`: prices in US dollars, weight in grams. */
export type ProductSpec = z.infer<typeof ProductSpec>
/** The style of a supplier's feed: dialect, size standard, layout, and texts on care and packing. */
export type SupplierStyle = z.infer<typeof SupplierStyle>
/** A metal or alloy: its facts and its names. */
export type Metal = z.infer<typeof Metal>
/** One of the eight categories of the shop. */
export type Category = (typeof CATEGORIES)[number]
/** The sizes that products come in, by category and size standard. */
type SizeTables = z.infer<typeof Sizes>

/** Everything the feeds are made of. `get…` throw when a product names something that is not there. */
export type Material = Readonly<{
  suppliers: z.infer<typeof Supplier>[]
  sizes: SizeTables
  readProducts: (slug: string) => Promise<ProductSpec[]>
  getVoice: (slug: string) => SupplierStyle
  getMetal: (key: string) => Metal
  getForm: (design: string) => z.infer<typeof Form>
  getCategory: (design: string) => Category
}>

/** Reads and checks the JSON files of the demo folder. */
export async function readMaterial(demo: string): Promise<Material> {
  const read = async <Shape extends z.ZodType>(file: string, shape: Shape): Promise<z.output<Shape>> =>
    shape.parse(JSON.parse(await readFile(path.join(demo, file), 'utf8')))
  const { designs } = await read('art/designs.json', z.object({ designs: z.array(Design) }))
  const metals = await read('compose/data/metals.json', z.record(z.string(), Metal))
  const forms = await read('compose/data/forms.json', z.record(z.string(), Form))
  const voices = await read('compose/data/voices.json', z.record(z.string(), SupplierStyle))
  const categories = Object.fromEntries(designs.map(({ id, category }) => [id, category]))
  return {
    suppliers: await read('suppliers.json', z.array(Supplier)),
    sizes: await read('compose/data/sizes.json', Sizes),
    readProducts: (slug) => read(`compose/products/${slug}.json`, z.array(ProductSpec)),
    getVoice: (slug) => requireValue(voices[slug], `voice of ${slug}`),
    getMetal: (key) => requireValue(metals[key], `metal ${key}`),
    getForm: (design) => requireValue(forms[design], `form of ${design}`),
    getCategory: (design) => requireValue(categories[design], `design ${design}`),
  }
}

function requireValue<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`There is no ${what}.`)
  return value
}
