import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { LoadedListing } from '#web/shared/listing/load-listing.ts'
import type { MarketplaceSearch } from '#web/shared/search/marketplace-search.ts'
import type { ListView, Pace } from './list-view.ts'
import type { PieceList, startPieceList } from './product-list.ts'

/** The list's box, the row to measure by, and what the list is about. */
type Listed = Readonly<{
  runway: RefObject<HTMLElement | null>
  ruler: RefObject<HTMLElement | null>
  search: MarketplaceSearch
  listing: LoadedListing
}>

const DRAWN: Record<Pace, (draw: () => void) => void> = {
  'next frame': flushSync,
  first: (draw) => draw(),
  time: startTransition,
}

let start: typeof startPieceList | undefined

/** Fetches what the list moves by; to be awaited before the page is opened within the shop. */
export async function preparePieceList(): Promise<void> {
  start = (await import('./product-list.ts')).startPieceList
}

/** What to draw of the list while the page is scrolled; undefined until its scripts are there, as on the server. */
export function usePieceList(listed: Listed): { view: ListView | undefined; retry: () => void } {
  const [view, setView] = useState<ListView>()
  const list = useRef<PieceList>(undefined)
  const given = useRef(listed)

  useLayoutEffect(() => {
    let isOver = false
    function begin(): void {
      const { runway, ruler, ...about } = given.current
      if (isOver || !start || !runway.current || !ruler.current) return
      const show = (next: ListView, pace: Pace): void => DRAWN[pace](() => setView(next))
      list.current = start({ runway: runway.current, ruler: ruler.current, ...about, show })
    }
    if (start) begin()
    // Without them the page stays as the server drew it, with a link to the next pieces.
    else preparePieceList().then(begin, (error: unknown) => console.error('The list stays in pages', error))
    return () => {
      isOver = true
      list.current?.stop()
    }
  }, [])

  const { listing } = listed
  useEffect(() => {
    given.current = { ...given.current, listing }
    list.current?.take(listing)
  }, [listing])

  return { view, retry: () => list.current?.retry() }
}
