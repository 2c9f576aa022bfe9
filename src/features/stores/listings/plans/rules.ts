import { toPlainText } from '#core/text/plain-text.ts'
import type {
  ListingOwnership,
  OutgoingProduct,
  PendingProduct,
  RemoteProduct,
  RestoredFields,
} from '#features/stores/connections/service.ts'
import { TEXT_FIELDS } from '#features/stores/connections/contract.ts'
import type { PublishPlanItemData } from '../contract.ts'

/** A plan's item for a product. `adoptedId` is the product in the store that it is linked to. */
export type PlannedItem = Readonly<{
  productKey: number
  action: PublishPlanItemData['action']
  reason: string | null
  changes: PublishPlanItemData['changes']
  adoptedId: string | null
  fingerprint: string
  /** The new owners of its fields, and the current values; null if the plan publishes. */
  ownership: ListingOwnership | null
  previous: RestoredFields | null
}>

/** The products of a store by its ids, and by SKU if they have one. */
export type StoreContents = Readonly<{
  byId: ReadonlyMap<string, RemoteProduct>
  bySku: ReadonlyMap<string, readonly RemoteProduct[]>
}>

/** Returns the products of a store by id and by SKU. */
export function toContents(products: readonly RemoteProduct[]): StoreContents {
  const withSku = products.filter(({ sku }) => sku !== '')
  return {
    byId: new Map(products.map((product) => [product.externalId, product])),
    bySku: Map.groupBy(withSku, ({ sku }) => sku),
  }
}

/** The product of the store that a product of ours is linked to, none, or why that is unclear. */
export type Match =
  | Readonly<{ kind: 'none' }>
  | Readonly<{ kind: 'match'; product: RemoteProduct }>
  | Readonly<{ kind: 'unclear'; reason: string }>

/**
 * Returns the store's product with the SKU of an unlinked product of ours. `linked` are the store's products that are
 * linked already. Only products without variants are linked: matching variants would be a guess.
 */
export function findMatch(
  { publicId, variants }: Pick<PendingProduct, 'publicId' | 'variants'>,
  { bySku }: StoreContents,
  linked: ReadonlySet<string>,
): Match {
  const skus = [publicId, ...variants.map(({ sku }) => sku)].filter((sku) => sku !== '')
  const found = skus
    .flatMap((sku) => bySku.get(sku) ?? [])
    .filter(({ externalId }, index, all) => all.findIndex((one) => one.externalId === externalId) === index)
  const [first, second] = found
  if (!first) return { kind: 'none' }
  // Its SKU is our own id: we published it before.
  if (first.sku === publicId) return { kind: 'match', product: first }
  if (second)
    return {
      kind: 'unclear',
      reason: `“${first.name}” and “${second.name}” in your store have the same SKU. Change one of them, then plan again.`,
    }
  if (linked.has(first.externalId))
    return {
      kind: 'unclear',
      reason: `“${first.name}” in your store has this SKU, and is linked to another product.`,
    }
  if (variants.length > 1 || first.kind !== 'simple')
    return {
      kind: 'unclear',
      reason: `“${first.name}” in your store has this SKU, but products with variants can’t be linked. Change its SKU to publish this product beside it.`,
    }
  return { kind: 'match', product: first }
}

type Changes = PlannedItem['changes']
type OutgoingVariant = OutgoingProduct['variants'][number]
type Context = Readonly<{
  product: Pick<PendingProduct, 'variants' | 'sent'>
  /** The store's current data, if known for the whole product. */
  remote: RemoteProduct | undefined
  currency: string
}>

/** Returns the changes that publishing makes to a product in the store, field by field. */
export function listChanges(outgoing: OutgoingProduct, context: Context): Changes {
  const { product, remote } = context
  const sent = product.sent?.variants ?? {}
  const isSingle = outgoing.variants.length === 1
  const changes: Changes[number][] = outgoing.variants.flatMap((variant) => {
    const known = sent[variant.reference]
    const name = isSingle ? null : describeVariant(product, variant.reference)
    if (!isSingle && isRemoved(variant, remote)) return [toAddedAgain(variant, { name, context })]
    if (!known && !isSingle)
      return [
        { field: 'New variant', variant: name, before: null, after: formatPrice(variant.price, context) },
      ]
    const price = (isSingle ? getPrice(remote) : null) ?? known?.price ?? null
    const quantity = isSingle && remote ? remote.quantity : (known?.quantity ?? null)
    return [
      ...(outgoing.keepsPrice || price === variant.price
        ? []
        : [
            {
              field: 'Price',
              variant: name,
              before: price && formatPrice(price, context),
              after: formatPrice(variant.price, context),
            },
          ]),
      ...(quantity === variant.quantity
        ? []
        : [
            {
              field: 'Stock',
              variant: name,
              before: quantity === null ? 'not counted' : String(quantity),
              after: String(variant.quantity),
            },
          ]),
    ]
  })
  if (!isSingle && changes.length === 0) changes.push(...listTotalStock(outgoing, context))
  const gone = Object.keys(sent).filter((reference) =>
    outgoing.variants.every((one) => one.reference !== reference),
  )
  for (const reference of gone)
    if (sent[reference]?.quantity !== 0)
      changes.push({
        field: 'Removed variant: stock',
        variant: reference.slice(-6),
        before: String(sent[reference]?.quantity),
        after: '0',
      })
  changes.push(...listTextChanges(outgoing, remote))
  if (outgoing.visibility)
    changes.push({
      field: 'On sale',
      variant: null,
      before: outgoing.visibility === 'hide' ? 'Yes' : 'No',
      after: outgoing.visibility === 'hide' ? 'No' : 'Yes',
    })
  return changes
}

