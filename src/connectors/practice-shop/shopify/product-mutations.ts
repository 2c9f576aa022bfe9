import {
  createProduct,
  deleteProduct,
  type ProductChange,
  updateProduct,
} from '../products/product-writes.ts'
import { listProducts, type PracticeAttribute } from '../products/product-queries.ts'
import { fromGid, toProductNode, toVariantNode } from './product-nodes.ts'
import { findProducts, sendProductWebhooks } from './product-resolvers.ts'
import type { Resolvers, ShopifyContext } from './schema.ts'

type OptionValue = Readonly<{ optionName: string; name: string }>
type VariantInput = Readonly<{
  id?: string
  optionValues?: readonly OptionValue[]
  sku?: string
  price?: string
  compareAtPrice?: string | null
  inventoryItem?: Readonly<{
    tracked?: boolean
    sku?: string
    measurement?: Readonly<{ weight?: Readonly<{ unit: string; value: number }> }>
  }>
  inventoryQuantities?: readonly Readonly<{ quantity?: number; availableQuantity?: number }>[]
}>

type ProductInput = Readonly<{
  title?: string
  handle?: string
  descriptionHtml?: string
  status?: string
  productType?: string
  seo?: Readonly<{ description?: string }>
  tags?: readonly string[]
  files?: readonly Readonly<{ originalSource?: string; alt?: string }>[]
  productOptions?: readonly Readonly<{ name?: string; values?: readonly Readonly<{ name?: string }>[] }>[]
  variants?: readonly VariantInput[]
}>

const NO_OPTION = 'Title'

/** Answers mutations of products and variants. */
export const PRODUCT_MUTATIONS: Resolvers = {
  productSet: async (
    { identifier, input }: { identifier?: { handle?: string; id?: string }; input: ProductInput },
    context,
  ) => setProduct(context, identifier?.handle ?? input.handle ?? '', input),
  productUpdate: async ({ product }: { product: ProductInput & { id: string } }, context) => {
    const change = toChange(product)
    const id = fromGid('Product', product.id) ?? 0
    const outcome = await updateProduct(context.tx, write(context), { ...change, id })
    if (!('product' in outcome)) return errors('Product does not exist')
    await sendProductWebhooks(context, 'product.updated', id)
    return NO_ERRORS
  },
  productVariantsBulkUpdate: async (
    { productId, variants }: { productId: string; variants: readonly VariantInput[] },
    context,
  ) => {
    for (const variant of variants) {
      const id = fromGid('ProductVariant', variant.id ?? '') ?? 0
      const outcome = await updateProduct(context.tx, write(context), { ...toVariantChange(variant), id })
      if (!('product' in outcome)) return errors('Product variant does not exist')
    }
    await sendProductWebhooks(context, 'product.updated', fromGid('Product', productId) ?? 0)
    return NO_ERRORS
  },
  productVariantsBulkCreate: async (
    { productId, variants }: { productId: string; variants: readonly VariantInput[] },
    context,
  ) => {
    const id = fromGid('Product', productId) ?? 0
    const [found] = await findProducts(context, [id])
    if (!found) return errors('Product does not exist')
    const created: number[] = []
    for (const variant of variants) {
      const title = variant.optionValues?.map(({ name }) => name).join(' / ') ?? ''
      if (found.variations.some((known) => nameVariant(known.attributes) === title))
        return errors(`The variant '${title}' already exists. Please change at least one option value.`)
      const outcome = await createProduct(
        context.tx,
        { ...write(context), parentId: id },
        toVariantChange(variant),
      )
      if ('product' in outcome) created.push(outcome.product.id)
    }
    await sendProductWebhooks(context, 'product.updated', id)
    return { ...NO_ERRORS, productVariants: await listVariantNodes(context, id, created) }
  },
}

/** Returns these variations of a product as API nodes, in this order. */
async function listVariantNodes(context: ShopifyContext, productId: number, ids: readonly number[]) {
  const [product] = await findProducts(context, [productId])
  if (!product) return []
  const node = toProductNode(product)
  return ids.flatMap((id) => {
    const variation = product.variations.find((one) => one.id === id)
    return variation ? [toVariantNode(variation, node)] : []
  })
}

const NO_ERRORS = { userErrors: [] }
const errors = (message: string, code: string | null = null) => ({
  userErrors: [{ field: ['input'], message, code }],
})
const write = ({ shop, now }: ShopifyContext) => ({ shopId: shop.id, now })
const nameVariant = (attributes: readonly PracticeAttribute[]) =>
  attributes.flatMap(({ option }) => option ?? []).join(' / ')

