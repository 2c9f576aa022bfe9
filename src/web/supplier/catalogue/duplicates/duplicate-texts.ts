import type { ProductDuplicateData } from '#features/catalogue/catalog/management/duplicates/contract.ts'

/** A product of a pair of possible duplicates. */
export type DuplicateProduct = ProductDuplicateData['products'][number]

/** A variant of a possible duplicate. */
export type DuplicateVariant = DuplicateProduct['variants'][number]

/** The labels of the reasons why two products may be the same. */
export const REASON_TEXTS: Readonly<Record<ProductDuplicateData['reasons'][number], string>> = {
  certificate: 'Same certificate',
  gtin: 'Same barcode',
  sku: 'Same SKU',
  title: 'Same title and facts',
  spelling: 'Titles differ by a letter',
  picture: 'Same picture',
}

const FACT_LABELS: readonly (readonly [keyof DuplicateProduct['facts'], string])[] = [
  ['metal', 'Metal'],
  ['purity', 'Purity'],
  ['plating', 'Plating'],
  ['stones', 'Stones'],
  ['sizeStandard', 'Size standard'],
  ['certificate', 'Certificate'],
]

/** A fact of a product compared with the other one; `isDifferent` if both state it and the values differ. */
export type ComparedFact = Readonly<{ label: string; value: string; isDifferent: boolean }>

/** Returns the facts that at least one of two products states, for the first product. */
export function compareFacts(product: DuplicateProduct, other: DuplicateProduct): ComparedFact[] {
  const category = {
    label: 'Category',
    value: product.category,
    isDifferent: product.category !== other.category,
  }
  const facts = FACT_LABELS.flatMap(([name, label]) => {
    const [value, otherValue] = [product.facts[name], other.facts[name]]
    if (value === null && otherValue === null) return []
    return [
      {
        label,
        value: value ?? 'Not stated',
        isDifferent: value !== null && otherValue !== null && value !== otherValue,
      },
    ]
  })
  return [category, ...facts]
}

/** Returns the name of a variant: its options, else its SKU. */
export function nameVariant({ title, sku }: DuplicateVariant): string {
  return title || sku
}
