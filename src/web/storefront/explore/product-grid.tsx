import { lazy, Suspense, useRef, useState } from 'react'
import type { MouseEvent } from 'react'
import type { LoadedListing } from '#web/shared/listing/load-listing.ts'
import { marketplaceHref } from '#web/shared/search/marketplace-search.ts'
import type { MarketplaceSearch } from '#web/shared/search/marketplace-search.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import type { ListView } from './list-view.ts'
import { PAGE_OF_PIECES } from './product-page-type.ts'
import { EmptyCard, FailedRow, PieceCell } from './product-cells.tsx'
import { useIsAwake } from '#web/ui/use-is-hydrated.ts'
import { usePieceList } from './use-product-list.ts'

const PlaceBar = lazy(() => import('./place-bar.tsx').then((file) => ({ default: file.PlaceBar })))

/**
 * The whole list as one grid, of which only the rows at hand are drawn. The server draws the pieces of `listing` one
 * after the other, and they stand where they stood when the page wakes up. Another list needs another `key`.
 */
export function PieceGrid(props: { path: string; search: MarketplaceSearch; listing: LoadedListing }) {
  const { path, search, listing } = props
  const runway = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLDivElement>(null)
  const isAwake = useIsAwake()
  const [wasDrawnByServer] = useState(!isAwake)
  const { view, retry } = usePieceList({ runway, ruler, search, listing })
  const shown = view ?? (wasDrawnByServer ? firstView(listing) : undefined)
  const hasFailed = view?.cells.some(({ kind }) => kind === 'failed')

  return (
    <>
      <a href="#after-pieces" onClick={skip} className="skip-pieces text-link">
        Skip the pieces
      </a>
      <LiveRegion message={hasFailed ? 'Some pieces could not be shown.' : ''} />
      <div ref={runway} className="runway">
        <div ref={ruler} aria-hidden="true" className="pieces ruler">
          <EmptyCard />
        </div>
        <ul className="pieces" data-windowed={view && ''}>
          {shown && <Cells view={shown} retry={retry} />}
        </ul>
      </div>
      {view && view.from > 0 && (
        <Suspense>
          <PlaceBar from={view.from} to={view.to} total={view.total} />
        </Suspense>
      )}
      {!view && wasDrawnByServer && listing.page < listing.pages && (
        <ButtonLink
          href={marketplaceHref(path, { ...search, page: listing.page + 1 })}
          look="outline"
          size="lg"
          className="mt-12"
        >
          Show the next pieces
        </ButtonLink>
      )}
      <div id="after-pieces" tabIndex={-1} />
    </>
  )
}

function Cells({ view, retry }: { view: ListView; retry: () => void }) {
  return view.cells.map((cell) =>
    cell.kind === 'failed' ? (
      <FailedRow
        key={`row ${cell.place.row}`}
        place={cell.place}
        pieces={cell.pieces}
        total={view.total}
        retry={retry}
      />
    ) : (
      <PieceCell
        key={cell.index}
        index={cell.index}
        total={view.total}
        piece={cell.piece}
        isEager={cell.index < EAGER}
        {...cell.place}
      />
    ),
  )
}

/** The pictures that a phone shows at first. */
const EAGER = 2

function firstView({ products, page, total }: LoadedListing): ListView {
  const from = (page - 1) * PAGE_OF_PIECES
  const cells = products.map((piece, place) => ({ kind: 'piece' as const, index: from + place, piece }))
  return { total, cells, from, to: from + products.length }
}

/** Without an entry in the history, which would have no place to go back to. */
function skip(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  const end = document.getElementById('after-pieces')
  end?.scrollIntoView({ behavior: 'instant', block: 'end' })
  end?.focus({ preventScroll: true })
}
