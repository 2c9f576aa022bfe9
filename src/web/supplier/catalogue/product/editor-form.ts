import type { FieldErrors } from '#web/shared/loading/use-save-form.ts'
import { toGtin } from '#core/products/gtin.ts'
import { findFactProblems } from '#core/jewellery/truth.ts'
import { type JewelleryFacts, STONE_ORIGINS, type StoneOrigin } from '#core/jewellery/vocabulary.ts'
import type {
  OwnProductData,
  ProductFormInput,
} from '#features/catalogue/catalog/management/authoring/own-contract.ts'
import { formatMoney } from '#web/console/data/format.ts'
import { newProductForm, type ProductForm, toProductForm } from '../../onboarding/product/product-form.ts'
import { readCents, toProductInput, variantFieldName } from '../../onboarding/product/product-input.ts'

/** The facts of a product that are typed or selected as text. */
export const FACT_FIELDS = [
  'metal',
  'purity',
  'plating',
  'hallmark',
  'sizeStandard',
  'weightGrams',
  'lengthMm',
  'widthMm',
  'heightMm',
  'certificateLaboratory',
  'certificateNumber',
  'originCountry',
  'tariffNumber',
] as const

export type FactField = (typeof FACT_FIELDS)[number]

/** A typed stone. */
export type StoneForm = Readonly<{
  key: string
  kind: string
  count: string
  carat: string
  origin: StoneOrigin | ''
}>

/** The typed facts; an empty text means that a fact is not stated. */
export type FactsForm = Readonly<Record<FactField, string>> &
  Readonly<{ nickel: '' | 'free' | 'contained'; stones: readonly StoneForm[] }>

/** All data of a product that the editor changes. */
export type EditorForm = Readonly<{
  product: ProductForm
  facts: FactsForm
  /** The alternative texts of pictures, by the pictures' keys. */
  pictureTexts: Readonly<Record<string, string>>
}>

const EMPTY_TEXTS = Object.fromEntries(FACT_FIELDS.map((field) => [field, ''])) as Record<FactField, string>

/** Returns the form of a new product. */
export function newEditorForm(): EditorForm {
  return { product: newProductForm(), facts: { ...EMPTY_TEXTS, nickel: '', stones: [] }, pictureTexts: {} }
}

/** Returns the form of an existing product. */
export function toEditorForm(product: OwnProductData): EditorForm {
  return {
    product: toProductForm(product),
    facts: toFactsForm(product.facts),
    pictureTexts: product.pictureTexts,
  }
}

function toFactsForm(facts: JewelleryFacts): FactsForm {
  const texts = FACT_FIELDS.map((field) => [field, String(facts[field] ?? '')] as const)
  return {
    ...EMPTY_TEXTS,
    ...Object.fromEntries(texts),
    nickel: facts.isNickelFree === null ? '' : facts.isNickelFree ? 'free' : 'contained',
    stones: facts.stones.map(({ kind, count, carat, origin }, index) => ({
      key: `stored ${index}`,
      kind,
      count: String(count),
      carat: carat === null ? '' : String(carat),
      origin: origin ?? '',
    })),
  }
}

/** Returns the typed facts; values that are not numbers are omitted. */
export function readFacts(form: FactsForm): JewelleryFacts {
  const text = (field: FactField) => form[field].trim() || null
  return {
    metal: text('metal'),
    purity: text('purity'),
    plating: text('plating'),
    hallmark: text('hallmark'),
    isNickelFree: form.nickel === '' ? null : form.nickel === 'free',
    sizeStandard: text('sizeStandard'),
    weightGrams: readNumber(form.weightGrams) ?? null,
    lengthMm: readNumber(form.lengthMm) ?? null,
    widthMm: readNumber(form.widthMm) ?? null,
    heightMm: readNumber(form.heightMm) ?? null,
    certificateLaboratory: text('certificateLaboratory'),
    certificateNumber: text('certificateNumber'),
    originCountry: text('originCountry'),
    tariffNumber: form.tariffNumber.replaceAll(/[\s.]/g, '') || null,
    stones: form.stones.map(({ kind, count, carat, origin }) => ({
      kind: kind.trim(),
      count: readNumber(count) ?? 1,
      carat: readNumber(carat) ?? null,
      origin: STONE_ORIGINS.find((one) => one === origin) ?? null,
    })),
  }
}

/** Parses a number above 0, with a decimal point or comma; null if empty, undefined if invalid. */
function readNumber(typed: string): number | null | undefined {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  const value = /^\d{1,5}(\.\d{1,3})?$/.test(text) ? Number(text) : undefined
  return value !== undefined && value > 0 && value <= 10_000 ? value : undefined
}

