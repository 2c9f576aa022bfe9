import type { FacetsData } from '#features/catalogue/catalog/contract.ts'
import { CATEGORY_NAMES, categoryLabel } from '#web/shared/product/category-names.ts'
import { LIST_FACETS, marketplaceHref, withName } from '../search/marketplace-search.ts'
import type { MarketplaceSearch } from '../search/marketplace-search.ts'

/** A facet of the panel and its options, as the server counts them. */
export type Facet = FacetsData['facets'][number]

/** A facet by its name. */
export type FacetName = Facet['name']

/** The titles of the facets. */
export const FACET_TITLES = {
  category: 'Category',
  price: 'Price',
  metal: 'Metal',
  purity: 'Purity',
  stone: 'Stone',
  size: 'Ring size',
  color: 'Colour',
  country: 'Supplier country',
  inStock: 'In stock',
  onOffer: 'On offer',
} as const satisfies Record<FacetName, string>

/** Returns whether an option of a facet is selected in the search. */
export function isFacetSelected(search: MarketplaceSearch, name: FacetName, value: string): boolean {
  if (name === 'category') return search.category === value
  if (name === 'price') return `${search.minPrice}-${search.maxPrice}` === value
  if (name === 'inStock' || name === 'onOffer') return search[name]
  return search[name].includes(value.toLowerCase())
}

/** Returns the search with an option of a facet toggled, from its first page. */
export function toggleFacet(search: MarketplaceSearch, name: FacetName, value: string): MarketplaceSearch {
  const isOn = isFacetSelected(search, name, value)
  const first = { ...search, page: 1 }
  if (name === 'category') {
    return { ...first, category: isOn ? undefined : CATEGORY_NAMES.find((one) => one === value) }
  }
  if (name === 'price') {
    const [minPrice = '', maxPrice = ''] = isOn ? [] : value.split('-')
    return { ...first, minPrice, maxPrice }
  }
  if (name === 'inStock' || name === 'onOffer') return { ...first, [name]: !isOn }
  const low = value.toLowerCase()
  const otherBands = search[name].filter((one) => one !== low)
  return { ...first, [name]: isOn ? otherBands : [...otherBands, low].toSorted() }
}

/** A filter that can be removed: its name, its label, and the search without it. */
export type ActiveFilter = Readonly<{ name: string; label: string; without: MarketplaceSearch }>

/**
 * Returns all active filters of a search; sort order and page are not filters. Labels come from the server's facets
 * where they have the value.
 */
export function listActiveFilters(search: MarketplaceSearch, facets: readonly Facet[]): ActiveFilter[] {
  const { productName, minPrice, maxPrice, minQuantity, maxQuantity } = search
  const filters: ActiveFilter[] = []
  const add = (name: string, label: string, without: MarketplaceSearch): void => {
    filters.push({ name, label, without: { ...without, page: 1 } })
  }
  if (productName) add('productName', `“${productName}”`, withName(search, ''))
  if (search.category) add('category', categoryLabel(search.category), { ...search, category: undefined })
  if (minPrice || maxPrice)
    add('price', formatPriceRange(minPrice, maxPrice), { ...search, minPrice: '', maxPrice: '' })
  if (minQuantity || maxQuantity) {
    const label = `Quantity ${formatRange(minQuantity, maxQuantity)}`
    add('quantity', label, { ...search, minQuantity: '', maxQuantity: '' })
  }
  for (const name of LIST_FACETS) {
    for (const value of search[name])
      add(name, optionLabel(facets, name, value), toggleFacet(search, name, value))
  }
  for (const name of ['inStock', 'onOffer'] as const) {
    if (search[name]) add(name, FACET_TITLES[name], toggleFacet(search, name, '1'))
  }
  return filters
}

/** Returns the active filters of a search without its category, which its chip shows already. */
export function filtersExceptCategory(search: MarketplaceSearch, facets: readonly Facet[]): ActiveFilter[] {
  return listActiveFilters(search, facets).filter(({ name }) => name !== 'category')
}

/** Returns the label of an active filter and the link that removes it; undefined if it is not active. */
export function removeFilter(
  search: MarketplaceSearch,
  filter: string,
  facets: readonly Facet[],
): { label: string; href: (path: string) => string } | undefined {
  const filterEntries = listActiveFilters(search, facets).filter(({ name }) => name === filter)
  const [first] = filterEntries
  if (!first) return undefined
  const list = LIST_FACETS.find((name) => name === filter)
  const without = list ? { ...search, [list]: [], page: 1 } : first.without
  return {
    label: filterEntries.map(({ label }) => label).join(' or '),
    href: (path) => marketplaceHref(path, without),
  }
}

/** Formats a price range, or its bounds, in dollars. */
export function formatPriceRange(min: string, max: string): string {
  if (min === '') return max === '' ? 'Any price' : `Up to $${max}`
  return max === '' ? `From $${min}` : `$${min} to $${max}`
}

function formatRange(min: string, max: string): string {
  if (min === '') return `up to ${max}`
  return max === '' ? `from ${min}` : `${min} to ${max}`
}

/** Returns the label of an option. One that the server's facets lack is derived from the value itself. */
function optionLabel(facets: readonly Facet[], name: string, value: string): string {
  const options = facets.find((facet) => facet.name === name)?.options ?? []
  const optionName = options.find((option) => option.value.toLowerCase() === value)?.label
  if (optionName) return optionName
  if (name === 'country') return value.toUpperCase()
  const readableValue = value.replaceAll('-', ' ')
  return readableValue.charAt(0).toUpperCase() + readableValue.slice(1)
}
