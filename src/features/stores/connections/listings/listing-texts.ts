import { createHash } from 'node:crypto'
import type { TEXT_FIELDS } from '../shapes.ts'

/** A text of a product in a store that its supplier may set. */
export type TextField = (typeof TEXT_FIELDS)[number]

/** Texts by field. The description is HTML, the others are plain; several categories are one per line. */
export type ProductTexts = Readonly<Partial<Record<TextField, string>>>

/** The owner of each field of a listing. `priceSource` is null if the price follows the settings of its product. */
export type ListingOwnership = Readonly<{
  supplierFields: readonly TextField[]
  priceSource: 'rule' | 'store' | null
}>

/** Values to write back to a store once: texts, and prices as decimals by variant. */
export type RestoredFields = Readonly<{ texts: ProductTexts; prices?: Readonly<Record<string, string>> }>

/** Returns the supplier's texts of these fields, without empty ones. */
export function toSupplierTexts(
  product: Readonly<{ name: string; descriptionHtml: string; summary?: string; category?: string }>,
  fields: readonly TextField[],
): ProductTexts {
  const texts = {
    title: product.name,
    description: product.descriptionHtml,
    shortDescription: product.summary ?? '',
    category: product.category ?? '',
  }
  return Object.fromEntries(fields.flatMap((field) => (texts[field] === '' ? [] : [[field, texts[field]]])))
}

/** Returns the hashes of texts, by field. */
export function hashTexts(texts: ProductTexts): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [
      field,
      createHash('sha256').update(text).digest('base64url').slice(0, 16),
    ]),
  )
}

/** Returns the texts that differ from those sent last, so that the store owner's edits of the others stay. */
export function omitSentTexts(
  texts: ProductTexts,
  sent: Readonly<Record<string, string>> | undefined,
): ProductTexts {
  const hashes = hashTexts(texts)
  return Object.fromEntries(Object.entries(texts).filter(([field]) => hashes[field] !== sent?.[field]))
}