/** Returns the price of a store's product without variants, as its owner may have changed it; null if unknown. */
function getPrice(remote: RemoteProduct | undefined): string | null {
  return formatHundredths(remote?.regularAmount ?? remote?.priceAmount ?? null)
}

/** Returns whether a variant was in a store's product and is not there any more. */
function isRemoved({ knownIds = [] }: OutgoingVariant, remote: RemoteProduct | undefined): boolean {
  const ids = remote?.variantIds
  return ids !== undefined && knownIds.length > 0 && !knownIds.some((id) => ids.includes(id))
}

function toAddedAgain(
  { price, quantity }: OutgoingVariant,
  { name, context }: Readonly<{ name: string | null; context: Context }>,
): Changes[number] {
  const after = `${formatPrice(price, context)}, ${quantity} in stock`
  return { field: 'Variant', variant: name, before: 'not in your store', after }
}

/** Returns what a plan says about variants that a store's owner removed; null without any. */
export function explainRemoved(outgoing: OutgoingProduct, { remote }: Context): string | null {
  const count = outgoing.variants.filter((variant) => isRemoved(variant, remote)).length
  if (outgoing.variants.length === 1 || count === 0) return null
  return count === 1
    ? 'A variant was removed in your store. Publishing adds it again.'
    : `${count} variants were removed in your store. Publishing adds them again.`
}

/**
 * Returns the difference of a product's total stock in the store from what was sent, as after its owner changed a stock or
 * removed a variant there. The stock of each variant is not known. What variants have whose options were matched to
 * another one depends on what the store shows, so their total is not compared.
 */
function listTotalStock(outgoing: OutgoingProduct, { product, remote }: Context): Changes {
  const sent = Object.values(product.sent?.variants ?? {}).reduce((sum, one) => sum + one.quantity, 0)
  if (product.variants.some(({ choices }) => choices && choices.length > 0)) return []
  if (!product.sent || !remote || remote.quantity === null || remote.quantity === sent) return []
  const after = outgoing.variants.reduce((sum, { quantity }) => sum + quantity, 0)
  return [{ field: 'Stock', variant: 'all variants', before: String(remote.quantity), after: String(after) }]
}

/** The names of texts in a plan. */
export const FIELD_NAMES = {
  title: 'Title',
  description: 'Description',
  shortDescription: 'Short description',
  category: 'Category',
} as const

/** The most characters of a text in a plan. */
const MAX_SHOWN = 300

/**
 * Returns the texts of a store's product that replacing changes. HTML is compared as plain text, because stores rewrite
 * it.
 */
function listTextChanges({ texts = {} }: OutgoingProduct, remote: RemoteProduct | undefined): Changes {
  const before = readTexts(remote)
  return TEXT_FIELDS.flatMap((field) => {
    const after = texts[field]
    if (after === undefined || toComparable(after) === toComparable(before[field] ?? '')) return []
    return [
      {
        field: FIELD_NAMES[field],
        variant: null,
        before: toDisplayText(before[field]),
        after: toDisplayText(after),
      },
    ]
  })
}

/** Returns the known texts of a store's product. */
export function readTexts(remote: RemoteProduct | undefined): RestoredFields['texts'] {
  if (!remote) return {}
  const { name, descriptionHtml, shortDescription, category } = remote
  return {
    title: name,
    description: descriptionHtml,
    ...(shortDescription === undefined ? {} : { shortDescription }),
    ...(category === undefined ? {} : { category }),
  }
}

function toComparable(text: string): string {
  return toPlainText(text.replaceAll('\n', ', '))
}

function toDisplayText(text = ''): string | null {
  const plain = toComparable(text)
  return plain.length > MAX_SHOWN ? `${plain.slice(0, MAX_SHOWN)}…` : plain || null
}

/** Returns the fields that publishing writes for a product that is not in the store. */
export function listNewFields(outgoing: OutgoingProduct, context: Context): Changes {
  const isSingle = outgoing.variants.length === 1
  return [
    ...listNewTexts(outgoing),
    ...outgoing.variants.flatMap((variant) => {
      const name = isSingle ? null : describeVariant(context.product, variant.reference)
      return [
        { field: 'Price', variant: name, before: null, after: formatPrice(variant.price, context) },
        { field: 'Stock', variant: name, before: null, after: String(variant.quantity) },
        ...(variant.weightGrams === undefined
          ? []
          : [{ field: 'Weight', variant: name, before: null, after: `${variant.weightGrams} g` }]),
      ]
    }),
  ]
}

function listNewTexts({ name, category, shortDescription }: OutgoingProduct): Changes {
  const texts = { Title: name, Category: category, 'Short description': shortDescription }
  return Object.entries(texts).flatMap(([field, after]) =>
    after === undefined ? [] : [{ field, variant: null, before: null, after }],
  )
}

function describeVariant({ variants }: Pick<PendingProduct, 'variants'>, reference: string): string {
  const variant = variants.find(({ publicId }) => publicId === reference)
  return variant ? variant.title || variant.sku : ''
}

function formatPrice(decimal: string, { currency }: Pick<Context, 'currency'>): string {
  return Number(decimal).toLocaleString('en-US', { style: 'currency', currency })
}

function formatHundredths(amount: number | null): string | null {
  return amount === null ? null : (amount / 100).toFixed(2)
}