function findNumberErrors(form: FactsForm): FieldErrors {
  const measures = (['weightGrams', 'lengthMm', 'widthMm', 'heightMm'] as const)
    .filter((field) => readNumber(form[field]) === undefined)
    .map((field) => [field, 'Enter a number above 0, such as 4.2.'])
  const stones = form.stones.flatMap(({ count, carat }, index) => [
    ...(/^[1-9]\d{0,3}$/.test(count.trim()) || count.trim() === ''
      ? []
      : [[`stones.${index}.count`, 'Enter a whole number.']]),
    ...(readNumber(carat) === undefined ? [[`stones.${index}.carat`, 'Enter a weight such as 0.25.']] : []),
  ])
  const isTariffRight = /^(\d{6,10})?$/.test(form.tariffNumber.replaceAll(/[\s.]/g, ''))
  const tariff = isTariffRight ? [] : [['tariffNumber', 'Enter 6 to 10 digits, such as 711319.']]
  return Object.fromEntries([...measures, ...stones, ...tariff])
}

/** Returns errors of recommended minimum prices, which are at least the wholesale price; the server checks it too. */
function findMinimumErrors({ kinds, variants }: ProductForm): FieldErrors {
  const included = kinds.length === 0 ? variants.slice(0, 1) : variants
  const errors = included.flatMap((variant) => {
    const [minimum, wholesale] = [readCents(variant.minimumRetail), readCents(variant.wholesale)]
    const isRight =
      variant.minimumRetail.trim() === '' || (minimum !== undefined && minimum >= (wholesale ?? 0))
    const message = 'Enter a recommended minimum of at least the wholesale price.'
    return isRight ? [] : [[variantFieldName(variant, 'minimumRetail', kinds), message]]
  })
  return Object.fromEntries(errors)
}

/** Returns errors of barcodes, which need a valid GTIN check digit; the server checks it too. */
function findBarcodeErrors({ kinds, variants }: ProductForm): FieldErrors {
  const included = kinds.length === 0 ? variants.slice(0, 1) : variants
  const wrong = included.filter(({ barcode }) => barcode.trim() !== '' && toGtin(barcode) === null)
  const message = 'Check the digits. A GTIN has 8, 12, 13 or 14, and the last one must match the others.'
  return Object.fromEntries(wrong.map((variant) => [variantFieldName(variant, 'barcode', kinds), message]))
}

/** Returns whether two states of the form differ. */
export function isChanged(form: EditorForm, initial: EditorForm): boolean {
  return JSON.stringify(form) !== JSON.stringify(initial)
}

/**
 * Returns the request of the product, or the errors of the form. Facts and texts of pictures are sent and checked only
 * if they were changed, so that invalid ones from a feed do not prevent saving.
 */
export function toEditorInput(
  form: EditorForm,
  initial: EditorForm,
): { body: ProductFormInput } | { faults: FieldErrors } {
  const input = toProductInput(form.product)
  const hasNewFacts = JSON.stringify(form.facts) !== JSON.stringify(initial.facts)
  const facts = readFacts(form.facts)
  const problems = hasNewFacts ? findFactProblems(facts) : []
  const faults = {
    ...('faults' in input ? input.faults : {}),
    ...findMinimumErrors(form.product),
    ...findBarcodeErrors(form.product),
    ...Object.fromEntries(problems.map(({ field, message }) => [field, message])),
    ...(hasNewFacts ? findNumberErrors(form.facts) : {}),
  }
  if ('faults' in input || Object.keys(faults).length > 0) return { faults }
  const hasNewTexts = JSON.stringify(form.pictureTexts) !== JSON.stringify(initial.pictureTexts)
  return {
    body: {
      ...input.body,
      ...(hasNewFacts ? { facts } : {}),
      ...(form.product.warehouse === initial.product.warehouse
        ? {}
        : { warehouse: Number(form.product.warehouse) }),
      ...(hasNewTexts ? { pictureTexts: form.pictureTexts } : {}),
    },
  }
}

/** Returns a vendor's margin at the retail price, such as `$20.00 (40.0%)`; undefined unless both prices are known. */
export function describeMargin(retail: string, wholesale: string): string | undefined {
  const [price, cost] = [readCents(retail), readCents(wholesale)]
  if (wholesale.trim() === '' || cost === undefined || price === undefined || price === 0 || cost > price)
    return undefined
  return `${formatMoney((price - cost) / 100)} (${(((price - cost) / price) * 100).toFixed(1)}%)`
}
