/** A variant while two products are merged. */
export type MergedVariant = Readonly<{
  size: string | null
  color: string | null
  material: string | null
}>

/** A product while it is merged. */
export type MergedProduct<Variant extends MergedVariant = MergedVariant> = Readonly<{
  title: string
  isSynced: boolean
  variants: readonly Variant[]
}>

/** The most variants of a merged product, the same as in the editor. */
const MAX_VARIANTS = 50

/** The effect of merging one product into another; `problem` says why they cannot be merged. */
export type MergePlan<Variant> = Readonly<{
  moves: readonly Variant[]
  stays: readonly Variant[]
  problem: string | null
}>

/**
 * Returns the variants of `other` that move to `target`: those with options that `target` does not have. The rest stay
 * with the other product and their stock is not added: two lists may have counted the same units.
 */
export function planMerge<Variant extends MergedVariant>(
  target: MergedProduct<Variant>,
  other: MergedProduct<Variant>,
): MergePlan<Variant> {
  const known = new Set(target.variants.map(toOptionKey))
  const moves: Variant[] = []
  const stays: Variant[] = []
  for (const variant of other.variants) {
    const key = toOptionKey(variant)
    if (known.has(key)) stays.push(variant)
    else moves.push(variant)
    known.add(key)
  }
  return { moves, stays, problem: findMergeProblem(target, other, moves.length) }
}

function findMergeProblem(target: MergedProduct, other: MergedProduct, moved: number): string | null {
  if (other.isSynced)
    return `“${other.title}” follows your connected store and would come back. Keep that one, or merge the products in your store.`
  if (target.isSynced && moved > 0)
    return `“${target.title}” follows your connected store, which would remove the variants that move to it. Add them in your store first.`
  if (target.variants.length + moved > MAX_VARIANTS)
    return `Together they have ${target.variants.length + moved} variants. A product can have up to ${MAX_VARIANTS}.`
  return null
}

function toOptionKey({ size, color, material }: MergedVariant): string {
  return JSON.stringify([size, color, material].map((value) => (value ?? '').trim().toLowerCase()))
}
