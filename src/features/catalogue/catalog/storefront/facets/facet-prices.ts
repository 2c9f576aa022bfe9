import { BAND_STARTS, type FacetGroups } from './facet-rules.ts'

/** Inclusive bounds of a price in cents; undefined is no bound. */
export type PriceBounds = Readonly<{ minAmount: number | undefined; maxAmount: number | undefined }>

/** A range of prices in cents, both ends inclusive; without `to` it has no upper end. */
export type PriceRange = Readonly<{ from: number; to: number | undefined }>

/** The price bands as ranges, in ascending order. */
export const BANDS: readonly PriceRange[] = BAND_STARTS.map((from, band) => {
  const next = BAND_STARTS[band + 1]
  return { from, to: next === undefined ? undefined : next - 1 }
})

/**
 * Returns groups with their product counts within price bounds, and the bands that are only partly within them. There
 * are at most two such bands, one at each end.
 */
export function countWithinBounds(
  groups: FacetGroups,
  bounds: PriceBounds,
): { groups: FacetGroups; partialRanges: readonly PriceRange[] } {
  if (bounds.minAmount === undefined && bounds.maxAmount === undefined) return { groups, partialRanges: [] }
  const ranges = BANDS.map((band) => intersectRange(band, bounds))
  const coversBand = ranges.map((range, band) => range !== undefined && isSameRange(range, BANDS[band]))
  const within = groups.n.map((n, index) => (coversBand[getBand(groups.high[index] ?? 0)] === true ? n : 0))
  const partialRanges = ranges.filter((range, band) => range !== undefined && coversBand[band] !== true)
  return {
    groups: { ...groups, within },
    partialRanges: partialRanges.filter((range) => range !== undefined),
  }
}

/** Returns whether any price of a group's band is within the bounds. */
export function isBandWithin(high: number, bounds: PriceBounds): boolean {
  const band = BANDS[getBand(high)]
  return band !== undefined && intersectRange(band, bounds) !== undefined
}

/** Returns the price band of a group, from its bits in `high`, which also holds metals, country and other facets. */
function getBand(high: number): number {
  return (high >>> 22) & 15
}

function intersectRange(
  { from, to }: PriceRange,
  { minAmount = 0, maxAmount }: PriceBounds,
): PriceRange | undefined {
  const start = Math.max(from, minAmount)
  const ends = [to, maxAmount].filter((end) => end !== undefined)
  const end = ends.length === 0 ? undefined : Math.min(...ends)
  return end !== undefined && end < start ? undefined : { from: start, to: end }
}

function isSameRange(range: PriceRange, band: PriceRange | undefined): boolean {
  return band !== undefined && range.from === band.from && range.to === band.to
}
