import {
  applyPriceSource,
  type PendingProduct,
  type RemoteProduct,
  type RestoredFields,
  type TextField,
} from '#features/stores/connections/service.ts'
import { TEXT_FIELDS } from '#features/stores/connections/contract.ts'
import type { FieldOwnersData } from '../contract.ts'
import { FIELD_NAMES, type PlannedItem, readTexts } from './rules.ts'

/** Returns a product with these owners of its fields. */
export function assignFields(product: PendingProduct, fields: FieldOwnersData): PendingProduct {
  const isSuppliers = (field: TextField) =>
    (fields[field] ?? (product.supplierFields.includes(field) ? 'supplier' : 'store')) === 'supplier'
  const priceSource = fields.price ?? product.priceSource
  return {
    ...product,
    ...(fields.price ? applyPriceSource(fields.price, product) : {}),
    priceSource,
    supplierFields: TEXT_FIELDS.filter(isSuppliers),
  }
}

/** Returns the fields whose owner changes. */
export function listOwnerChanges(before: PendingProduct, after: PendingProduct): PlannedItem['changes'] {
  const [oldPrice, newPrice] = [describePriceOwner(before), describePriceOwner(after)]
  const texts = TEXT_FIELDS.flatMap((field) => {
    const [old, next] = [describeTextOwner(before, field), describeTextOwner(after, field)]
    return old === next
      ? []
      : [{ field: `${FIELD_NAMES[field]} set by`, variant: null, before: old, after: next }]
  })
  return oldPrice === newPrice
    ? texts
    : [{ field: 'Price set by', variant: null, before: oldPrice, after: newPrice }, ...texts]
}

function describePriceOwner({ isPriceLocked, retailAmount }: PendingProduct): string {
  if (isPriceLocked) return 'Your store'
  return retailAmount === null ? 'Your price rules' : 'You'
}

function describeTextOwner({ supplierFields }: PendingProduct, field: TextField): string {
  return supplierFields.includes(field) ? 'Supplier' : 'Your store'
}

/**
 * Returns the store's values of the fields that a plan replaces. The price is included only for a product without
 * variants, because the store's prices of variants are not read.
 */
export function toRestored(
  before: PendingProduct,
  after: PendingProduct,
  remote: RemoteProduct,
): RestoredFields {
  const texts = readTexts(remote)
  const [variant, ...others] = after.variants
  const isPriceKnown =
    before.isPriceLocked && !after.isPriceLocked && others.length === 0 && remote.priceAmount !== null
  return {
    texts: Object.fromEntries(
      after.supplierFields.flatMap((field) => (texts[field] === undefined ? [] : [[field, texts[field]]])),
    ),
    ...(isPriceKnown && variant
      ? { prices: { [variant.publicId]: ((remote.priceAmount ?? 0) / 100).toFixed(2) } }
      : {}),
  }
}
