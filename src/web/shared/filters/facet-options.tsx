import { Check } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { isFacetSelected, formatPriceRange, toggleFacet } from './facet-filters.ts'
import type { Facet } from './facet-filters.ts'
import { HiddenSearchInputs } from '../loading/hidden-search-inputs.tsx'
import { marketplaceHref } from '../search/marketplace-search.ts'
import type { MarketplaceSearch } from '../search/marketplace-search.ts'

/** The context of a facet panel; `isCapped` means that counting stopped before all products were counted. */
export type FacetContext = Readonly<{ path: string; search: MarketplaceSearch; isCapped: boolean }>

/**
 * Renders the options of a facet as links with product counts. Selected ones are ticked, and a click removes them.
 */
export function FacetOptions({ facet: { name, options }, place }: { facet: Facet; place: FacetContext }) {
  const { path, search, isCapped } = place
  return (
    <>
      <ul className="grid">
        {options.map(({ value, label, count }) => (
          <li key={value}>
            <Link
              href={marketplaceHref(path, toggleFacet(search, name, value))}
              rel="nofollow"
              aria-current={isFacetSelected(search, name, value) ? 'true' : undefined}
              className="facet-option"
            >
              <span className="facet-tick">
                <Icon shapes={Check} aria-hidden="true" className="size-3.5" strokeWidth={2.5} />
              </span>
              <span className="min-w-0 flex-1">{name === 'price' ? bandLabel(value) : label}</span>
              <ProductCount count={count} isCapped={isCapped} />
            </Link>
          </li>
        ))}
      </ul>
      {options.length === 0 && <p className="px-3 py-2 text-sm text-ink-soft">No options</p>}
      {name === 'price' && <PriceBounds path={path} search={search} />}
    </>
  )
}

/** Renders the number of products, with its unit for screen readers. */
export function ProductCount({ count, isCapped }: { count: number; isCapped: boolean }) {
  return (
    <span className="text-ink-soft tabular-nums">
      {NUMBER_FORMAT.format(count)}
      {isCapped && count > 0 && '+'}
      <span className="sr-only">{count === 1 ? ' product' : ' products'}</span>
    </span>
  )
}

const NUMBER_FORMAT = new Intl.NumberFormat('en-US')

function bandLabel(value: string): string {
  const [min = '', max = ''] = value.split('-')
  return formatPriceRange(min, max)
}

function PriceBounds({ path, search }: { path: string; search: MarketplaceSearch }) {
  const { minPrice, maxPrice } = search
  return (
    <form
      key={`${minPrice} ${maxPrice}`}
      action={path}
      method="get"
      className="mt-2 grid grid-cols-2 gap-3 border-t border-line px-3 pt-4 pb-2"
    >
      <HiddenSearchInputs search={search} but={['minPrice', 'maxPrice']} />
      <Field label="Minimum price" name="minPrice" {...PRICE_INPUT} defaultValue={minPrice} />
      <Field label="Maximum price" name="maxPrice" {...PRICE_INPUT} defaultValue={maxPrice} />
      <Button type="submit" variant="outline" size="sm" className="col-span-2">
        Apply price range
      </Button>
    </form>
  )
}

const PRICE_INPUT = { type: 'number', inputMode: 'decimal', min: 0, step: 'any' } as const
