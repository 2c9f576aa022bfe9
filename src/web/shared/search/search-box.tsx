import { useId, useRef, useState } from 'react'
import type { ComponentProps, FormEvent, KeyboardEvent, ReactNode, RefObject } from 'react'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { useCloseOutside } from '#web/ui/use-close-outside.ts'
import { readRecentSearches, saveRecentSearch } from './recent-searches.ts'
import { SearchSheet } from './search-sheet.tsx'
import { useActiveOption } from './use-active-option.ts'
import { useProductSearch } from './use-product-search.ts'

/** The properties of a search form: those of its input, and its submit button. */
export type SearchForm = Readonly<{
  input: ComponentProps<'input'>
  submit(event: FormEvent): void
  isBusy: boolean
}>

/**
 * Renders a product search as a combobox (ARIA 1.2). The focus stays in the input, arrow keys move through the results,
 * Escape closes them. Enter follows the active row; without one it opens the list, and if the list of that text is
 * already open, it goes to all results at `allHref`. An empty input with the focus offers the recent searches of this
 * device. `children` renders the form.
 */
export function SearchBox(props: {
  className: string
  allHref: '/show-more' | '/marketplace'
  onFollow?: () => void
  children: (form: SearchForm) => ReactNode
}) {
  const { className, allHref, onFollow, children } = props
  const root = useRef<HTMLDivElement>(null)
  const listId = useId()
  const { search, recent, active, isOpen, ...does } = useSearchState(root, onFollow)
  const go = useNavigateTo()
  const hrefFor = (text: string): string => `${allHref}?${new URLSearchParams({ productName: text })}`

  const form: SearchForm = {
    input: {
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      'aria-activedescendant': active.activeId,
      autoComplete: 'off',
      maxLength: 100,
      onFocus: does.offerRecent,
      onChange: (event) => does.type(event.target.value),
    },
    submit: (event) => {
      event.preventDefault()
      const text = readText(root.current)
      if (search.found === null || search.found.text !== text) {
        saveRecentSearch(text)
        return search.submit(text)
      }
      does.follow()
      void go(hrefFor(text))
    },
    isBusy: search.isBusy,
  }

  return (
    <div ref={root} className={className} onKeyDown={does.press}>
      {children(form)}
      {isOpen && (
        <SearchSheet
          listId={listId}
          activeId={active.activeId}
          found={search.found}
          recent={recent}
          allHref={allHref}
          hrefFor={hrefFor}
          onFollow={does.follow}
          onForget={does.forget}
        />
      )}
    </div>
  )
}

/** Returns the text in the box. It is read from the DOM, so text typed before hydration is searched too. */
function readText(root: HTMLElement | null): string {
  return root?.querySelector('input')?.value.trim() ?? ''
}

/** Returns the input, its results and recent searches, and the handlers of keys and choices. */
function useSearchState(root: RefObject<HTMLElement | null>, onNavigate: (() => void) | undefined) {
  const search = useProductSearch()
  const [recent, setRecent] = useState<readonly string[]>([])
  const active = useActiveOption(root)
  const isOpen = search.found !== null || recent.length > 0
  useCloseOutside(root, isOpen, close)

  function forget(): void {
    setRecent([])
    active.reset()
  }

  function close(): void {
    search.clear()
    forget()
  }

  function offerRecent(): void {
    if (readText(root.current) === '') setRecent(readRecentSearches())
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'Escape') return close()
    if (!(event.target instanceof HTMLInputElement) || active.press(event)) return
    if (event.key === 'ArrowDown') offerRecent()
  }

  function type(text: string): void {
    forget()
    search.type(text)
  }

  function follow(): void {
    saveRecentSearch(readText(root.current))
    close()
    onNavigate?.()
  }

  return { search, recent, active, isOpen, forget, offerRecent, press, type, follow }
}
