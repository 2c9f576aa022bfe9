import type { VariantFormData } from './own-contract.ts'

/** A stored size, colour or material; an omitted one is null. `title` is the variant's name. */
export type VariantOptions = Readonly<{
  size: string | null
  color: string | null
  material: string | null
  title: string
}>

/** Returns a variant's options; its title joins those that are set. */
export function toVariantOptions({ size, color, material }: VariantFormData): VariantOptions {
  const options = { size: size || null, color: color || null, material: material || null }
  const title = [options.size, options.color, options.material].filter((text) => text !== null).join(' / ')
  return { ...options, title }
}

/** Returns why shoppers could not distinguish these variants; undefined if they can. A single variant needs no name. */
export function validateVariants(
  variants: readonly VariantFormData[],
): { code: 'variant_unnamed' | 'variant_twice'; message: string } | undefined {
  const titles = variants.map((variant) => toVariantOptions(variant).title)
  if (titles.length > 1 && titles.includes(''))
    return {
      code: 'variant_unnamed',
      message: 'Enter a size, colour or material for each variation.',
    }
  const duplicate = titles.find(
    (title, index) => titles.findIndex((other) => isSameTitle(other, title)) !== index,
  )
  if (duplicate !== undefined)
    return { code: 'variant_twice', message: `The variation “${duplicate}” is listed twice. Remove one.` }
  return undefined
}

function isSameTitle(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The prices of a variant in cents; null means that there is no such price. */
export type VariantPrices = Readonly<{
  priceCents: number
  wholesaleCents: number | null
  minimumRetailCents: number | null
}>

/**
 * Returns why a variant's prices contradict each other; undefined if they don't. The wholesale price, which a vendor
 * pays, is at most the retail price and at most the recommended minimum retail price.
 */
export function explainWholesaleConflict({
  priceCents,
  wholesaleCents,
  minimumRetailCents,
}: VariantPrices):
  | { code: 'wholesale_above_price' | 'wholesale_above_minimum'; field: string; message: string }
  | undefined {
  if (wholesaleCents !== null && wholesaleCents > priceCents)
    return {
      code: 'wholesale_above_price',
      field: 'wholesaleCents',
      message: 'Enter a wholesale price up to the retail price.',
    }
  if (minimumRetailCents !== null && minimumRetailCents < (wholesaleCents ?? 0))
    return {
      code: 'wholesale_above_minimum',
      field: 'minimumRetailCents',
      message: 'Enter a recommended minimum of at least the wholesale price.',
    }
  return undefined
}

/** Explains what a product lacks to be published (MONB-23); undefined when it is complete. Amounts are cents. */
export function explainIncompleteProduct(
  name: string,
  variants: readonly Readonly<{ priceCents: number }>[],
): string | undefined {
  if (name === '') return 'Add a name.'
  if (variants.length === 0 || variants.some(({ priceCents }) => priceCents <= 0))
    return 'Add a price above 0.'
  return undefined
}

/** Returns plain text as HTML: paragraphs and line breaks, everything else escaped. */
export function textToHtml(text: string): string {
  if (text === '') return ''
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return escaped
    .split(/\n{2,}/)
    .map((part) => `<p>${part.trim().replaceAll('\n', '<br />')}</p>`)
    .join('\n')
}

/** Returns a sanitised description as editable text with its line breaks, but without other structure. */
export function htmlToText(html: string): string {
  return html
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/<br ?\/?>/g, '\n')
    .replaceAll(/<li>/g, '\n– ')
    .replaceAll(/<\/(p|ul|ol|dl|table|blockquote|h3|h4)>/g, '\n\n')
    .replaceAll(/<\/(tr|dt|dd)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()
}
