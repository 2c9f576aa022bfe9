import { call } from '#web/app/calls/api.ts'
import { listingPage, type LoadedListing } from '#web/shared/listing/load-listing.ts'
import { leavePlace, leftPlace, presentEntry } from '#web/shared/loading/saved-scroll.ts'
import { marketplaceHref, type MarketplaceSearch } from '#web/shared/search/marketplace-search.ts'
import type { FailedCells, ListCell, ListView, Pace } from './list-view.ts'
import { PAGE_OF_PIECES } from './product-page-type.ts'
import { createPiecePages, type PiecePages } from './product-pages.ts'
import { type RowsView, startScroller } from './product-scroller.ts'
import { type Anchor, pageOf, pagesFor, piecesIn } from './product-window.ts'

/** A list on the page that follows its scrolling. */
export type PieceList = Readonly<{
  /** Takes in pieces that the page has loaded again. */
  take(listing: LoadedListing): void
  /** Asks again for what could not be had. */
  retry(): void
  stop(): void
}>

/** The list's box, a row drawn out of sight to measure by, what the list is about, and who draws it. */
export type PieceListOptions = Readonly<{
  runway: HTMLElement
  ruler: HTMLElement
  search: MarketplaceSearch
  listing: LoadedListing
  show: (view: ListView, pace: Pace) => void
}>

/** Rows whose pieces are fetched before they are drawn, on either side. */
const ROWS_AHEAD = 6

/** So long what was left is shown at once to whoever comes back, in milliseconds. */
const FRESH_MS = 60_000

/** How far below the window's edge a later page begins which an address names: the header covers what is above. */
const BELOW_HEADER = 180

/** The pages of the list that was left last in this window, for the way back to it. */
let left: Readonly<{ list: string; pages: PiecePages; at: number }> | undefined

/**
 * Shows the list from where it was left, if one comes back to it, else from where the page is. The place is kept with
 * the entry of the browser's history.
 */
export function startPieceList(options: PieceListOptions): PieceList {
  const { runway, ruler, search, listing, show } = options
  const list = marketplaceHref('', { ...search, page: 1 })
  const entry = presentEntry()
  const pages = pagesLeft(list) ?? pagesOf(search)
  pages.put(listing.page, listing)
  let rows: RowsView | undefined
  let scroller = follow(startAt(entry, listing.page))

  function follow(start: Anchor | undefined) {
    return startScroller({ runway, ruler, total: pages.total(), start, show: see, onRest: keep })
  }

  function see(next: RowsView, pace: Pace): void {
    if (rows && isSame(rows, next)) return
    rows = next
    pages.want(pagesAround(next), next.isFlying)
    show(drawnList(next, pages), pace)
  }

  function keep(place: Anchor): void {
    if (entry !== undefined) leavePlace(entry, place)
  }

  function redraw(): void {
    if (!rows) return
    if (rows.total !== pages.total()) {
      // More or fewer pieces make another height.
      rows = undefined
      scroller = follow(scroller.stop())
    } else show(drawnList(rows, pages), 'time')
  }

  const stopListening = pages.subscribe(redraw)
  window.addEventListener('online', pages.retry)
  return {
    take: (loaded) => pages.put(loaded.page, loaded),
    retry: pages.retry,
    stop() {
      stopListening()
      window.removeEventListener('online', pages.retry)
      keep(scroller.stop())
      pages.stop()
      left = { list, pages, at: Date.now() }
    },
  }
}

function startAt(entry: string | undefined, page: number): Anchor | undefined {
  const place = entry === undefined ? undefined : leftPlace(entry)
  return place ?? (page > 1 ? { piece: (page - 1) * PAGE_OF_PIECES, offset: -BELOW_HEADER } : undefined)
}

function pagesLeft(list: string): PiecePages | undefined {
  return left?.list === list && Date.now() - left.at < FRESH_MS ? left.pages : undefined
}

function pagesOf(search: MarketplaceSearch): PiecePages {
  return createPiecePages({
    ask: (page, signal) => listingPage(call, { ...search, page }, { limit: PAGE_OF_PIECES, signal }),
    pageSize: PAGE_OF_PIECES,
  })
}

/** The pages of what is seen and of what is next to it; a row that has the focus may be drawn far from both. */
function pagesAround({ layout, total, seen, rows }: RowsView): number[] {
  const near = pagesFor(seen, { layout, total, ahead: ROWS_AHEAD, pageSize: PAGE_OF_PIECES })
  const drawn = rows.map((row) => pageOf(row * layout.columns, PAGE_OF_PIECES))
  return [...new Set([...near, ...drawn])]
}

function isSame(one: RowsView, other: RowsView): boolean {
  return (
    one.shift === other.shift &&
    one.isFlying === other.isFlying &&
    one.layout.columns === other.layout.columns &&
    one.layout.rowHeight === other.layout.rowHeight &&
    one.seen.first === other.seen.first &&
    one.seen.end === other.seen.end &&
    one.rows.join() === other.rows.join()
  )
}

/** The cells of the rows to be drawn, each with its place on the page. */
export function drawnList(view: RowsView, pages: Pick<PiecePages, 'at'>): ListView {
  const { rows, seen, layout, total } = view
  return {
    total,
    cells: rows.flatMap((row) => cellsOf(row, view, pages)),
    from: seen.first * layout.columns,
    to: Math.min(seen.end * layout.columns, total),
  }
}

function cellsOf(row: number, view: RowsView, pages: Pick<PiecePages, 'at'>): (ListCell | FailedCells)[] {
  const { layout, shift, total } = view
  const { columns } = layout
  const top = row * layout.rowHeight + shift
  const pieces = piecesIn(row, layout, total)
  if (pieces.some((index) => pages.at(index) === 'failed'))
    return [{ kind: 'failed', pieces, place: { row, top, column: 0, columns } }]
  return pieces.flatMap((index, column) => {
    const piece = pages.at(index)
    if (piece === 'gone' || piece === 'failed') return []
    const place = { row, top, column, columns }
    return [{ kind: 'piece', index, piece: piece === 'coming' ? undefined : piece, place }]
  })
}
