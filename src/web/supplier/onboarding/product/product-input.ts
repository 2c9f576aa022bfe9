import type { ProductFormInput } from '#features/catalogue/catalog/management/authoring/own-contract.ts'
import { parseTypedCents } from '#web/shared/forms/typed-numbers.ts'
import type { ProductForm, VariantForm } from './product-form.ts'
import type { FieldErrors } from '#web/shared/loading/use-save-form.ts'

const MAX_CENTS = 1_000_000_000
const MAX_UNITS = 1_000_000

const PRICE_ERROR = 'Enter a price in dollars, such as 89.90.'
const WHOLESALE_ERROR = 'Enter a wholesale price up to the retail price.'
const QUANTITY_ERROR = 'Enter a whole number, 0 or more.'

/**
 * Returns the product to send, or the form's errors. A draft only needs a name; a published product also needs a price
 * above 0 (MONB-23). An empty quantity is 0.
 */
export function toProductInput(form: ProductForm): { body: ProductFormInput } | { faults: FieldErrors } {
  const price = readCents(form.price)
  const errors: Record<string, string> = {
    ...(form.name.trim() === '' ? { name: 'Enter a product name.' } : {}),
    ...(price === undefined || (form.isPublished && price === 0) ? { priceCents: PRICE_ERROR } : {}),
    ...validateVariants(form),
  }
  if (price === undefined || Object.keys(errors).length > 0) return { faults: errors }
  const { id, revision, draftKey, name, description, category, isReturnable, isMadeToOrder, pictures } = form
  return {
    body: {
      ...(id === '' ? { draftKey } : { id, revision }),
      ...(category === '' ? {} : { category }),
      name,
      description,
      isReturnable,
      isMadeToOrder,
      priceCents: price,
      pictures: pictures.map(({ key }) => key),
      variants: toVariantInputs(form),
    },
  }
}

/** Parses a typed price to cents, 0 if empty; undefined for an invalid price. */
export function readCents(typed: string): number | undefined {
  const cents = typed.trim() === '' ? 0 : parseTypedCents(typed)
  return cents !== undefined && cents <= MAX_CENTS ? cents : undefined
}

function parseQuantity({ quantity }: VariantForm): number | undefined {
  const typed = quantity.trim()
  const count = typed === '' ? 0 : /^\d{1,9}$/.test(typed) ? Number(typed) : undefined
  return count !== undefined && count <= MAX_UNITS ? count : undefined
}

/** Returns the error of a variant's wholesale price; the server has the same rule. */
function validateWholesale(variant: VariantForm, { kinds, price }: ProductForm): [string, string][] {
  const name = variantFieldName(variant, 'wholesale', kinds)
  const retail = readCents(kinds.length > 0 && variant.price.trim() !== '' ? variant.price : price)
  const wholesale = readCents(variant.wholesale)
  if (wholesale === undefined) return [[name, PRICE_ERROR]]
  return retail !== undefined && wholesale > retail ? [[name, WHOLESALE_ERROR]] : []
}

function validateVariants(form: ProductForm): FieldErrors {
  const { kinds, variants } = form
  const fields = variants.flatMap((variant): [string, string][] => {
    const isUnread = readCents(variant.price) === undefined
    return [
      ...(parseQuantity(variant) === undefined
        ? [[variantFieldName(variant, 'quantity', kinds), QUANTITY_ERROR] as [string, string]]
        : []),
      ...(kinds.length > 0 && isUnread
        ? [[variantFieldName(variant, 'price', kinds), PRICE_ERROR] as [string, string]]
        : []),
      ...validateWholesale(variant, form),
    ]
  })
  return Object.fromEntries(fields)
}

/** Returns the field name of a variant; without options its field is the product's. */
export function variantFieldName({ key }: VariantForm, field: string, kinds: ProductForm['kinds']): string {
  return kinds.length === 0 ? field : `${field}-${key}`
}

function toVariantInputs({ kinds, variants }: ProductForm): ProductFormInput['variants'] {
  // Without kinds the first variant represents the product.
  const includedVariants = kinds.length === 0 ? variants.slice(0, 1) : variants
  return includedVariants.map((variant) => ({
    ...(variant.id === '' ? {} : { id: variant.id }),
    ...Object.fromEntries(kinds.map((kind) => [kind, variant[kind]])),
    ...(kinds.length > 0 && variant.price.trim() !== ''
      ? { priceCents: readCents(variant.price) ?? null }
      : {}),
    ...toWholesaleInput(variant),
    ...(variant.barcode.trim() === variant.seenBarcode ? {} : { barcode: variant.barcode.trim() }),
    ...(variant.sku.trim() === variant.seenSku ? {} : { sku: variant.sku.trim() }),
    quantity: parseQuantity(variant) ?? 0,
    ...(variant.seenQuantity === null ? {} : { seenQuantity: variant.seenQuantity }),
  }))
}

/** Returns the changed prices of a variant; unchanged ones are not sent. An emptied one is removed. */
function toWholesaleInput(variant: VariantForm): Partial<ProductFormInput['variants'][number]> {
  const toCents = (typed: string) => (typed.trim() === '' ? null : (readCents(typed) ?? null))
  const { wholesale, minimumRetail, seenWholesale, seenMinimumRetail } = variant
  return {
    ...(wholesale.trim() === seenWholesale ? {} : { wholesaleCents: toCents(wholesale) }),
    ...(minimumRetail.trim() === seenMinimumRetail ? {} : { minimumRetailCents: toCents(minimumRetail) }),
  }
}
