import { plainText } from '#core/html-names.ts'
import { assembly, clash, type Assembly } from '../map/assembly.ts'
import { chooseCategory } from '../map/choose-category.ts'
import { customsFaults } from '../map/customs-facts.ts'
import type { Assembled, FeedProduct, FeedStatus, FeedVariant } from '../map/feed-product.ts'
import { readFacts } from '../map/jewellery-facts.ts'
import { collectPictures, type GivenPicture } from '../write/pictures.ts'
import { splitList, type WooMembers, type WooRow } from './woo-rows.ts'
import { gramsOf, lengthsOf } from './woo-measures.ts'
import { setOf } from './woo-set.ts'
import { variantOf, variantsOf, type WooPiece } from './woo-variants.ts'

/**
 * The piece that a row of a WooCommerce file describes together with its variations, wherever in the file they stand.
 * A grouped product has no price of its own: it becomes a set that costs what its members cost together.
 * `now` decides whether a sale runs.
 */
export function assembleWoo(
  key: string,
  given: { rows: readonly WooRow[]; members: WooMembers },
  now: Date,
): Assembled {
  const { rows, members } = given
  const piece = assembly(key, rows)
  const broken = rows.find((row) => row.broken !== undefined)
  if (broken?.broken)
    return piece.refuse(rows.length > 1 ? `${broken.broken} (line ${broken.line})` : broken.broken)
  const parents = rows.filter((row) => row.kind !== 'variation')
  const [head] = parents
  if (!head) return piece.refuse('its parent product is not in the file')
  if (parents.length > 1) {
    return piece.refuse(
      `several products have the same ID (lines ${parents.map((row) => row.line).join(', ')})`,
    )
  }
  if (head.kind === 'other') return piece.refuse(`products of the type “${head.type}” cannot be taken in`)
  if (head.name === undefined) return piece.refuse('the title is missing')

  const whole: WooPiece = { ...piece, head, rows, now }
  const variants = variantsFor(whole, members)
  if (typeof variants === 'string') return piece.refuse(variants)
  const conflict = clash(variants)
  return conflict === undefined ? piece.finish(describe(whole, variants)) : piece.refuse(conflict)
}

function variantsFor(piece: WooPiece, members: WooMembers): readonly FeedVariant[] | string {
  if (piece.head.kind === 'grouped') return setOf(piece, members)
  if (piece.head.kind === 'variable') return variantsOf(piece)
  const variant = variantOf(piece, piece.head, [])
  return typeof variant === 'string' ? variant : [variant]
}

function describe(
  piece: WooPiece,
  variants: readonly FeedVariant[],
): Omit<FeedProduct, 'externalKey' | 'lines'> {
  const { head, rows } = piece
  const path = splitList(head.categories ?? '').join(' ')
  const { category, isGuess } = chooseCategory({
    type: path,
    title: head.name ?? '',
    path,
    tags: head.tags ?? '',
  })
  if (isGuess) piece.warn(head.line, `no word says which kind of jewellery it is: filed under ${category}`)
  if (head.kind === 'external')
    piece.warn(head.line, 'sold elsewhere until now (external product): taken in like any other')
  if (/virtual|downloadable/.test(head.type))
    piece.warn(head.line, 'a virtual product: taken in as a piece that is sent')
  const attributes = (head.attributes ?? []).map(({ name, values }) => ({ name, value: values.join(', ') }))
  const named = [...attributes, ...(head.customs ?? [])]
  for (const fault of customsFaults(named)) piece.warn(head.line, fault)
  return {
    title: plainText(head.name ?? ''),
    descriptionHtml: [head.short, head.description]
      .filter((text) => text !== undefined)
      .map(unescapeBreaks)
      .join('\n'),
    category,
    status: statusOf(piece, head),
    variants,
    images: collectPictures(piece, [head, ...rows.filter((row) => row !== head)].flatMap(picturesOf)),
    facts: {
      ...readFacts(named),
      ...lengthsOf(head),
      weightGrams: gramsOf(head) ?? variants[0]?.weightGrams ?? null,
    },
  }
}

/** The exporter writes line breaks inside texts as the two characters `\n`. */
function unescapeBreaks(text: string): string {
  const broken = text.replaceAll('\\n', '\n')
  return /<(p|br|ul|ol|div|h\d)\b/i.test(broken) ? broken : `<p>${broken.replace(/\n+/g, '</p>\n<p>')}</p>`
}

function statusOf(piece: Assembly, head: WooRow): FeedStatus {
  if (head.published !== undefined && head.published !== '1') return 'draft'
  if (head.visibility?.toLowerCase() !== 'hidden') return 'active'
  piece.warn(head.line, 'hidden from the catalogue by the supplier: taken in as a draft')
  return 'draft'
}

/** The product's own come before its variations'. They stand in one cell, separated by commas, which an address may also hold. */
function picturesOf(row: WooRow): GivenPicture[] {
  const urls = (row.images ?? '').split(/\s*,\s*(?=https?:|\/\/)/i).filter((url) => url.trim() !== '')
  return urls.map((url) => ({ url: url.trim(), alt: '', line: row.line }))
}
