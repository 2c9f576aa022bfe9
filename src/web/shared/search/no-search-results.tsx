import type { ProductCardData } from '#features/catalogue/catalog/contract.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { removeFilter } from '../filters/facet-filters.ts'
import type { SearchListing } from '../listing/load-search-listing.ts'
import type { MarketplaceSearch } from './marketplace-search.ts'
import { formatDollars, toPriceView } from '../product/price-view.ts'
import { ProductPicture } from '../product/product-picture.tsx'

/**
 * Renders the help of a listing without products: filters to remove, each with its result count, and popular products.
 */
export function NoSearchResults(props: { path: string; search: MarketplaceSearch; listing: SearchListing }) {
  const { path, search, listing } = props
  const { popular = [] } = listing
  return (
    <div className="flex flex-col items-center gap-6 py-12 text-center">
      <div>
        <output className="block font-display text-xl">No products found</output>
        <p className="mt-2 text-ink-soft">Try another word, or a wider price or quantity range.</p>
      </div>
      <RelaxedSearches path={path} search={search} listing={listing} />
      <ButtonLink href={path} variant="outline">
        Show all products
      </ButtonLink>
      {popular.length > 0 && <PopularProducts products={popular} />}
    </div>
  )
}

function RelaxedSearches({
  path,
  search,
  listing,
}: {
  path: string
  search: MarketplaceSearch
  listing: SearchListing
}) {
  const { without = [], facets = [], isCapped = false } = listing.panel ?? {}
  const suggestions = without.flatMap(({ filter, count }) => {
    const suggestion = removeFilter(search, filter, facets)
    return suggestion ? [{ filter, count, label: suggestion.label, href: suggestion.href(path) }] : []
  })
  if (suggestions.length === 0) return null
  return (
    <section aria-label="Suggestions" className="w-full max-w-lg">
      <ul className="divide-y divide-line border-y border-line text-start text-sm">
        {suggestions.map(({ filter, count, label, href }) => (
          <li key={filter}>
            <Link
              href={href}
              rel="nofollow"
              className="flex min-h-12 items-center justify-between gap-4 px-2 hover:bg-mist"
            >
              <span className="min-w-0 truncate">{`Without ${label}`}</span>
              <span className="shrink-0 text-ink-soft tabular-nums">
                {`${count.toLocaleString('en-US')}${isCapped ? '+' : ''} ${count === 1 ? 'product' : 'products'}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function PopularProducts({ products }: { products: readonly ProductCardData[] }) {
  return (
    <section aria-labelledby="popular-products" className="mt-8 w-full border-t border-line pt-10 text-start">
      <h2 id="popular-products" className="text-lg">
        Best sellers
      </h2>
      <ul className="mt-5 grid grid-cols-2 gap-4 md:gap-6 lg:grid-cols-4">
        {products.map(({ id, name, price, offerPrice, product_images: [image] }) => (
          <li key={id}>
            <Link href={`/product/${id}`} className="group block">
              <span className="relative block aspect-square overflow-hidden bg-stone">
                <ProductPicture image={image} alt="" sizes="(min-width: 64rem) 23vw, 45vw" />
              </span>
              <span className="mt-3 line-clamp-2 text-sm underline-offset-4 group-hover:underline">
                {name}
              </span>
              <span className="mt-1 block text-sm tabular-nums text-ink-soft">
                {formatDollars(toPriceView(price, offerPrice).newPrice)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