/** Creates a product, or replaces the one with this handle, deleting variants that are not named. */
async function setProduct(context: ShopifyContext, handle: string, input: ProductInput): Promise<object> {
  const { tx, shop } = context
  if ((input.title ?? '').length > 255)
    return { product: null, ...errors('is too long (maximum is 255 characters)') }
  const { products } = await listProducts(tx, shop.id, { handle, limit: 1, offset: 0 })
  const [known] = handle === '' ? [] : products
  const change = { ...toChange(input), handle }
  const outcome = known
    ? await updateProduct(tx, write(context), { ...change, id: known.id })
    : await createProduct(tx, write(context), change)
  if (!('product' in outcome)) return { product: null, ...errors(outcome.message) }
  const { id } = outcome.product
  await setVariants(context, id, input)
  await sendProductWebhooks(context, known ? 'product.updated' : 'product.created', id)
  const [found] = await findProducts(context, [id])
  return { product: found ? toProductNode(found) : null, userErrors: [] }
}

async function setVariants(context: ShopifyContext, id: number, input: ProductInput): Promise<void> {
  const { variants = [] } = input
  const [only] = variants
  const [found] = await findProducts(context, [id])
  for (const { id: variationId } of found?.variations ?? [])
    await deleteProduct(context.tx, write(context), variationId)
  if (isWithoutOptions(input) && only) {
    await updateProduct(context.tx, write(context), { ...toVariantChange(only), attributes: [], id })
    return
  }
  for (const variant of variants)
    await createProduct(context.tx, { ...write(context), parentId: id }, toVariantChange(variant))
}

function isWithoutOptions({ productOptions = [], variants = [] }: ProductInput): boolean {
  return variants.length <= 1 && (productOptions[0]?.name ?? NO_OPTION) === NO_OPTION
}

function toChange(input: ProductInput): ProductChange {
  const { title, descriptionHtml, status, productType, tags, files, productOptions } = input
  return {
    ...(title === undefined ? {} : { name: title }),
    ...(descriptionHtml === undefined ? {} : { description: descriptionHtml }),
    ...(status === undefined ? {} : { status: status === 'ACTIVE' ? 'publish' : 'draft' }),
    ...(productType === undefined ? {} : { categories: [productType] }),
    ...(input.seo?.description === undefined ? {} : { shortDescription: input.seo.description }),
    ...(tags === undefined ? {} : { tags: [...tags] }),
    ...(files === undefined
      ? {}
      : {
          images: files.flatMap(({ originalSource, alt }) =>
            originalSource ? [{ src: originalSource, alt }] : [],
          ),
        }),
    ...(productOptions === undefined || isWithoutOptions(input)
      ? {}
      : {
          type: 'variable' as const,
          attributes: productOptions.map(({ name = '', values = [] }) => ({
            name,
            options: values.flatMap((value) => value.name ?? []),
            variation: true,
            visible: true,
          })),
        }),
  }
}

function toVariantChange(variant: VariantInput): ProductChange {
  const { optionValues, price, compareAtPrice, inventoryItem, inventoryQuantities } = variant
  const sku = variant.sku ?? inventoryItem?.sku
  const quantity = inventoryQuantities?.[0]?.quantity ?? inventoryQuantities?.[0]?.availableQuantity
  const hasSale = compareAtPrice !== undefined && compareAtPrice !== null
  return {
    ...(sku === undefined ? {} : { sku }),
    ...(price === undefined ? {} : { regularPrice: hasSale ? compareAtPrice : price }),
    ...(hasSale && price !== undefined ? { salePrice: price } : {}),
    ...(inventoryItem?.tracked === undefined ? {} : { managesStock: inventoryItem.tracked }),
    ...(quantity === undefined ? {} : { quantity }),
    ...(inventoryItem?.measurement?.weight ? { weight: toKilograms(inventoryItem.measurement.weight) } : {}),
    ...(optionValues === undefined
      ? {}
      : { attributes: optionValues.map(({ optionName, name }) => ({ name: optionName, option: name })) }),
  }
}

const KILOGRAMS: Readonly<Record<string, number>> = {
  KILOGRAMS: 1,
  GRAMS: 0.001,
  POUNDS: 0.453_592_37,
  OUNCES: 0.028_349_523_125,
}

/** Converts a weight to kilograms, with at most four decimals. */
function toKilograms({ unit, value }: Readonly<{ unit: string; value: number }>): string {
  return String(Math.round(value * (KILOGRAMS[unit] ?? 1) * 10_000) / 10_000)
}
