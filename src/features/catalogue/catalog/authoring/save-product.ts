import { type Database, type Transaction, inTransaction } from '#database/database.ts'
import { getOwnPlace, type OwnStorePlace } from '#features/catalogue/suppliers/service.ts'
import { invalid, notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { asLines } from '#core/typed-text.ts'
import { noteTypedQuantities, type StockLine } from '../stock/commitment-queries.ts'
import { CATEGORIES } from '../contract.ts'
import { chooseCategory } from '../import/map/choose-category.ts'
import { sanitiseDescription, summarise } from '../import/read/sanitise-description.ts'
import { LONGEST_DESCRIPTION, type WrittenPieceData, type WrittenVariantData } from '../own-contract.ts'
import { notifyOf, updateStockFigures } from '../product-queries.ts'
import { setPictures } from './picture-queries.ts'
import { type HeldPiece, insertDraft, lockPiece, updatePiece } from './product-queries.ts'
import { choicesOf, htmlOf, lackOf, textOf, variantFault } from './product-rules.ts'
import { type HeldVariant, lockVariants, type VariantChange, writeVariants } from './variant-queries.ts'

/** A piece as written, by whom, and when. */
export type SavePiece = Readonly<{ written: WrittenPieceData; ownerId: number; now: Date }>

/**
 * Keeps a piece of the own store, a new one as a draft; gives its public id. Throws `variant_unnamed`, `variant_twice`,
 * `description_too_long` and `product_not_found`; refuses with `no_store`, `product_changed` to whoever has not seen the latest, `quantity_changed`
 * where units were sold meanwhile and the quantity is to be another, `price_missing` for a published piece without, and
 * `picture_not_found`.
 */
export async function savePiece(db: Database, { written, ownerId, now }: SavePiece): Promise<string> {
  const fault = variantFault(written.variants)
  if (fault) throw invalid(fault.code, fault.message, { fields: ['variants'] })
  return inTransaction(db, async (tx) => {
    const place = await getOwnPlace(tx, ownerId)
    const held = await holdPiece(tx, { written, place, now })
    checkPrices(held, written)
    await writePieceVariants(tx, { held, written, place, now })
    await writePiecePictures(tx, { held, written, place })
    await updatePiece(tx, { id: held.id, ...saidOf(held, written), now })
    await updateStockFigures(tx, [held.id])
    await notifyOf(tx, [held.publicId])
    return held.publicId
  })
}

type Saving = Readonly<{ written: WrittenPieceData; place: OwnStorePlace; now: Date }>
type Holding = Readonly<{ held: HeldPiece; written: WrittenPieceData; place: OwnStorePlace }>

/** The piece that is meant, locked: the one that was opened, or a draft that is begun now or was a moment ago. */
async function holdPiece(tx: Transaction, { written, place, now }: Saving): Promise<HeldPiece> {
  const { supplierId, warehouseId } = place
  if (written.id !== undefined) {
    const held = await lockPiece(tx, { supplierId, publicId: written.id })
    if (!held) throw notFound('product_not_found', 'There is no such product of yours.')
    if (held.revision !== written.revision) throw changed(held)
    return held
  }
  const publicId = newId('product', now.getTime())
  const externalKey = `own:${written.draftKey ?? publicId}`
  const categoryId = categoryOf(written)
  await insertDraft(tx, {
    publicId,
    externalKey,
    supplierId,
    warehouseId,
    name: written.name,
    categoryId,
    now,
  })
  const held = await lockPiece(tx, { supplierId, externalKey })
  if (!held) throw notFound('product_not_found', 'This product was removed.')
  // Saved once before: the answer was lost. More often than that, and somebody has gone on with it elsewhere.
  if (held.revision > 1) throw changed(held)
  return held
}

function changed({ revision }: HeldPiece) {
  return refused(
    'product_changed',
    'This product was changed elsewhere since you opened it. Open it again to see the latest.',
    { revision },
  )
}

function checkPrices(held: HeldPiece, { name, priceCents, variants }: WrittenPieceData): void {
  const prices = variants.map((variant) => ({ priceCents: variant.priceCents ?? priceCents }))
  if (held.status === 'active' && lackOf(name, prices))
    throw refused('price_missing', 'A published product needs a price above 0.', { fields: ['priceCents'] })
}

async function writePieceVariants(
  tx: Transaction,
  { held, written, place, now }: Holding & { now: Date },
): Promise<void> {
  const known = await lockVariants(tx, held.id)
  const owner = { productId: held.id, supplierId: place.supplierId, now }
  const changes = written.variants.map((variant, position) =>
    changeOf(variant, { known, written, position, now }),
  )
  await writeVariants(tx, owner, changes)
  await noteTypedQuantities(tx, differencesOf(known, changes), now)
}

/** By how much the typed quantities differ from what there was: a feed that was written before does not know of it. */
function differencesOf(known: readonly HeldVariant[], changes: readonly VariantChange[]): StockLine[] {
  return known.flatMap(({ id, publicId, stock, oversold }) => {
    const change = changes.find((one) => one.publicId === publicId)
    if (!change || change.stock === stock) return []
    return [{ variantId: id, quantity: change.stock - stock + oversold }]
  })
}

type Among = Readonly<{
  known: readonly HeldVariant[]
  written: WrittenPieceData
  position: number
  now: Date
}>

function changeOf(variant: WrittenVariantData, { known, written, position, now }: Among): VariantChange {
  const before = known.find(({ publicId }) => publicId === variant.id)
  if (variant.id !== undefined && !before)
    throw refused(
      'product_changed',
      'One of the variations is gone. Open the product again to see the latest.',
    )
  const publicId = before?.publicId ?? newId('variant', now.getTime())
  return {
    ...choicesOf(variant),
    publicId,
    // The last digits of a public id are random.
    sku: publicId.slice(-10).toUpperCase(),
    position: position + 1,
    priceCents: variant.priceCents ?? written.priceCents,
    stock: stockOf(variant, before),
  }
}

/**
 * What there is from now on: as written, or as it is where the writer left the quantity as they saw it. Without the one they
 * saw it must be the one there is, for else it might undo sales.
 */
function stockOf({ quantity, seenQuantity }: WrittenVariantData, before: HeldVariant | undefined): number {
  if (!before || before.stock === (seenQuantity ?? quantity)) return quantity
  if (quantity === seenQuantity) return before.stock
  throw refused(
    'quantity_changed',
    seenQuantity === undefined
      ? `There are ${before.stock} now. To change that, send the quantity you last saw as seenQuantity.`
      : `There are ${before.stock} now: orders came in since you opened the product. Please check the quantity.`,
    { variantId: before.publicId, quantity: before.stock },
  )
}

async function writePiecePictures(tx: Transaction, { held, written, place }: Holding): Promise<void> {
  const { pictures: keys, name: alt } = written
  const isDraft = held.status === 'draft'
  const kept = await setPictures(tx, {
    productId: held.id,
    supplierId: place.supplierId,
    keys,
    alt,
    isDraft,
  })
  if (kept !== keys.length)
    throw refused('picture_not_found', 'One of the pictures is gone. Please add it again.', {
      fields: ['pictures'],
    })
}

/** What the piece says of itself. A description that was left as it was shown keeps its structure, and may be of any length. */
function saidOf(held: HeldPiece, written: WrittenPieceData) {
  const { name, description, isReturnable } = written
  const isAsShown = description === asLines(textOf(held.descriptionHtml))
  if (!isAsShown && description.length > LONGEST_DESCRIPTION)
    throw invalid('description_too_long', 'Use at most 20,000 characters.', { fields: ['description'] })
  const descriptionHtml = isAsShown ? held.descriptionHtml : sanitiseDescription(htmlOf(description))
  const categoryId = written.category || written.id === undefined ? categoryOf(written) : held.categoryId
  return { name, isReturnable, descriptionHtml, summary: summarise(descriptionHtml), categoryId }
}

function categoryOf({ category, name }: WrittenPieceData): number {
  const chosen = category ?? chooseCategory({ type: '', title: name, path: '', tags: '' }).category
  return CATEGORIES.indexOf(chosen) + 1
}
