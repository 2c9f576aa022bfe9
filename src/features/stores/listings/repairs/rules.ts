import { createHash } from 'node:crypto'
import {
  type ListedVariant,
  matchVariants,
  type VariantMatches,
  type TargetVariant,
} from '#core/products/store-variants.ts'
import type { ListingVariantData, VariantRepairData } from './contract.ts'

/** A variant of ours with its displayed data; `ownSku` is the SKU that we give it in stores. */
export type OwnVariant = TargetVariant &
  Readonly<{ title: string; sku: string; stock: number; ownSku: string }>

/** A repair with its changes: links of variants to ours, and SKUs in the store. */
export type PlannedRepair = VariantRepairData &
  Readonly<{
    links: readonly Readonly<{ reference: string; externalId: string }>[]
    skus: readonly Readonly<{ variantId: string; sku: string }>[]
    /** The store's ids of removed variants that the repair marks as reviewed. */
    reviewedIds: readonly string[]
  }>

/** A listing's variants, and the repairs of those that do not match. */
export type VariantReview = Readonly<{
  fingerprint: string
  variants: ListingVariantData[]
  repairs: PlannedRepair[]
}>

/** A variant in a store that its supplier removed, by the store's id. `isReviewed`: the vendor has seen it. */
export type RemovedVariant = Readonly<{ id: string; title: string; isReviewed: boolean }>

type Matches = VariantMatches<OwnVariant, ListedVariant>

/** Returns the matches of a store's variants with ours, and repairs for those without one. */
export function reviewVariants(
  own: readonly OwnVariant[],
  stored: readonly ListedVariant[],
  removed: readonly RemovedVariant[] = [],
): VariantReview {
  const [ours, theirs] = toComparable(own, stored)
  const matches = matchVariants(
    ours,
    theirs,
    removed.map(({ id }) => id),
  )
  return {
    fingerprint: toFingerprint(ours, theirs),
    variants: listVariants(ours, theirs, matches),
    repairs: [
      ...planLinks(matches),
      ...planSkus(matches),
      ...planAdditions(matches),
      ...planRemoved(removed, theirs),
    ],
  }
}

/**
 * Matches the only variant of a product without options with the store's only one, which may have the product's number
 * as its SKU.
 */
function toComparable(own: readonly OwnVariant[], stored: readonly ListedVariant[]) {
  const [only, ...more] = own
  const [single, ...others] = stored
  if (!only || more.length > 0 || only.values.length > 0 || !single || others.length > 0)
    return [own, stored] as const
  const sku = single.sku === only.ownSku ? only.reference : single.sku
  return [[{ ...only, knownIds: [single.id] }], [{ ...single, sku, values: [] }]] as const
}

/** Returns a fingerprint of what repairs depend on, without the stock, which sales change all the time. */
function toFingerprint(own: readonly OwnVariant[], stored: readonly ListedVariant[]): string {
  const ours = own.map(({ reference, values, knownIds = [] }) => [reference, values, knownIds.toSorted()])
  const theirs = stored.map(({ id, sku, values }) => [id, sku, values])
  return createHash('sha256')
    .update(JSON.stringify([ours, theirs]))
    .digest('base64url')
}

function listVariants(
  own: readonly OwnVariant[],
  stored: readonly ListedVariant[],
  { found, missing, gone, mixed }: Matches,
): ListingVariantData[] {
  const linked = new Set([...found.values()].map(({ id }) => id))
  const isMixed = new Set(mixed.map((one) => one.stored.id))
  const toState = ({ reference }: OwnVariant) => {
    const match = found.get(reference)
    if (match) return isMixed.has(match.id) ? 'wrong_sku' : 'linked'
    return missing.some((one) => one.reference === reference) ? 'missing' : 'unlinked'
  }
  const removed = new Set(gone.map(({ id }) => id))
  const ours = own.map((variant): ListingVariantData => {
    const { title, sku, stock, reference } = variant
    const match = found.get(reference)
    return {
      id: reference,
      state: toState(variant),
      ours: { title, sku, stock },
      inStore: match ? toOffer(match, title) : null,
    }
  })
  const others = stored
    .filter(({ id }) => !linked.has(id))
    .map((variant): ListingVariantData => ({
      id: variant.id,
      state: removed.has(variant.id) ? 'removed' : 'other',
      ours: null,
      inStore: toOffer(variant, variant.id),
    }))
  return [
    ...ours.toSorted((one, other) => Number(one.state === 'linked') - Number(other.state === 'linked')),
    ...others,
  ]
}

