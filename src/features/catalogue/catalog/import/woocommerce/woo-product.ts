import { toPlainText } from '#core/text/plain-text.ts'
import { startAssembly, findVariantConflict, type ProductAssembly, readWarehouse } from '../map/assembly.ts'
import { chooseCategory } from '../map/choose-category.ts'
import { explainCustomsErrors } from '../map/customs-facts.ts'
import type { AssemblyResult, FeedProduct, FeedStatus, FeedVariant } from '../map/feed-product.ts'
import { readFacts } from '../map/jewellery-facts.ts'
import { collectPictures, type LinkedPicture } from '../write/pictures.ts'
import { splitList, type WooMembers, type WooRow } from './woo-rows.ts'
import { readGrams, readLengths } from './woo-measures.ts'
import { readVariant, readVariations, type WooAssembly } from './woo-variants.ts'
import { toSku } from '../map/variant-values.ts'

/**
 * Returns the product of a WooCommerce row and its variations, which may be anywhere in the file. A grouped product has
 * no price of its own: it becomes a set for the total price of its members. `now` determines whether a sale applies.
 */
export function assembleWoo(
  key: string,
  input: { rows: readonly WooRow[]; members: WooMembers },
  now: Date,
): AssemblyResult {
  const { rows, members } = input
  const assembly = startAssembly(key, rows)
  const brokenRow = rows.find((row) => row.broken !== undefined)
  if (brokenRow?.broken)
    return assembly.refuse(
      rows.length > 1 ? `${brokenRow.broken} (line ${brokenRow.line})` : brokenRow.broken,
    )
  const parents = rows.filter((row) => row.kind !== 'variation')
  const [head] = parents
  if (!head) return assembly.refuse('its parent product is not in the file')
  if (parents.length > 1) {
    return assembly.refuse(
      `several products have the same ID (lines ${parents.map((row) => row.line).join(', ')})`,
    )
  }
  if (head.kind === 'other') return assembly.refuse(`products of the type “${head.type}” cannot be imported`)
  if (head.name === undefined) return assembly.refuse('the title is missing')

  const wooAssembly: WooAssembly = { ...assembly, head, rows, now }
  const variants = readAllVariants(wooAssembly, members)
  if (typeof variants === 'string') return assembly.refuse(variants)
  const conflict = findVariantConflict(variants)
  if (conflict !== undefined) return assembly.refuse(conflict)
  const warehouse = readWarehouse(rows)
  if (typeof warehouse === 'string') return assembly.refuse(warehouse)
  return assembly.finish({ ...toProductFields(wooAssembly, variants), ...warehouse })
}

function readAllVariants(assembly: WooAssembly, members: WooMembers): readonly FeedVariant[] | string {
  if (assembly.head.kind === 'grouped') return createSetVariant(assembly, members)
  if (assembly.head.kind === 'variable') return readVariations(assembly)
  const variant = readVariant(assembly, assembly.head, [])
  return typeof variant === 'string' ? variant : [variant]
}

function toProductFields(
  assembly: WooAssembly,
  variants: readonly FeedVariant[],
): Omit<FeedProduct, 'externalKey' | 'lines'> {
  const { head, rows } = assembly
  const path = splitList(head.categories ?? '').join(' ')
  const { category, isGuess } = chooseCategory({
    type: path,
    title: head.name ?? '',
    path,
    tags: head.tags ?? '',
  })
  if (isGuess) assembly.warn(head.line, `the category is unclear: filed under ${category}`, 'category')
  if (head.kind === 'external') assembly.warn(head.line, 'an external product: imported like any other')
  if (/virtual|downloadable/.test(head.type))
    assembly.warn(head.line, 'a virtual product: imported as one that ships')
  const attributes = (head.attributes ?? []).map(({ name, values }) => ({ name, value: values.join(', ') }))
  const facts = [...attributes, ...(head.customs ?? [])]
  for (const fault of explainCustomsErrors(facts)) assembly.warn(head.line, fault)
  return {
    title: toPlainText(head.name ?? ''),
    descriptionHtml: [head.short, head.description]
      .filter((text) => text !== undefined)
      .map(unescapeLineBreaks)
      .join('\n'),
    category,
    status: toStatus(assembly, head),
    variants,
    images: collectPictures(assembly, [head, ...rows.filter((row) => row !== head)].flatMap(listPictures)),
    facts: {
      ...readFacts(facts),
      ...readLengths(head),
      weightGrams: readGrams(head) ?? variants[0]?.weightGrams ?? null,
    },
  }
}

