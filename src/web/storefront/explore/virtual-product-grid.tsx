import { lazy, Suspense, useRef, useState, type MouseEvent, memo } from 'react'
import type { LoadedListing } from '#web/shared/listing/load-listing.ts'
import { marketplaceHref, type MarketplaceSearch } from '#web/shared/search/marketplace-search.ts'
import { ButtonLink, Button } from '#web/ui/button.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import type { ListView, CellPosition } from './list-view.ts'
import { PRODUCTS_PER_FETCH } from './products-per-fetch.ts'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { useProductList } from './use-product-list.ts'
import type { ProductCardData } from '#features/catalogue/catalog/contract.ts'
import { ProductCard } from '#web/shared/product/product-card.tsx'

const PositionBar = lazy(() => import('./position-bar.tsx').then((file) => ({ default: file.PositionBar })))

/**
 * Renders the whole list as one grid, with only the rows near the view in the DOM. The server renders the products of
 * `listing` in sequence, and hydration does not move them. Another list needs another `key`.
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
  const [wasRenderedByServer] = useState(!isHydrated)
  const { view, retry } = useProductList({ runway, ruler, search, listing })
  const visibleView = view ?? (wasRenderedByServer ? firstView(listing) : undefined)
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
      {!view && wasRenderedByServer && listing.page < listing.pages && (
        <ButtonLink
          href={marketplaceHref(path, { ...search, page: listing.page + 1 })}
          variant="outline"
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

/** The number of pictures that a phone shows at first. */
const EAGER_PICTURES = 2

function firstView({ products, page, total }: LoadedListing): ListView {
  const from = (page - 1) * PRODUCTS_PER_FETCH
  const cells = products.map((product, place) => ({ kind: 'product' as const, index: from + place, product }))
  return { total, cells, from, to: from + products.length }
}

/** Skips to the end without a history entry, as there is no saved position to return to. */
function skipToEnd(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  const afterProducts = document.getElementById('after-products')
  afterProducts?.scrollIntoView({ behavior: 'instant', block: 'end' })
  afterProducts?.focus({ preventScroll: true })
}

/**
 * Renders a cell of the list, counted from 0: its card, or a placeholder while it loads. Cells in normal flow, as
 * rendered by the server, have no `top`.
 */
const ProductCell = memo(function ProductCell(
  props: {
    index: number
    total: number
    product: ProductCardData | undefined
    isEager: boolean
  } & Partial<CellPosition>,
) {
  const { index, total, product, isEager, row, top, column = 0, columns = 1 } = props
  const start = `calc(${column} * (100% + var(--gap-x)) / ${columns})`
  return (
    <li
      aria-posinset={index + 1}
      aria-setsize={total}
      data-row={row}
      // The placeholder is drawn by CSS: fast scrolling shows hundreds of them.
      className={product ? undefined : 'coming'}
      style={top === undefined ? undefined : { top, insetInlineStart: start }}
    >
      {/* The key remounts the card of another product, so that it does not inherit the selected quantity. */}
      {product ? (
        <ProductCard key={product.id} product={product} eager={isEager} />
      ) : (
        <span className="sr-only">Loading</span>
      )}
    </li>
  )
})

/** Renders a row whose products could not be loaded, at full width. */
function FailedProductRow(props: {
  place: CellPosition
  products: readonly number[]
  total: number
  retry: () => void
}) {
  const { place, products, total, retry } = props
  const first = (products[0] ?? 0) + 1
  const last = first + products.length - 1
  return (
    <li
      aria-posinset={first}
      aria-setsize={total}
      data-row={place.row}
      className="failed-row"
      style={{ top: place.top }}
    >
      <p>{`We couldn’t load products ${first.toLocaleString('en-US')} to ${last.toLocaleString('en-US')}.`}</p>
      <Button variant="outline" size="sm" onClick={retry}>
        Try again
      </Button>
    </li>
  )
}

/** Renders a card of full height without content, which is measured for the height of all rows. */
function EmptyCard() {
  return (
    <div className="card">
      <span className="card-picture" />
      <div className="card-texts">
        <span className="card-supplier" />
        <span className="card-name" />
        <span className="card-rating" />
        <span className="card-price" />
      </div>
      <div className="card-controls" />
    </div>
  )
}