function toOffer(variant: ListedVariant, fallback: string) {
  return { title: variant.values.join(' / ') || fallback, sku: variant.sku, stock: variant.quantity }
}

/** Plans to link an unlinked variant to one with the same options, or to the one that has its SKU. */
function planLinks({ found, unlinked, mixed }: Matches): PlannedRepair[] {
  const named = mixed.flatMap(({ stored, own, named: wanted }) =>
    !own && wanted && !found.has(wanted.reference) ? [{ wanted, stored }] : [],
  )
  const alike = unlinked.flatMap((one) => one.alike.map((stored) => ({ wanted: one.target, stored })))
  return [...alike, ...named].map(({ wanted, stored }) => {
    const label = describeStored(stored)
    return {
      id: `link ${wanted.reference} ${stored.id}`,
      kind: 'link',
      title: `Link “${wanted.title}” to ${label} in your store`,
      effects: [
        `Orders for ${label} are sent to the supplier as “${wanted.title}”${wanted.sku ? ` (${wanted.sku})` : ''}.`,
        `Its stock in your store becomes ${wanted.stock}, and its price follows your rules.`,
        stored.sku === '' ? 'It stays without a SKU.' : `Its SKU “${stored.sku}” stays.`,
      ],
      links: [{ reference: wanted.reference, externalId: stored.id }],
      skus: [],
      reviewedIds: [],
    }
  })
}

function planSkus({ found, mixed }: Matches): PlannedRepair[] {
  const isUnclear = ({ own, named }: Matches['mixed'][number]) => !own && named && !found.has(named.reference)
  const unclear = mixed.filter(isUnclear).map((one) => one.stored)
  const certain = mixed.filter((one) => !isUnclear(one))
  const cleared = unclear.map((stored): PlannedRepair => ({
    id: `clear ${stored.id}`,
    kind: 'clear_sku',
    title: `Clear the SKU of ${describeStored(stored)} in your store`,
    effects: [`Its SKU “${stored.sku}” is removed. It is not linked.`],
    links: [],
    skus: [{ variantId: stored.id, sku: '' }],
    reviewedIds: [],
  }))
  if (certain.length === 0) return cleared
  const restored: PlannedRepair = {
    id: 'restore',
    kind: 'restore_skus',
    title:
      certain.length === 1 ? 'Correct the SKU in your store' : `Correct ${certain.length} SKUs in your store`,
    effects: certain.map(({ stored, own }) =>
      own
        ? `${describeStored(stored, own.title)} gets its own SKU “${own.ownSku}” back.`
        : `${describeStored(stored)} loses the SKU “${stored.sku}”, which belongs to another variant.`,
    ),
    links: [],
    skus: certain.map(({ stored, own }) => ({ variantId: stored.id, sku: own?.ownSku ?? '' })),
    reviewedIds: [],
  }
  return [restored, ...cleared]
}

function planAdditions({ missing }: Matches): PlannedRepair[] {
  if (missing.length === 0) return []
  const [only] = missing
  return [
    {
      id: 'add',
      kind: 'add',
      title:
        missing.length === 1 && only
          ? `Add “${only.title}” to your store`
          : `Add ${missing.length} variants to your store`,
      effects: missing.map(
        ({ title, stock }) => `“${title}” is created in your store with ${stock} in stock.`,
      ),
      links: [],
      skus: [],
      reviewedIds: [],
    },
  ]
}

/** Plans no change in the store, where the variant has been sold out since it was removed. */
function planRemoved(removed: readonly RemovedVariant[], stored: readonly ListedVariant[]): PlannedRepair[] {
  const open = removed.filter(({ isReviewed }) => !isReviewed)
  if (open.length === 0) return []
  return [
    {
      id: `keep ${open.map(({ id }) => id).join(' ')}`.slice(0, 400),
      kind: 'keep_removed',
      title:
        open.length === 1
          ? `“${open[0]?.title}” is no longer supplied`
          : `${open.length} variants are no longer supplied`,
      effects: open.map(({ id, title }) =>
        stored.some((one) => one.id === id)
          ? `“${title}” stays in your store with 0 in stock. You can delete it there.`
          : `“${title}” is no longer in your store.`,
      ),
      links: [],
      skus: [],
      reviewedIds: open.map(({ id }) => id),
    },
  ]
}

function describeStored({ id, values }: ListedVariant, fallback = id): string {
  return `“${values.join(' / ') || fallback}”`
}
