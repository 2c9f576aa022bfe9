import { CATEGORIES } from '../contract.ts'
import { BANDS } from './facet-prices.ts'
import type { Tally } from './facet-rules.ts'
import { COLORS, countryCode, countryNumber, METALS, PURITIES, SIZES, STONES } from './facet-values.ts'
import type { Narrowing } from '../rules.ts'

/** A value of a facet that may be chosen, and how many pieces would be shown. */
export type FacetOption = Readonly<{ value: string; label: string; count: number }>

/** The facets in the order in which a panel shows them. */
export type FacetsShown = Readonly<{
  facets: readonly Readonly<{ name: FacetName; options: readonly FacetOption[] }>[]
}>

type FacetName =
  | 'category'
  | 'price'
  | 'metal'
  | 'purity'
  | 'stone'
  | 'size'
  | 'color'
  | 'country'
  | 'inStock'
  | 'onOffer'

/** The facets of counts: values that some piece has, and those chosen though none has. */
export function facetsShown(counts: Tally, { choice, category }: Narrowing): FacetsShown {
  const isBit = (bits: number | undefined, index: number) => bits !== undefined && (bits & (1 << index)) !== 0
  const categories = CATEGORIES.map((name, index) => option(name, name, counts.categories[index + 1]))
  const facets = [
    { name: 'category', options: categories.filter(({ value, count }) => count > 0 || value === category) },
    { name: 'price', options: bands(counts) },
    { name: 'metal', options: named(METALS, counts.metals, (index) => isBit(choice.metals, index)) },
    { name: 'purity', options: inOrder(PURITIES, counts.purities, (index) => isBit(choice.purities, index)) },
    { name: 'stone', options: named(STONES, counts.stones, (index) => isBit(choice.stones, index)) },
    { name: 'size', options: inOrder(SIZES, counts.sizes, (index) => isBit(choice.sizes, index)) },
    { name: 'color', options: named(COLORS, counts.colors, (index) => isBit(choice.colors, index)) },
    { name: 'country', options: countries(counts, choice.countries ?? []) },
    { name: 'inStock', options: [option('1', 'In stock', counts.inStock)] },
    { name: 'onOffer', options: [option('1', 'On offer', counts.onOffer)] },
  ] as const
  return { facets: facets.filter(({ name, options }) => options.length > 0 || !SELDOM.has(name)) }
}

/** Facets that many lists have nothing of, and then do not show. */
const SELDOM: ReadonlySet<FacetName> = new Set(['purity', 'size', 'color'])

function option(value: string, label: string, count: number | undefined): FacetOption {
  return { value, label, count: count ?? 0 }
}

type Named = readonly (readonly [value: string, label: string])[]

function named(names: Named, counts: Int32Array, isChosen: (index: number) => boolean): FacetOption[] {
  return inOrder(names, counts, isChosen).toSorted(byCount)
}

/** The same in the order of the names: sizes from small to large. */
function inOrder(names: Named, counts: Int32Array, isChosen: (index: number) => boolean): FacetOption[] {
  return names.flatMap(([value, label], index) => {
    const shown = option(value, label, counts[index])
    return shown.count > 0 || isChosen(index) ? [shown] : []
  })
}

function countries(counts: Tally, chosen: readonly number[]): FacetOption[] {
  return Array.from(counts.countries, (count, number) => ({ count, number }))
    .filter(({ count, number }) => number < NO_COUNTRY && (count > 0 || chosen.includes(number)))
    .map(({ count, number }) => option(countryCode(number), countryName(countryCode(number)), count))
    .toSorted(byCount)
}

/** More than 'ZZ' has. */
const NO_COUNTRY = countryNumber('ZZ') + 1

const NAMES = new Intl.DisplayNames(['en'], { type: 'region' })

function countryName(code: string): string {
  return NAMES.of(code) ?? code
}

function bands(counts: Tally): FacetOption[] {
  return BANDS.map(({ from, to }, band) =>
    option(`${dollars(from)}-${to === undefined ? '' : dollars(to)}`, '', counts.bands[band]),
  ).filter(({ count }) => count > 0)
}

function dollars(cents: number): string {
  return cents === 0 ? '' : (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)
}

function byCount(a: FacetOption, b: FacetOption): number {
  return b.count - a.count || (a.label < b.label ? -1 : 1)
}
