import { Search } from 'lucide-react'
import { useRef } from 'react'
import type { FormEvent } from 'react'
import { SearchSheet } from '../parts/search-sheet.tsx'
import { useProductSearch } from '../parts/use-product-search.ts'
import { useCloseOutside } from '../ui/popover.tsx'

/**
 * The product search of the header and the mobile menu, with its results below. Before the page is awake it is
 * a plain form that asks the marketplace for the name. `onFollow` hears that a result was chosen.
 */
export function HeaderSearch({ onFollow }: { onFollow?: () => void }) {
  const search = useProductSearch()
  const root = useRef<HTMLDivElement>(null)
  useCloseOutside(root, search.hits !== null, search.clear)

  function submit(event: FormEvent): void {
    event.preventDefault()
    search.submit()
  }

  function follow(): void {
    search.clear()
    onFollow?.()
  }

  return (
    <div ref={root} className="relative" onKeyDown={(event) => event.key === 'Escape' && search.clear()}>
      <form role="search" action="/marketplace" onSubmit={submit} className="relative">
        <input
          type="search"
          name="productName"
          value={search.text}
          onChange={(event) => search.type(event.target.value)}
          placeholder="Search rings, pearls, gold…"
          aria-label="Search products"
          autoComplete="off"
          className="search-input h-11 w-full rounded-full border border-line-strong bg-sheet pr-12 pl-5 text-sm placeholder:text-ink-soft hover:border-ink"
        />
        <button
          type="submit"
          aria-label="Search"
          aria-busy={search.isBusy || undefined}
          className="absolute top-0 right-0 grid size-11 place-items-center rounded-full text-ink hover:text-accent"
        >
          <Search aria-hidden="true" className="size-4.5" strokeWidth={1.5} />
        </button>
      </form>
      {search.hits && <SearchSheet hits={search.hits} moreHref="/show-more" onFollow={follow} />}
    </div>
  )
}
