import type { SentPieceData } from '#features/catalogue/catalog/own-contract.ts'
import { parseCents } from '#core/money.ts'
import type { ProductForm, VariantForm } from './product-form.ts'
import type { Faults } from '../store/store-form.ts'

const MOST_CENTS = 1_000_000_000
const MOST_PIECES = 1_000_000

const PRICE_WORDS = 'Give a price in dollars, such as 89.90.'
const QUANTITY_WORDS = 'Give a whole number, 0 or more.'

/**
 * The piece as it is sent, or what is wrong with the form. A draft needs a name alone; what is published needs a price above
 * 0 as well (MONB-23). An empty quantity is none.
 */
export function writtenProduct(form: ProductForm): { body: SentPieceData } | { faults: Faults } {
  const price = centsOf(form.price)
  const faults: Record<string, string> = {
    ...(form.name.trim() === '' ? { name: 'Please give the product a name.' } : {}),
    ...(price === undefined || (form.isPublished && price === 0) ? { priceCents: PRICE_WORDS } : {}),
    ...variantFaults(form),
  }
  if (price === undefined || Object.keys(faults).length > 0) return { faults }
  const { id, revision, draftKey, name, description, category, isReturnable, pictures } = form
  return {
    body: {
      ...(id === '' ? { draftKey } : { id, revision }),
      ...(category === '' ? {} : { category }),
      name,
      description,
      isReturnable,
      priceCents: price,
      pictures: pictures.map(({ key }) => key),
      variants: sentVariants(form),
    },
  }
}

/** Cents of a typed price; nothing typed is none yet. Undefined for what is no price. */
function centsOf(typed: string): number | undefined {
  const cents = typed.trim() === '' ? 0 : parseCents(typed.replace(/^\s*\$\s*/, ''))
  return cents !== undefined && cents <= MOST_CENTS ? cents : undefined
}

function quantityOf({ quantity }: VariantForm): number | undefined {
  const typed = quantity.trim()
  const count = typed === '' ? 0 : /^\d{1,9}$/.test(typed) ? Number(typed) : undefined
  return count !== undefined && count <= MOST_PIECES ? count : undefined
}

function variantFaults({ kinds, variants }: ProductForm): Faults {
  const fields = variants.flatMap((variant): [string, string][] => {
    const isUnread = centsOf(variant.price) === undefined
    return [
      ...(quantityOf(variant) === undefined
        ? [[fieldOf(variant, 'quantity', kinds), QUANTITY_WORDS] as [string, string]]
        : []),
      ...(kinds.length > 0 && isUnread
        ? [[fieldOf(variant, 'price', kinds), PRICE_WORDS] as [string, string]]
        : []),
    ]
  })
  return Object.fromEntries(fields)
}

/** The name of a variant's field; without kinds of variations its quantity is the piece's. */
export function fieldOf({ key }: VariantForm, field: string, kinds: ProductForm['kinds']): string {
  return kinds.length === 0 ? field : `${field}-${key}`
}

function sentVariants({ kinds, variants }: ProductForm): SentPieceData['variants'] {
  // Without kinds the first variant is the piece itself.
  const meant = kinds.length === 0 ? variants.slice(0, 1) : variants
  return meant.map((variant) => ({
    ...(variant.id === '' ? {} : { id: variant.id }),
    ...Object.fromEntries(kinds.map((kind) => [kind, variant[kind]])),
    ...(kinds.length > 0 && variant.price.trim() !== ''
      ? { priceCents: centsOf(variant.price) ?? null }
      : {}),
    quantity: quantityOf(variant) ?? 0,
    ...(variant.seenQuantity === null ? {} : { seenQuantity: variant.seenQuantity }),
  }))
}
