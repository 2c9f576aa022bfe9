import { ButtonLink } from '#web/ui/button.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import type { SearchListing } from './load-search-listing.ts'
import { marketplaceHref } from '../search/marketplace-search.ts'
import type { MarketplaceSearch } from '../search/marketplace-search.ts'
import { lazyNoSearchResults } from './lazy-search.ts'
import { Pagination } from '../paging/pagination.tsx'
import { ProductGrid } from '../product/product-grid.tsx'

const { View: NothingFound } = lazyNoSearchResults

/** Renders the results of a listing: cards and pages, or an empty or error state. */
export function ListingResults(props: { path: string; search: MarketplaceSearch; listing: SearchListing }) {
  const { path, search, listing } = props
  const currentHref = marketplaceHref(path, search)
  if (listing.failure !== undefined) return <ListingFailure message={listing.failure} href={currentHref} />
  if (listing.products.length === 0)
    return <NothingFound key={currentHref} path={path} search={search} listing={listing} className="" />
  return (
    <>
      <LiveRegion
        message={`${formatProductCount(listing.total)}, page ${listing.page} of ${listing.pages}`}
      />
      <ProductGrid products={listing.products} eager={2} />
      {listing.pages > 1 && (
        <Pagination
          page={listing.page}
          pages={listing.pages}
          hrefOf={(page) => marketplaceHref(path, { ...search, page })}
        />
      )}
    </>
  )
}

/** Formats the number of products. */
export function formatProductCount(total: number): string {
  return total === 1 ? '1 product' : `${NUMBER_FORMAT.format(total)} products`
}

/** Created once: creating a formatter takes longer than rendering three cards. */
const NUMBER_FORMAT = new Intl.NumberFormat('en-US')

/** Renders why the products could not be loaded, with a retry. */
export function ListingFailure({ message, href }: { message: string; href: string }) {
  return (
    <div className="py-16 text-center">
      <p className="font-display text-xl">We couldn’t load the products</p>
      <p className="mt-2 text-ink-soft">{message}</p>
      <ButtonLink href={href} variant="outline" className="mt-6">
        Try again
      </ButtonLink>
    </div>
  )
}
