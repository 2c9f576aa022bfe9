import { Search } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { SearchBox } from '#web/shared/search/search-box.tsx'

/** The hero's product search (LAND-05 to LAND-11); a plain form for the marketplace until the page is hydrated. */
export function HeroSearch() {
  return (
    <SearchBox className="relative mt-8 max-w-lg text-ink" allHref="/marketplace">
      {({ input, submit, isBusy }) => (
        <form
          role="search"
          aria-label="Products"
          action="/marketplace"
          onSubmit={submit}
          className="field-group"
        >
          {/* Both choices search products (LAND-06), so this has no name and is not sent. */}
          <select
            aria-label="Search in"
            defaultValue="All"
            className="h-full field-sizing-content rounded-l-full bg-transparent pr-1 pl-4 text-sm"
          >
            <option>All</option>
            <option>Products</option>
          </select>
          <input
            {...input}
            type="search"
            name="productName"
            placeholder="What are you looking for?"
            aria-label="What are you looking for?"
            className="search-input h-full min-w-0 flex-1 border-l border-line bg-transparent px-3 text-sm placeholder:text-ink-soft"
          />
          <button
            type="submit"
            aria-label="Search"
            aria-busy={isBusy || undefined}
            className="mr-1.5 grid size-11 shrink-0 place-items-center rounded-full bg-accent text-on-accent hover:bg-accent-deep"
          >
            <Icon shapes={Search} aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
          </button>
        </form>
      )}
    </SearchBox>
  )
}
