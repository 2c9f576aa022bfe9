import { lazy, Suspense, useRef, useState } from 'react'
import type { MouseEvent } from 'react'
import type { LoadedListing } from '#web/shared/listing/load-listing.ts'
import { marketplaceHref } from '#web/shared/search/marketplace-search.ts'
import type { MarketplaceSearch } from '#web/shared/search/marketplace-search.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import type { ListView } from './list-view.ts'
import { PRODUCTS_PER_FETCH } from './products-per-fetch.ts'
import { EmptyCard, FailedProductRow, ProductCell } from './product-cells.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { useProductList } from './use-product-list.ts'

const PositionBar = lazy(() => import('./position-bar.tsx').then((file) => ({ default: file.PositionBar })))

/**
 * The whole list as one grid, of which only the rows at hand are drawn. The server draws the products of `listing` one
 * after the other, and they stand where they stood when the page hydrates. Another list needs another `key`.
 */
export function VirtualProductGrid(props: {
  path: string
  search: MarketplaceSearch
  listing: LoadedListing
}) {
  const { path, search, listing } = props
  const runway = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLDivElement>(null)
  const isHydrated = useIsHydrated()
  const [wasDrawnByServer] = useState(!isHydrated)
  const { view, retry } = useProductList({ runway, ruler, search, listing })
  const visibleView = view ?? (wasDrawnByServer ? firstView(listing) : undefined)
  const hasFailed = view?.cells.some(({ kind }) => kind === 'failed')

  return (
    <>
      <a href="#after-products" onClick={skipToEnd} className="skip-products text-link">
        Skip products
      </a>
      <LiveRegion message={hasFailed ? 'We couldn’t load some products.' : ''} />
      <div ref={runway} className="runway">
        <div ref={ruler} aria-hidden="true" className="products ruler">
          <EmptyCard />
        </div>
        <ul className="products" data-windowed={view && ''}>
          {visibleView && <Cells view={visibleView} retry={retry} />}
        </ul>
      </div>
      {view && view.from > 0 && (
        <Suspense>
          <PositionBar from={view.from} to={view.to} total={view.total} />
        </Suspense>
      )}
      {!view && wasDrawnByServer && listing.page < listing.pages && (
        <ButtonLink
          href={marketplaceHref(path, { ...search, page: listing.page + 1 })}
          look="outline"
          size="lg"
          className="mt-12"
        >
          Show more products
        </ButtonLink>
      )}
      <div id="after-products" tabIndex={-1} />
    </>
  )
}

function Cells({ view, retry }: { view: ListView; retry: () => void }) {
  return view.cells.map((cell) =>
    cell.kind === 'failed' ? (
      <FailedProductRow
        key={`row ${cell.place.row}`}
        place={cell.place}
        products={cell.products}
        total={view.total}
        retry={retry}
      />
    ) : (
      <ProductCell
        key={cell.index}
        index={cell.index}
        total={view.total}
        product={cell.product}
        isEager={cell.index < EAGER_PICTURES}
        {...cell.place}
      />
    ),
  )
}

/** The pictures that a phone shows at first. */
const EAGER_PICTURES = 2

function firstView({ products, page, total }: LoadedListing): ListView {
  const from = (page - 1) * PRODUCTS_PER_FETCH
  const cells = products.map((product, place) => ({ kind: 'product' as const, index: from + place, product }))
  return { total, cells, from, to: from + products.length }
}

/** Without an entry in the history, which would have no place to go back to. */
function skipToEnd(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  const afterProducts = document.getElementById('after-products')
  afterProducts?.scrollIntoView({ behavior: 'instant', block: 'end' })
  afterProducts?.focus({ preventScroll: true })
}
