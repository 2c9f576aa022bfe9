import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type {
  OutgoingProduct,
  OutgoingVariant,
  PushedVariant,
  PushOutcome,
} from '#features/stores/connections/port.ts'
import { refused } from '#core/errors.ts'
import { matchVariants, type VariantMatches } from '#core/products/store-variants.ts'
import { callShopify, type ShopifyStore, type ShopifyClient } from './call-shopify.ts'
import {
  CREATE_PRODUCT,
  CREATE_VARIANTS,
  LOCATIONS,
  SET_STOCK,
  UPDATE_PRICES,
  UPDATE_PRODUCT,
} from './operations.ts'
import {
  type ExistingProduct,
  type ExistingVariant,
  findExisting,
  toHandle,
  toTargetVariants,
} from './existing-product.ts'

/** The most variants that Shopify accepts in one call. */
const MAX_VARIANTS = 100

/** The option that Shopify has for a product without options. */
const ONLY_OPTION = { name: 'Title', value: 'Default Title' }

const UserErrors = z.array(z.object({ message: z.string(), code: z.string().nullish() }))
type UserErrors = z.output<typeof UserErrors>

const Locations = z.object({
  locations: z.object({
    nodes: z.array(z.object({ id: z.string(), isActive: z.boolean(), fulfillsOnlineOrders: z.boolean() })),
  }),
})

const CreatedVariants = z.array(z.object({ id: z.string(), sku: z.string().nullable() }))
const CreatedProduct = z.object({ id: z.string(), variants: z.object({ nodes: CreatedVariants }) })

/** Returns the location of a store that stocks online orders. Throws when there is none. */
export async function findLocation(client: ShopifyClient, store: ShopifyStore): Promise<string> {
  const { locations } = await callShopify(client, store, { document: LOCATIONS, data: Locations })
  const active = locations.nodes.filter(({ isActive }) => isActive)
  const location = active.find(({ fulfillsOnlineOrders }) => fulfillsOnlineOrders) ?? active[0]
  if (!location)
    throw refused(
      'store_refused',
      'Your Shopify store has no location for stock. Add one in the Shopify admin.',
    )
  return location.id
}

/**
 * Creates or updates one product in a store. An existing product gets prices, stock, new variants, and the texts that
 * follow its supplier; other texts, pictures and its owner's additions stay. A new product has our own id as its
 * handle, so that repeating the creation does not duplicate it.
 */
export async function pushProduct(
  client: ShopifyClient,
  { shop, locationId }: Readonly<{ shop: ShopifyStore; locationId: string }>,
  product: OutgoingProduct,
): Promise<PushOutcome> {
  const { reference } = product
  if (product.variants.length > MAX_VARIANTS)
    return {
      reference,
      problem: `Shopify supports at most ${MAX_VARIANTS} variants per product.`,
    }
  const existing = await findExisting(client, shop, product)
  if (!existing && product.mustExist)
    return {
      reference,
      problem:
        'This product is no longer in your store. Plan publishing to add it again, or remove it from your selection.',
    }
  const target: PushTarget = { shopify: client, shop, locationId }
  return existing ? updateProduct(target, existing, product) : createProduct(target, product)
}

type PushTarget = Readonly<{ shopify: ShopifyClient; shop: ShopifyStore; locationId: string }>

async function createProduct(target: PushTarget, product: OutgoingProduct): Promise<PushOutcome> {
  const { reference, name, descriptionHtml, pictures, variants } = product
  const handle = toHandle(reference)
  const input = {
    handle,
    title: name.slice(0, 255),
    descriptionHtml,
    ...(product.category === undefined ? {} : { productType: product.category.slice(0, 255) }),
    // Shopify has no short description; the search engine description is used instead.
    ...(product.shortDescription === undefined ? {} : { seo: { description: product.shortDescription } }),
    status: 'ACTIVE',
    files: pictures.map((originalSource) => ({ originalSource, contentType: 'IMAGE', alt: name })),
    productOptions: toOptions(product),
    variants: variants.map((variant) => ({
      optionValues: toOptionValues(product, variant),
      sku: variant.reference,
      price: variant.price,
      inventoryPolicy: 'DENY',
      inventoryItem: { tracked: true, ...toMeasurement(variant) },
      inventoryQuantities: [{ locationId: target.locationId, name: 'available', quantity: variant.quantity }],
    })),
  }
  const data = z.object({
    productSet: z.object({ product: CreatedProduct.nullable(), userErrors: UserErrors }),
  })
  const { productSet } = await callShopify(target.shopify, target.shop, {
    document: CREATE_PRODUCT,
    variables: { identifier: { handle }, input },
    data,
  })
  const hasPictures = pictures.length > 0
  if (productSet.product) {
    const { id, variants: created } = productSet.product
    return { reference, externalId: id, hasPictures, variants: toPushedVariants(product, created.nodes) }
  }
  return { reference, problem: toMessage(productSet.userErrors) }
}

async function updateProduct(
  target: PushTarget,
  existing: ExistingProduct,
  product: OutgoingProduct,
): Promise<PushOutcome> {
  const { reference } = product
  const matches = matchVariants(
    toTargetVariants(product, existing),
    existing.variants.nodes,
    product.removedIds,
  )
  const priceErrors = product.keepsPrice ? [] : await updatePrices(target, existing.id, matches)
  const stockErrors = await setStock(target, matches)
  const created = await createVariants(target, existing.id, { ...product, variants: matches.missing })
  const productErrors = await updateItself(target, existing.id, product)
  const errors = [...priceErrors, ...stockErrors, ...created.userErrors, ...productErrors]
  const known = [...matches.found].map(([variant, { id }]) => ({ reference: variant, externalId: id }))
  const variants = [...known, ...toPushedVariants(product, created.productVariants ?? [])]
  const problem = errors.length > 0 ? toMessage(errors) : matches.problem
  const pushed = { reference, externalId: existing.id, variants }
  return problem === null
    ? { ...pushed, hasPictures: null }
    : { ...pushed, problem, isAboutVariants: errors.length === 0 }
}

