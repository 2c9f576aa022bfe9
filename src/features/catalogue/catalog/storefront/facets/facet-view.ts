import { CATEGORIES } from '../../contract.ts'
import { BANDS } from './facet-prices.ts'
import type { FacetTally } from './facet-rules.ts'
import { COLORS, countryCode, countryNumber, METALS, PURITIES, SIZES, STONES } from './facet-values.ts'
import type { ProductFilter } from '../../rules.ts'

/** A selectable facet value, and the number of products it would show. */
export type FacetOption = Readonly<{ value: string; label: string; count: number }>

/** The facets in the order of the filter panel. */
export type FacetsView = Readonly<{
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

/** Returns the facets of counts: values that some product has, and selected values. */
export function toFacetsView(counts: FacetTally, { choice, category }: ProductFilter): FacetsView {
  const hasBit = (bits: number | undefined, index: number) =>
    bits !== undefined && (bits & (1 << index)) !== 0
  const categories = CATEGORIES.map((name, index) => createOption(name, name, counts.categories[index + 1]))
  const facetList = [
    { name: 'category', options: categories.filter(({ value, count }) => count > 0 || value === category) },
    { name: 'price', options: bandOptions(counts) },
    {
      name: 'metal',
      options: byCountOptions(METALS, counts.metals, (index) => hasBit(choice.metals, index)),
    },
    {
      name: 'purity',
      options: toOptions(PURITIES, counts.purities, (index) => hasBit(choice.purities, index)),
    },
    {
      name: 'stone',
      options: byCountOptions(STONES, counts.stones, (index) => hasBit(choice.stones, index)),
    },
    { name: 'size', options: toOptions(SIZES, counts.sizes, (index) => hasBit(choice.sizes, index)) },
    {
      name: 'color',
      options: byCountOptions(COLORS, counts.colors, (index) => hasBit(choice.colors, index)),
    },
    { name: 'country', options: countryOptions(counts, choice.countries ?? []) },
    { name: 'inStock', options: [createOption('1', 'In stock', counts.inStock)] },
    { name: 'onOffer', options: [createOption('1', 'On offer', counts.onOffer)] },
  ] as const
  return {
    facets: facetList.filter(({ name, options }) => options.length > 0 || !HIDDEN_WHEN_EMPTY.has(name)),
  }
}

/** Facets that are hidden when no product of the list has a value, as is common. */
const HIDDEN_WHEN_EMPTY: ReadonlySet<FacetName> = new Set(['purity', 'size', 'color'])

function createOption(value: string, label: string, count: number | undefined): FacetOption {
  return { value, label, count: count ?? 0 }
}

type FacetValues = readonly (readonly [value: string, label: string])[]

function byCountOptions(
  names: FacetValues,
  counts: Int32Array,
  isSelected: (index: number) => boolean,
): FacetOption[] {
  return toOptions(names, counts, isSelected).toSorted(compareByCount)
}

/** Returns the options in the order of the names: sizes from small to large. */
function toOptions(
  names: FacetValues,
  counts: Int32Array,
  isSelected: (index: number) => boolean,
): FacetOption[] {
  return names.flatMap(([value, label], index) => {
    const facetOption = createOption(value, label, counts[index])
    return facetOption.count > 0 || isSelected(index) ? [facetOption] : []
  })
}

function countryOptions(counts: FacetTally, selected: readonly number[]): FacetOption[] {
  return Array.from(counts.countries, (count, number) => ({ count, number }))
    .filter(({ count, number }) => number < NO_COUNTRY && (count > 0 || selected.includes(number)))
    .map(({ count, number }) => createOption(countryCode(number), getCountryName(countryCode(number)), count))
    .toSorted(compareByCount)
}

/** The first number above those of countries. */
const NO_COUNTRY = countryNumber('ZZ') + 1

const REGION_NAMES = new Intl.DisplayNames(['en'], { type: 'region' })

function getCountryName(code: string): string {
  return REGION_NAMES.of(code) ?? code
}

function bandOptions(counts: FacetTally): FacetOption[] {
  return BANDS.map(({ from, to }, band) =>
    createOption(
      `${formatDollars(from)}-${to === undefined ? '' : formatDollars(to)}`,
      '',
      counts.bands[band],
    ),
  ).filter(({ count }) => count > 0)
}

function formatDollars(cents: number): string {
  return cents === 0 ? '' : (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)
}

function compareByCount(a: FacetOption, b: FacetOption): number {
  return b.count - a.count || (a.label < b.label ? -1 : 1)
}
