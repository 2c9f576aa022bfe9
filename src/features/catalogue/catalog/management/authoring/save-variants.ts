import { refused } from '#core/errors.ts'
import { toGtin } from '#core/products/gtin.ts'
import { newId } from '#core/ids.ts'
import type { Transaction } from '#database/database.ts'
import { saveStockAdjustments, type StockLine } from '../../stock/commitment-queries.ts'
import type { ProductFormData, VariantFormData } from './own-contract.ts'
import { explainWholesaleConflict, toVariantOptions } from './product-rules.ts'
import {
  findSkuOwner,
  type LockedVariant,
  lockVariants,
  type VariantChange,
  writeVariants,
} from './variant-queries.ts'

/** The new variants of a locked product of a store. */
type SaveVariantsInput = Readonly<{
  productId: number
  supplierId: number
  written: ProductFormData
  now: Date
}>

/**
 * Sets the variants of a locked product to the given ones. Refuses with `product_changed`, `quantity_changed`,
 * `wholesale_above_price`, `wholesale_above_minimum` and `sku_taken`.
 */
export async function saveVariants(
  tx: Transaction,
  { productId, supplierId, written, now }: SaveVariantsInput,
): Promise<void> {
  const lockedVariants = await lockVariants(tx, productId)
  const owner = { productId, supplierId, now }
  const changes = written.variants.map((variant, position) =>
    toVariantChange(variant, { known: lockedVariants, written, position, now }),
  )
  for (const change of changes) checkWholesale(change, lockedVariants)
  await checkSkus(tx, owner, changes)
  await writeVariants(tx, owner, changes)
  await saveStockAdjustments(tx, toStockDifferences(lockedVariants, changes), now)
}

/** Refuses with `sku_taken` when two variants of the store would have the same SKU. */
async function checkSkus(
  tx: Transaction,
  { productId, supplierId }: Readonly<{ productId: number; supplierId: number }>,
  changes: readonly VariantChange[],
): Promise<void> {
  const skus = changes.map(({ sku }) => sku)
  const twice = skus.find((sku, index) => skus.indexOf(sku) !== index)
  if (twice !== undefined)
    throw skuTaken(`Two variations have the SKU ${twice}. Enter a different one for each.`)
  const owner = await findSkuOwner(tx, { supplierId, productId, skus })
  if (owner) throw skuTaken(`The SKU ${owner.sku} already belongs to “${owner.name}”. Enter a different one.`)
}

function skuTaken(message: string) {
  return refused('sku_taken', message, { fields: ['sku'] })
}

/** Returns a variant's SKU: the entered one, else the former one. A removed or missing SKU is generated. */
function toSku(
  written: string | null | undefined,
  { publicId, before }: Readonly<{ publicId: string; before: string | undefined }>,
): string {
  // The last digits of a public id are random, so the generated SKU is unlikely to be taken.
  const generated = publicId.slice(-10).toUpperCase()
  return (written === undefined ? before : written) || generated
}

/** Refuses contradictory prices. Unchanged prices are not checked: a feed may have set costs above its prices. */
function checkWholesale(change: VariantChange, lockedVariants: readonly LockedVariant[]): void {
  const before = lockedVariants.find(({ publicId }) => publicId === change.publicId)
  const isUnchanged =
    before?.priceCents === change.priceCents &&
    before.wholesaleCents === change.wholesaleCents &&
    before.minimumRetailCents === change.minimumRetailCents
  const conflict = isUnchanged ? undefined : explainWholesaleConflict(change)
  if (!conflict) return
  const variant = change.title === '' ? '' : ` Variation: ${change.title}.`
  throw refused(conflict.code, conflict.message + variant, { fields: [conflict.field] })
}

/**
 * Returns the differences between entered and former quantities: a feed written before the change does not include
 * them.
 */
function toStockDifferences(
  lockedVariants: readonly LockedVariant[],
  changes: readonly VariantChange[],
): StockLine[] {
  return lockedVariants.flatMap(({ id, publicId, stock, oversold }) => {
    const change = changes.find((candidate) => candidate.publicId === publicId)
    if (!change || change.stock === stock) return []
    return [{ variantId: id, quantity: change.stock - stock + oversold }]
  })
}

type VariantChangeContext = Readonly<{
  known: readonly LockedVariant[]
  written: ProductFormData
  position: number
  now: Date
}>

function toVariantChange(
  variant: VariantFormData,
  { known, written, position, now }: VariantChangeContext,
): VariantChange {
  const lockedVariant = known.find(({ publicId }) => publicId === variant.id)
  if (variant.id !== undefined && !lockedVariant)
    throw refused(
      'product_changed',
      'One of the variations was removed. Open the product again to get the latest version.',
    )
  const publicId = lockedVariant?.publicId ?? newId('variant', now.getTime())
  return {
    ...toVariantOptions(variant),
    publicId,
    sku: toSku(variant.sku, { publicId, before: lockedVariant?.sku }),
    position: position + 1,
    priceCents: variant.priceCents ?? written.priceCents,
    wholesaleCents: pickWritten(variant.wholesaleCents, lockedVariant?.wholesaleCents),
    minimumRetailCents: pickWritten(variant.minimumRetailCents, lockedVariant?.minimumRetailCents),
    gtin: variant.barcode === undefined ? (lockedVariant?.gtin ?? null) : toGtin(variant.barcode ?? ''),
    stock: resolveStock(variant, lockedVariant),
  }
}

/** Returns the entered value, which may be null, else the former one. */
function pickWritten(written: number | null | undefined, before: number | null | undefined): number | null {
  return written === undefined ? (before ?? null) : written
}

/**
 * Returns the new stock: the entered quantity, or the current one if the editor left the quantity as they saw it.
 * Refuses with `quantity_changed` when the quantity they saw is outdated, because theirs could undo sales. Without
 * `seenQuantity`, only the current quantity is accepted.
 */
function resolveStock(
  { quantity, seenQuantity }: VariantFormData,
  lockedVariant: LockedVariant | undefined,
): number {
  if (!lockedVariant || lockedVariant.stock === (seenQuantity ?? quantity)) return quantity
  if (quantity === seenQuantity) return lockedVariant.stock
  throw refused(
    'quantity_changed',
    seenQuantity === undefined
      ? `The current quantity is ${lockedVariant.stock}. Send the quantity you last saw as seenQuantity to change it.`
      : `New orders came in: the current quantity is ${lockedVariant.stock}. Check the quantity and save again.`,
    { variantId: lockedVariant.publicId, quantity: lockedVariant.stock },
  )
}
