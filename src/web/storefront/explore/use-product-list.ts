import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { LoadedListing } from '#web/shared/listing/load-listing.ts'
import type { MarketplaceSearch } from '#web/shared/search/marketplace-search.ts'
import type { ListView, RenderPriority } from './list-view.ts'
import type { ProductList, startProductList } from './product-list.ts'

/** The list's box, the row to measure, and the listing with its search. */
type ProductListInput = Readonly<{
  runway: RefObject<HTMLElement | null>
  ruler: RefObject<HTMLElement | null>
  search: MarketplaceSearch
  listing: LoadedListing
}>

const SCHEDULE_BY_PRIORITY: Record<RenderPriority, (draw: () => void) => void> = {
  'next frame': flushSync,
  first: (draw) => draw(),
  time: startTransition,
}

let startList: typeof startProductList | undefined

/** Loads the scripts of the list; await it before a client-side navigation to the page. */
export async function prepareProductList(): Promise<void> {
  startList = (await import('./product-list.ts')).startProductList
}

/**
 * Returns the view of the list to render while the page scrolls. It is undefined until the scripts have loaded, and on
 * the server.
 */
export function useProductList(input: ProductListInput): { view: ListView | undefined; retry: () => void } {
  const [view, setView] = useState<ListView>()
  const list = useRef<ProductList>(undefined)
  const inputRef = useRef(input)

  useLayoutEffect(() => {
    let isStopped = false
    function startWhenReady(): void {
      const { runway, ruler, ...about } = inputRef.current
      if (isStopped || !startList || !runway.current || !ruler.current) return
      const render = (next: ListView, priority: RenderPriority): void =>
        SCHEDULE_BY_PRIORITY[priority](() => setView(next))
      list.current = startList({ runway: runway.current, ruler: ruler.current, ...about, show: render })
    }
    if (startList) startWhenReady()
    // Without the scripts the server's HTML stays, with a link to the next products.
    else
      prepareProductList().then(startWhenReady, (error: unknown) =>
        console.error('The list stays in pages', error),
      )
    return () => {
      isStopped = true
      list.current?.stop()
    }
  }, [])

  const { listing } = input
  useEffect(() => {
    inputRef.current = { ...inputRef.current, listing }
    list.current?.take(listing)
  }, [listing])

  return { view, retry: () => list.current?.retry() }
}
