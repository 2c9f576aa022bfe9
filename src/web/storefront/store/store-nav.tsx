import { Search } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import type { SubmitEvent } from 'react'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { readStoreSearch, storeHref } from './store-search.ts'
import type { StoreSearch } from './store-search.ts'

const SECTIONS = [
  { id: 'new-arrivals', label: 'New Arrivals' },
  { id: 'main-products', label: 'Main Products' },
  { id: 'reviews', label: 'Reviews' },
  { id: 'profile', label: 'Profile' },
] as const

/** Renders links to the sections of a store, and the search in its products (STORE-02). */
export function StoreNav({ name, search }: { name: string; search: StoreSearch }) {
  return (
    <div className="border-b border-line">
      <div className="page-width flex flex-col gap-x-8 gap-y-1 py-3 lg:flex-row lg:items-center lg:justify-between lg:py-2">
        <nav aria-label="Store sections" className="-mx-5 overflow-x-auto px-5 lg:mx-0 lg:px-0">
          <ul className="flex gap-5 text-sm whitespace-nowrap text-ink-soft sm:gap-6">
            {SECTIONS.map(({ id, label }) => (
              <li key={id}>
                <a href={`#${id}`} className="nav-link">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <StoreSearchForm name={name} search={search} />
      </div>
    </div>
  )
}

/**
 * Renders a plain GET form, which works before hydration. The selected category is a hidden field; the page number is
 * omitted.
 */
function StoreSearchForm({ name, search }: { name: string; search: StoreSearch }) {
  const go = useNavigateTo()
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const requestedSearch = readStoreSearch(Object.fromEntries(new FormData(event.currentTarget)))
    void go(`${storeHref(requestedSearch)}#main-products`)
  }
  return (
    <search aria-label="In this store" className="lg:w-96">
      <form
        // Resets the field to the text in the address, also after going back.
        key={storeHref(search)}
        action="/store-profile#main-products"
        method="get"
        onSubmit={submit}
        className="flex h-11 items-center rounded-full border border-line-strong bg-sheet ps-4 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-3 has-[input:focus-visible]:outline-accent"
      >
        <input type="hidden" name="id" value={search.id} />
        {search.category && <input type="hidden" name="category" value={search.category} />}
        <input
          type="search"
          name="search"
          aria-label={`Search products from ${name}`}
          placeholder="Search in this store"
          maxLength={100}
          defaultValue={search.text}
          enterKeyHint="search"
          className="search-input min-w-0 grow bg-transparent text-base outline-none placeholder:text-ink-soft"
        />
        <button
          type="submit"
          aria-label="Search in this store"
          className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-mist"
        >
          <Icon shapes={Search} aria-hidden="true" className="size-5" strokeWidth={1.5} />
        </button>
      </form>
    </search>
  )
}
