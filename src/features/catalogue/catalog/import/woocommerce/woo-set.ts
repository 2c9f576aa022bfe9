import type { FeedVariant } from '../map/feed-product.ts'
import { skuFor } from '../map/variant-values.ts'
import { splitList, type WooMembers, type WooRow } from './woo-rows.ts'
import { variantOf, variantsOf, type WooPiece } from './woo-variants.ts'

/**
 * A grouped product as one variant: the set of its members, at the sum of their prices (the cheapest variant of each) and
 * with as many pieces as the scarcest has. A string says which member is missing or cannot be sold.
 */
export function setOf(piece: WooPiece, members: WooMembers): FeedVariant[] | string {
  const names = splitList(piece.head.members ?? '')
  if (names.length === 0) return 'it is a group without members'
  const parts: FeedVariant[] = []
  for (const name of names) {
    const part = cheapestOf(piece, members.get(name) ?? [])
    if (part === undefined) return `its member “${name}” is not in the file or cannot be sold`
    parts.push(part)
  }
  piece.warn(piece.head.line, 'a group of products: taken in as a set at the sum of their prices')
  const list = sum(parts.map((part) => part.priceCents))
  const selling = sum(parts.map(sellingCents))
  return [
    {
      ...skuFor(piece.key, piece.head.sku ?? '', ''),
      title: '',
      size: null,
      color: null,
      material: null,
      priceCents: list,
      offerCents: selling < list ? selling : null,
      wholesaleCents: null,
      stock: Math.min(...parts.map((part) => part.stock)),
      weightGrams: sum(parts.map((part) => part.weightGrams ?? 0)) || null,
      imageUrl: null,
    },
  ]
}

function cheapestOf(set: WooPiece, rows: readonly WooRow[]): FeedVariant | undefined {
  const head = rows.find((row) => row.kind !== 'variation')
  if (!head) return undefined
  // The member's own import warns about the member.
  const member: WooPiece = { ...set, head, rows, warn: () => undefined }
  const variants = head.kind === 'variable' ? variantsOf(member) : [variantOf(member, head, [])]
  if (typeof variants === 'string') return undefined
  const sold = variants.filter((variant): variant is FeedVariant => typeof variant !== 'string')
  return sold.toSorted((a, b) => sellingCents(a) - sellingCents(b))[0]
}

function sellingCents(variant: FeedVariant): number {
  return variant.offerCents ?? variant.priceCents
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