/** Replaces the two characters `\n`, which the exporter writes for line breaks inside texts. */
function unescapeLineBreaks(text: string): string {
  const unescaped = text.replaceAll('\\n', '\n')
  return /<(p|br|ul|ol|div|h\d)\b/i.test(unescaped)
    ? unescaped
    : `<p>${unescaped.replace(/\n+/g, '</p>\n<p>')}</p>`
}

function toStatus(assembly: ProductAssembly, head: WooRow): FeedStatus {
  if (head.published !== undefined && head.published !== '1') return 'draft'
  if (head.visibility?.toLowerCase() !== 'hidden') return 'active'
  assembly.warn(head.line, 'hidden in the supplier’s catalogue: imported as a draft')
  return 'draft'
}

/**
 * Lists the product's own pictures before those of its variations. A cell separates them by commas, which a URL may
 * also contain.
 */
function listPictures(row: WooRow): LinkedPicture[] {
  const urls = (row.images ?? '').split(/\s*,\s*(?=https?:|\/\/)/i).filter((url) => url.trim() !== '')
  return urls.map((url) => ({ url: url.trim(), alt: '', line: row.line }))
}

/**
 * Returns a grouped product as one variant: the set of its members. Its price is the sum of the members' cheapest
 * variants, its stock that of the scarcest member. A string says which member is missing or cannot be sold.
 */
function createSetVariant(assembly: WooAssembly, members: WooMembers): FeedVariant[] | string {
  const names = splitList(assembly.head.members ?? '')
  if (names.length === 0) return 'it is a group without members'
  const memberVariants: FeedVariant[] = []
  for (const name of names) {
    const memberVariant = findCheapestVariant(assembly, members.get(name) ?? [])
    if (memberVariant === undefined) return `its member “${name}” is not in the file or cannot be sold`
    memberVariants.push(memberVariant)
  }
  assembly.warn(assembly.head.line, 'a grouped product: imported as a set at the sum of its prices')
  const list = sum(memberVariants.map((memberVariant) => memberVariant.priceCents))
  const selling = sum(memberVariants.map(sellingCents))
  return [
    {
      ...toSku(assembly.key, assembly.head.sku ?? '', ''),
      title: '',
      size: null,
      color: null,
      material: null,
      priceCents: list,
      offerCents: selling < list ? selling : null,
      wholesaleCents: null,
      stock: Math.min(...memberVariants.map((memberVariant) => memberVariant.stock)),
      weightGrams: sum(memberVariants.map((memberVariant) => memberVariant.weightGrams ?? 0)) || null,
      imageUrl: null,
    },
  ]
}

function findCheapestVariant(group: WooAssembly, rows: readonly WooRow[]): FeedVariant | undefined {
  const head = rows.find((row) => row.kind !== 'variation')
  if (!head) return undefined
  // The member's own import reports its warnings.
  const member: WooAssembly = { ...group, head, rows, warn: () => undefined }
  const variants = head.kind === 'variable' ? readVariations(member) : [readVariant(member, head, [])]
  if (typeof variants === 'string') return undefined
  const sellable = variants.filter((variant): variant is FeedVariant => typeof variant !== 'string')
  return sellable.toSorted((a, b) => sellingCents(a) - sellingCents(b))[0]
}

function sellingCents(variant: FeedVariant): number {
  return variant.offerCents ?? variant.priceCents
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
