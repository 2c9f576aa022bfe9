import { type Database, type Transaction, inTransaction } from '#database/database.ts'
import {
  getStoreLocation,
  isCountry,
  selectOpenWarehouse,
  type StoreLocation,
} from '#features/catalogue/suppliers/service.ts'
import { invalid, notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { toMultiline } from '#core/text/normalize-text.ts'
import { CATEGORIES } from '../../contract.ts'
import { chooseCategory } from '../../import/map/choose-category.ts'
import { sanitiseDescription, summarise } from '../../import/read/sanitise-description.ts'
import { MAX_DESCRIPTION_LENGTH, type ProductFormData } from './own-contract.ts'
import { withVariantHistory } from '../product-edits/variant-history.ts'
import { notifyProductsChanged, refreshStockCounts } from '../../storefront/details/product-queries.ts'
import { saveVariants } from './save-variants.ts'
import { setPictures } from './picture-queries.ts'
import { type LockedProduct, insertDraft, lockOwnProduct, updateProduct } from './product-queries.ts'
import { textToHtml, explainIncompleteProduct, htmlToText, validateVariants } from './product-rules.ts'
import { describeStones, type FactProblem, findFactProblems } from '#core/jewellery/truth.ts'
import type { JewelleryFacts } from '#core/jewellery/vocabulary.ts'
import { hasListedStones, writeFacts } from './facts/fact-queries.ts'

/** A product as entered, with its owner, the editing account and the time. */
export type SaveProductInput = Readonly<{
  written: ProductFormData
  ownerId: number
  memberId: number
  now: Date
}>

/**
 * Saves a product of the account's store, a new one as a draft; returns its public id. Throws `variant_unnamed`,
 * `variant_twice`, `description_too_long` and `product_not_found`. Refuses with `no_store`; `product_changed` when the
 * caller has not seen the latest revision; `quantity_changed` when units were sold meanwhile and the quantity is to
 * change; `price_missing` for a published product without a price; `wholesale_above_price`, `wholesale_above_minimum`,
 * `facts_contradictory`, `picture_not_found`, `warehouse_unavailable` and `sku_taken`.
 */
export async function saveProduct(
  db: Database,
  { written, ownerId, memberId, now }: SaveProductInput,
): Promise<string> {
  const error = validateVariants(written.variants)
  if (error) throw invalid(error.code, error.message, { fields: ['variants'] })
  return inTransaction(db, async (tx) => {
    const location = await locateProduct(tx, ownerId, written.warehouse)
    const product = await lockOrCreateProduct(tx, { written, place: location, now })
    requirePrices(product, written)
    const author = { accountId: memberId, source: 'form', now } as const
    await withVariantHistory(tx, { productIds: [product.id], author }, () =>
      saveVariants(tx, { productId: product.id, supplierId: location.supplierId, written, now }),
    )
    await savePictures(tx, { held: product, written, place: location })
    if (written.facts) await saveFacts(tx, product.id, written.facts)
    await updateProduct(tx, {
      id: product.id,
      ...toProductContent(product, written),
      warehouseId: written.warehouse && location.warehouseId,
      now,
    })
    await refreshStockCounts(tx, [product.id])
    await notifyProductsChanged(tx, [product.publicId])
    return product.publicId
  })
}

/** Returns the store and the requested warehouse; without a request, the warehouse of new products. */
async function locateProduct(
  tx: Transaction,
  ownerId: number,
  warehouse: number | undefined,
): Promise<StoreLocation> {
  const location = await getStoreLocation(tx, ownerId)
  if (warehouse === undefined) return location
  if ((await selectOpenWarehouse(tx, location.supplierId, warehouse)) !== warehouse)
    throw refused('warehouse_unavailable', 'Choose one of your warehouses that is not archived.', {
      fields: ['warehouse'],
    })
  return { ...location, warehouseId: warehouse }
}

type SaveContext = Readonly<{ written: ProductFormData; place: StoreLocation; now: Date }>
type LockedSaveContext = Readonly<{ held: LockedProduct; written: ProductFormData; place: StoreLocation }>

/** Locks the product to save: the opened one, or a draft that is created now or was created by an earlier attempt. */
async function lockOrCreateProduct(
  tx: Transaction,
  { written, place, now }: SaveContext,
): Promise<LockedProduct> {
  const { supplierId, warehouseId } = place
  if (written.id !== undefined) {
    const product = await lockOwnProduct(tx, { supplierId, publicId: written.id })
    if (!product)
      throw notFound('product_not_found', 'We couldn’t find this product. It may have been removed.')
    if (product.revision !== written.revision) throw productChangedError(product)
    return product
  }
  const publicId = newId('product', now.getTime())
  const externalKey = `own:${written.draftKey ?? publicId}`
  const categoryId = resolveCategoryId(written)
  await insertDraft(tx, {
    publicId,
    externalKey,
    supplierId,
    warehouseId,
    name: written.name,
    categoryId,
    now,
  })
  const product = await lockOwnProduct(tx, { supplierId, externalKey })
  if (!product) throw notFound('product_not_found', 'This product was removed. Go back to your products.')
  // At revision 1 the earlier response was lost; at a later revision the product was edited elsewhere.
  if (product.revision > 1) throw productChangedError(product)
  return product
}

function productChangedError({ revision }: LockedProduct) {
  return refused(
    'product_changed',
    'This product has changed since you opened it. Open it again to get the latest version.',
    { revision },
  )
}

function requirePrices(product: LockedProduct, { name, priceCents, variants }: ProductFormData): void {
  const prices = variants.map((variant) => ({ priceCents: variant.priceCents ?? priceCents }))
  if (product.status === 'active' && explainIncompleteProduct(name, prices))
    throw refused('price_missing', 'Enter a price above 0 for a published product.', {
      fields: ['priceCents'],
    })
}

async function savePictures(tx: Transaction, { held, written, place }: LockedSaveContext): Promise<void> {
  const { pictures: keys, name: alt } = written
  const isDraft = held.status === 'draft'
  const attachedCount = await setPictures(tx, {
    productId: held.id,
    supplierId: place.supplierId,
    keys,
    alt,
    previousAlt: held.name,
    texts: written.pictureTexts ?? {},
    isDraft,
  })
  if (attachedCount !== keys.length)
    throw refused('picture_not_found', 'One of the pictures has expired. Add it again.', {
      fields: ['pictures'],
    })
}

/** Returns the product's own content. An unchanged description keeps its structure, and may have any length. */
function toProductContent(product: LockedProduct, form: ProductFormData) {
  const { name, description, isReturnable, isMadeToOrder } = form
  const isUnchanged = description === toMultiline(htmlToText(product.descriptionHtml))
  if (!isUnchanged && description.length > MAX_DESCRIPTION_LENGTH)
    throw invalid('description_too_long', 'Use at most 20,000 characters.', { fields: ['description'] })
  const descriptionHtml = isUnchanged ? product.descriptionHtml : sanitiseDescription(textToHtml(description))
  const categoryId = form.category || form.id === undefined ? resolveCategoryId(form) : product.categoryId
  return {
    name,
    isReturnable,
    isMadeToOrder,
    descriptionHtml,
    summary: summarise(descriptionHtml),
    categoryId,
  }
}

function resolveCategoryId({ category, name }: ProductFormData): number {
  const resolvedCategory = category ?? chooseCategory({ type: '', title: name, path: '', tags: '' }).category
  return CATEGORIES.indexOf(resolvedCategory) + 1
}

/**
 * Saves a product's facts. Throws `facts_contradictory` with each impossible statement by its field. A feed's text of
 * the stones stays until the owner lists stones.
 */
async function saveFacts(tx: Transaction, productId: number, written: JewelleryFacts): Promise<void> {
  const facts = dropEmptyTexts(written)
  const issues = [...findFactProblems(facts), ...findOriginProblems(facts)]
  if (issues.length > 0)
    throw invalid('facts_contradictory', issues.map(({ message }) => message).join(' '), { issues })
  const isListed = facts.stones.length > 0 || (await hasListedStones(tx, productId))
  await writeFacts(tx, productId, { facts, stonesText: isListed ? describeStones(facts.stones) : undefined })
}

function findOriginProblems({ originCountry }: JewelleryFacts): FactProblem[] {
  const isKnown = !originCountry || isCountry(originCountry)
  return isKnown ? [] : [{ field: 'originCountry', message: 'Choose the country where it was made.' }]
}

function dropEmptyTexts(facts: JewelleryFacts): JewelleryFacts {
  const entries = Object.entries(facts).map(([name, value]) => [name, value === '' ? null : value] as const)
  return { ...facts, ...Object.fromEntries(entries) }
}