async function updateItself(
  { shopify, shop }: PushTarget,
  id: string,
  { visibility, texts = {} }: OutgoingProduct,
): Promise<UserErrors> {
  const { title, description, shortDescription, category } = texts
  const fields = {
    ...(visibility ? { status: visibility === 'hide' ? 'DRAFT' : 'ACTIVE' } : {}),
    ...(title === undefined ? {} : { title: title.slice(0, 255) }),
    ...(description === undefined ? {} : { descriptionHtml: description }),
    ...(category === undefined ? {} : { productType: category.slice(0, 255) }),
    ...(shortDescription === undefined ? {} : { seo: { description: shortDescription } }),
  }
  if (Object.keys(fields).length === 0) return []
  const data = z.object({ productUpdate: z.object({ userErrors: UserErrors }) })
  const variables = { product: { id, ...fields } }
  const answer = await callShopify(shopify, shop, { document: UPDATE_PRODUCT, variables, data })
  return answer.productUpdate.userErrors
}

/** Returns the store's ids of our variants, by the SKUs of their creation. */
function toPushedVariants(
  { variants }: OutgoingProduct,
  nodes: z.output<typeof CreatedVariants>,
): PushedVariant[] {
  const references = new Set(variants.map(({ reference }) => reference))
  return nodes.flatMap(({ id, sku }) =>
    sku !== null && references.has(sku) ? [{ reference: sku, externalId: id }] : [],
  )
}

type Matches = VariantMatches<OutgoingVariant, ExistingVariant>

async function updatePrices(
  { shopify, shop }: PushTarget,
  productId: string,
  { offers }: Matches,
): Promise<UserErrors> {
  const changes = offers.map(({ stored, meant }) => ({ id: stored.id, price: meant.price }))
  if (changes.length === 0) return []
  const data = z.object({ productVariantsBulkUpdate: z.object({ userErrors: UserErrors }) })
  const variables = { productId, variants: changes }
  const answer = await callShopify(shopify, shop, { document: UPDATE_PRICES, variables, data })
  return answer.productVariantsBulkUpdate.userErrors
}

/** Sets the stock. Variants that the product no longer has get zero; variants that are not ours stay unchanged. */
async function setStock(
  { shopify, shop, locationId }: PushTarget,
  { offers, gone }: Matches,
): Promise<UserErrors> {
  const toQuantity = ({ inventoryId: inventoryItemId }: ExistingVariant, quantity: number) => ({
    inventoryItemId,
    locationId,
    quantity,
    changeFromQuantity: null,
  })
  const quantities = [
    ...offers.map(({ stored, meant }) => toQuantity(stored, meant.quantity)),
    ...gone.map((variant) => toQuantity(variant, 0)),
  ]
  if (quantities.length === 0) return []
  const data = z.object({ inventorySetQuantities: z.object({ userErrors: UserErrors }) })
  const input = { name: 'available', reason: 'correction', quantities }
  const variables = { input, key: randomUUID() }
  const answer = await callShopify(shopify, shop, { document: SET_STOCK, variables, data })
  return answer.inventorySetQuantities.userErrors
}

const BulkCreation = z.object({ productVariants: CreatedVariants.nullish(), userErrors: UserErrors })

async function createVariants(
  { shopify, shop, locationId }: PushTarget,
  productId: string,
  product: OutgoingProduct,
): Promise<z.output<typeof BulkCreation>> {
  if (product.variants.length === 0) return { userErrors: [] }
  const variants = product.variants.map((variant) => ({
    optionValues: toOptionValues(product, variant),
    price: variant.price,
    inventoryPolicy: 'DENY',
    inventoryItem: { sku: variant.reference, tracked: true, ...toMeasurement(variant) },
    inventoryQuantities: [{ locationId, availableQuantity: variant.quantity }],
  }))
  const data = z.object({ productVariantsBulkCreate: BulkCreation })
  const variables = { productId, variants }
  const answer = await callShopify(shopify, shop, { document: CREATE_VARIANTS, variables, data })
  return answer.productVariantsBulkCreate
}

function toMeasurement({ weightGrams }: OutgoingVariant): object {
  return weightGrams === undefined ? {} : { measurement: { weight: { unit: 'GRAMS', value: weightGrams } } }
}

type OptionValues = readonly Readonly<{ optionName: string; name: string }>[]

function toOptions({ options, variants }: OutgoingProduct) {
  if (options.length === 0)
    return [{ name: ONLY_OPTION.name, position: 1, values: [{ name: ONLY_OPTION.value }] }]
  return options.map((name, index) => ({
    name,
    position: index + 1,
    values: [...new Set(variants.map(({ values }) => values[index] ?? ''))].map((value) => ({ name: value })),
  }))
}

function toOptionValues({ options }: OutgoingProduct, { values }: OutgoingVariant): OptionValues {
  if (options.length === 0) return [{ optionName: ONLY_OPTION.name, name: ONLY_OPTION.value }]
  return options.map((optionName, index) => ({ optionName, name: values[index] ?? '' }))
}

function toMessage(errors: UserErrors): string {
  return errors.length > 0
    ? `Shopify says: ${errors.map(({ message }) => message).join(' ')}`
    : 'Shopify rejected this product.'
}
