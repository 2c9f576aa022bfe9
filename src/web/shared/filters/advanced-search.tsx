import { ChevronDown } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import type { SubmitEvent } from 'react'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { HiddenSearchInputs } from '../loading/hidden-search-inputs.tsx'
import {
  marketplaceHref,
  currentSearch,
  readMarketplaceSearch,
  withName,
} from '../search/marketplace-search.ts'
import type { MarketplaceSearch } from '../search/marketplace-search.ts'

/**
 * Renders the form 'Advance Search' of the listing under `path`. It is a plain GET form, so it works before hydration.
 * On phones it is collapsed, so that products begin on the first screen. Category, facets and sort order are sent as
 * hidden inputs; the page number is not, so a search starts at page 1 (MKT-27).
 */
export function AdvancedSearch({ path, search }: { path: string; search: MarketplaceSearch }) {
  const go = useNavigateTo()
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const texts = readMarketplaceSearch(Object.fromEntries(new FormData(event.currentTarget)))
    const { productName, minPrice, maxPrice, minQuantity, maxQuantity } = texts
    const nextSearch = {
      ...withName(currentSearch(), productName),
      minPrice,
      maxPrice,
      minQuantity,
      maxQuantity,
    }
    void go(marketplaceHref(path, nextSearch))
  }
  return (
    <search>
      <form
        // Resets the fields to the values in the address, also after going back.
        key={marketplaceHref(path, { ...search, page: 1 })}
        action={path}
        method="get"
        onSubmit={submit}
        className="border-b border-line md:pb-8"
      >
        <h2 className="mb-3 hidden text-lg md:block">Advance Search</h2>
        <HiddenSearchInputs
          search={search}
          but={['productName', 'minPrice', 'maxPrice', 'minQuantity', 'maxQuantity']}
        />
        <details className="search-fold">
          <summary>
            <h2>Advance Search</h2>
            <Icon shapes={ChevronDown} aria-hidden="true" className="size-4" strokeWidth={1.5} />
          </summary>
          <div className="grid grid-cols-[1fr_auto] items-end gap-x-4 gap-y-2 pb-3 md:pb-0 lg:flex">
            <Field
              label="Product Name"
              name="productName"
              placeholder="e.g. Necklace"
              maxLength={100}
              defaultValue={search.productName}
              className="min-w-0 lg:grow-3 lg:basis-0"
            />
            <RangeFields search={search} />
            <Button type="submit" className="col-start-2 row-start-1 min-h-12 lg:order-last">
              Search
            </Button>
          </div>
        </details>
      </form>
    </search>
  )
}

/** Renders the four bounds: collapsed on phones unless one is set, always visible on wide screens. */
function RangeFields({ search }: { search: MarketplaceSearch }) {
  const isAnySet = [search.minPrice, search.maxPrice, search.minQuantity, search.maxQuantity].some(Boolean)
  return (
    <details
      open={isAnySet}
      className="col-span-2 lg:details-content:block lg:details-content:h-auto lg:details-content:[content-visibility:visible] lg:grow-4 lg:basis-0"
    >
      <summary className="text-link flex min-h-8 items-center text-sm text-ink-soft lg:hidden">
        Price and quantity
      </summary>
      <div className="grid grid-cols-2 gap-4 pt-2 lg:grid-cols-4 lg:pt-0">
        <Field label="Min Price" name="minPrice" {...PRICE_INPUT} defaultValue={search.minPrice} />
        <Field label="Max Price" name="maxPrice" {...PRICE_INPUT} defaultValue={search.maxPrice} />
        <Field
          label="Min Quantity"
          name="minQuantity"
          {...QUANTITY_INPUT}
          defaultValue={search.minQuantity}
        />
        <Field
          label="Max Quantity"
          name="maxQuantity"
          {...QUANTITY_INPUT}
          defaultValue={search.maxQuantity}
        />
      </div>
    </details>
  )
}

const PRICE_INPUT = { type: 'number', inputMode: 'decimal', min: 0, step: 'any' } as const
const QUANTITY_INPUT = { type: 'number', inputMode: 'numeric', min: 0, step: 1 } as const
