import type { FeedVariant } from '../map/feed-product.ts'
import { toSku } from '../map/variant-values.ts'
import { splitList, type WooMembers, type WooRow } from './woo-rows.ts'
import { readVariant, readVariations, type WooAssembly } from './woo-variants.ts'

/**
 * A grouped product as one variant: the set of its members, at the sum of their prices (the cheapest variant of each) and
 * with as many products as the scarcest has. A string says which member is missing or cannot be sold.
 */
export function createSetVariant(assembly: WooAssembly, members: WooMembers): FeedVariant[] | string {
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
  // The member's own import warns about the member.
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
