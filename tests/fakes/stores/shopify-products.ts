import { INPUTS } from './shopify-inputs.ts'
import type { FakeStoreProduct } from './server.ts'

/** A product as a fake store at Shopify has it. */
export type ShopifyProduct = {
  id: string
  handle: string
  title: string
  files: string[]
  variants: ShopifyVariant[]
  /** Fields that Shopify returns differently in lists. */
  fields?: object
}

type ShopifyVariant = { id: string; sku: string | null; price: string; quantity: number; values: string }

/** The state of a fake store: its products, the keys of applied changes, and its counters. */
export type ShopifyState = {
  products: ShopifyProduct[]
  keys: Set<string>
  made: number
}

/** Returns the next ID of a kind of object. */
export function nextGid(state: ShopifyState, kind: string): string {
  state.made += 1
  return `gid://shopify/${kind}/${state.made}`
}

/** The product operations by name; each takes the variables as they were sent. */
export const PRODUCT_OPERATIONS: Readonly<
  Record<string, (state: ShopifyState, variables: unknown) => unknown>
> = {
  StoreProduct: ({ products }, variables) => {
    const { identifier } = INPUTS.StoreProduct.parse(variables)
    const found = products.find((one) =>
      'id' in identifier ? one.id === identifier.id : one.handle === identifier.handle,
    )
    return { productByIdentifier: found ? toProductNode(found) : null }
  },
  StoreProducts: ({ products }, variables) => {
    const { first, after } = INPUTS.StoreProducts.parse(variables)
    const from = after === null ? 0 : Number(after)
    const nodes = products.slice(from, from + first).map(toListedProduct)
    const end = from + nodes.length
    const pageInfo = { hasNextPage: end < products.length, endCursor: nodes.length > 0 ? String(end) : null }
    return { products: { nodes, pageInfo } }
  },
  CreateProduct: createProduct,
  UpdatePrices: ({ products }, variables) => {
    const { productId, variants } = INPUTS.UpdatePrices.parse(variables)
    const prices = new Map(variants.map(({ id, price }) => [id, price]))
    for (const variant of products.find(({ id }) => id === productId)?.variants ?? [])
      variant.price = prices.get(variant.id) ?? variant.price
    return { productVariantsBulkUpdate: { userErrors: [] } }
  },
  UpdateProduct: ({ products }, variables) => {
    const { id, title, ...fields } = INPUTS.UpdateProduct.parse(variables).product
    const product = products.find((one) => one.id === id)
    if (product) {
      product.title = title ?? product.title
      product.fields = { ...product.fields, ...fields }
    }
    return { productUpdate: { userErrors: [] } }
  },
  CreateVariants: createVariants,
  SetStock: ({ products, keys }, variables) => {
    const { key, input } = INPUTS.SetStock.parse(variables)
    const wanted = new Map(input.quantities.map((one) => [one.inventoryItemId, one.quantity]))
    // A repeated key returns the earlier answer without a change.
    if (!keys.has(key))
      for (const variant of products.flatMap(({ variants }) => variants))
        variant.quantity = wanted.get(toInventoryItemId(variant.id)) ?? variant.quantity
    keys.add(key)
    return { inventorySetQuantities: { userErrors: [] } }
  },
}

function createProduct(state: ShopifyState, variables: unknown): unknown {
  const { identifier, input } = INPUTS.CreateProduct.parse(variables)
  if (identifier.handle !== input.handle)
    return { productSet: { product: null, ...errors('Mismatch', 'INPUT_MISMATCH') } }
  if (input.title.includes('Forbidden'))
    return { productSet: { product: null, ...errors('Title is not allowed', 'INVALID_INPUT') } }
  const found = state.products.find(({ handle }) => handle === input.handle)
  const product = found ?? {
    id: nextGid(state, 'Product'),
    handle: input.handle,
    title: '',
    files: [],
    variants: [],
  }
  if (!found) state.products.push(product)
  const { descriptionHtml, productType = '', seo = null } = input
  product.title = input.title
  product.fields = { descriptionHtml, productType, seo }
  product.files = input.files.map(({ originalSource }) => originalSource)
  product.variants = input.variants.map(({ sku = null, price, optionValues, inventoryQuantities }) => ({
    id: nextGid(state, 'ProductVariant'),
    sku,
    price,
    quantity: inventoryQuantities[0]?.quantity ?? 0,
    values: optionValues.map((value) => value.name).join(' / '),
  }))
  const nodes = product.variants.map(({ id, sku }) => ({ id, sku }))
  return { productSet: { product: { id: product.id, variants: { nodes } }, userErrors: [] } }
}

function createVariants(state: ShopifyState, variables: unknown): unknown {
  const { productId, variants } = INPUTS.CreateVariants.parse(variables)
  const product = state.products.find(({ id }) => id === productId)
  const before = product?.variants.length ?? 0
  for (const { optionValues, price, inventoryItem, inventoryQuantities } of variants) {
    const values = optionValues.map((value) => value.name).join(' / ')
    if (product?.variants.some((variant) => variant.values === values))
      return { productVariantsBulkCreate: errors(`The variant '${values}' already exists.`) }
    product?.variants.push({
      id: nextGid(state, 'ProductVariant'),
      sku: inventoryItem.sku ?? null,
      price,
      quantity: inventoryQuantities[0]?.availableQuantity ?? 0,
      values,
    })
  }
  const productVariants = product?.variants.slice(before).map(({ id, sku }) => ({ id, sku }))
  return { productVariantsBulkCreate: { productVariants, userErrors: [] } }
}

function errors(message: string, code: string | null = null) {
  return { userErrors: [{ field: ['input'], message, code }] }
}

function toInventoryItemId(variantId: string): string {
  return variantId.replace('ProductVariant', 'InventoryItem')
}

function toProductNode({ id, variants }: ShopifyProduct) {
  const nodes = variants.map((variant) => ({
    id: variant.id,
    sku: variant.sku,
    selectedOptions: variant.values.split(' / ').map((value) => ({ value })),
    inventoryItem: { id: toInventoryItemId(variant.id) },
  }))
  return { id, variants: { nodes } }
}

function toListedProduct({ id, title, files, variants, fields }: ShopifyProduct) {
  return {
    id,
    title,
    descriptionHtml: `<p>${title}</p>`,
    productType: '',
    seo: { description: null },
    totalInventory: variants.reduce((sum, { quantity }) => sum + quantity, 0),
    tracksInventory: true,
    status: 'ACTIVE',
    isGiftCard: false,
    requiresSellingPlan: false,
    variants: {
      nodes: variants.slice(0, 2).map(({ sku, price }) => ({
        sku,
        price,
        inventoryItem: { requiresShipping: true },
      })),
    },
    // Media that are not pictures are empty objects.
    media: { nodes: [{}, ...files.map((url) => ({ image: { url } }))] },
    ...fields,
  }
}

/** Converts a product to the form that both kinds of fake stores share. */
export function toFakeShopifyProduct({ id, title, files, variants }: ShopifyProduct): FakeStoreProduct {
  const offers = variants.map(({ sku, price, quantity }) => ({ sku: sku ?? '', price, quantity }))
  return { id, name: title, pictures: files, offers }
}
