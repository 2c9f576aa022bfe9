import { Search } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { SearchBox } from '#web/shared/search/search-box.tsx'

/**
 * Renders the product search of the header and the mobile menu, with its results below. Before hydration it is a plain
 * form that searches the marketplace. `onFollow` is called when a result is followed.
 */
export function HeaderSearch({ onFollow }: { onFollow?: () => void }) {
  return (
    <SearchBox className="relative" allHref="/show-more" {...(onFollow ? { onFollow } : {})}>
      {({ input, submit, isBusy }) => (
        <form role="search" action="/marketplace" onSubmit={submit} className="relative">
          <input
            {...input}
            type="search"
            name="productName"
            placeholder="Search rings, pearls, gold…"
            aria-label="Search products"
            className="search-input h-11 w-full rounded-full border border-line-strong bg-sheet pr-12 pl-5 text-sm placeholder:text-ink-soft hover:border-ink"
          />
          <button
            type="submit"
            aria-label="Search"
            aria-busy={isBusy || undefined}
            className="absolute top-0 right-0 grid size-11 place-items-center rounded-full text-ink hover:text-accent"
          >
            <Icon shapes={Search} aria-hidden="true" className="size-4.5" strokeWidth={1.5} />
          </button>
        </form>
      )}
    </SearchBox>
  )
}
