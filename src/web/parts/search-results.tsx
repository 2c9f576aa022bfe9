import type { SearchHitData } from '#features/catalog/contract.ts'
import { Link } from '../ui/link.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { formatDollars } from './price-shown.ts'
import { ProductPicture } from './product-picture.tsx'

/**
 * The rows found by a search box: picture, name, price, each leading to its piece; at most 24rem high, scrolling
 * inside (CONST-08). `moreHref` adds the link at the end.
 */
export function SearchResults(props: {
  hits: readonly SearchHitData[]
  moreHref?: string
  onFollow: () => void
}) {
  const { hits, moreHref, onFollow } = props
  return (
    <>
      <LiveRegion message={hits.length === 0 ? 'No products found' : `${hits.length} products found`} />
      {/* The list scrolls, so the keyboard must be able to reach it: its links are its stops. */}
      <div className="max-h-96 overflow-y-auto overscroll-contain p-2">
        {hits.length === 0 && <p className="px-3 py-4 text-sm text-ink-soft">No products found</p>}
        <ul>
          {hits.map((hit) => (
            <SearchRow key={hit.id} hit={hit} onFollow={onFollow} />
          ))}
        </ul>
        {moreHref && (
          <Link
            href={moreHref}
            onClick={onFollow}
            className="mt-1 flex min-h-11 items-center justify-center rounded-md border-t border-line text-sm font-medium hover:bg-mist"
          >
            Show more
          </Link>
        )}
      </div>
    </>
  )
}

function SearchRow({ hit, onFollow }: { hit: SearchHitData; onFollow: () => void }) {
  return (
    <li>
      <Link
        href={`/product/${hit.id}`}
        onClick={onFollow}
        className="flex items-center gap-4 rounded-md p-2 hover:bg-mist"
      >
        <span className="relative size-14 shrink-0 overflow-hidden rounded-sm bg-stone">
          <ProductPicture image={hit.product_images[0]} alt="" sizes="56px" />
        </span>
        <span className="min-w-0 flex-1 text-sm text-ink">
          <span className="line-clamp-2">{hit.name}</span>
        </span>
        <span className="shrink-0 text-sm tabular-nums text-ink">{formatDollars(Number(hit.price))}</span>
      </Link>
    </li>
  )
}
