import { call } from '#web/app/calls/api.ts'
import { fetchListingPage, type LoadedListing } from '#web/shared/listing/load-listing.ts'
import { saveScroll, readSavedScroll, currentHistoryEntry } from '#web/shared/loading/saved-scroll.ts'
import { marketplaceHref, type MarketplaceSearch } from '#web/shared/search/marketplace-search.ts'
import type { FailedCells, ListCell, ListView, RenderPriority } from './list-view.ts'
import { PRODUCTS_PER_FETCH } from './products-per-fetch.ts'
import { createProductPages, type ProductPages } from './product-pages.ts'
import { type RowsView, startScroller } from './product-scroller.ts'
import { type Anchor, pageOfProduct, pagesForRows, productIndexesIn } from './product-window.ts'

/** A list on the page that follows scrolling. */
export type ProductList = Readonly<{
  /** Adds products that the page has loaded again. */
  take(listing: LoadedListing): void
  /** Requests the products again that could not be loaded. */
  retry(): void
  stop(): void
}>

/** The options of a product list: its box, a hidden row to measure, its subject, and its renderer. */
export type ProductListOptions = Readonly<{
  runway: HTMLElement
  ruler: HTMLElement
  search: MarketplaceSearch
  listing: LoadedListing
  show: (view: ListView, priority: RenderPriority) => void
}>

/** How many rows above and below the view are loaded in advance. */
const ROWS_AHEAD = 6

/** How long a list is reused when the user comes back, in milliseconds. */
const REUSE_MS = 60_000

/**
 * The distance from the window's top, in pixels, at which a page named in the address begins: the header covers what is
 * above.
 */
const HEADER_OFFSET = 180

/** The pages of the list that was last left in this window, to reuse when the user returns. */
let lastList: Readonly<{ list: string; pages: ProductPages; at: number }> | undefined

/**
 * Starts the list at its saved position, else at the page in the address. The position is saved with the history entry.
 */
export function startProductList(options: ProductListOptions): ProductList {
  const { runway, ruler, search, listing, show } = options
  const list = marketplaceHref('', { ...search, page: 1 })
  const entry = currentHistoryEntry()
  const pages = reusablePages(list) ?? createPages(search)
  pages.put(listing.page, listing)
  let rows: RowsView | undefined
  let scroller = follow(startAnchor(entry, listing.page))

  function follow(start: Anchor | undefined) {
    return startScroller({ runway, ruler, total: pages.total(), start, show: see, onRest: savePosition })
  }

  function see(next: RowsView, priority: RenderPriority): void {
    if (rows && isSameView(rows, next)) return
    rows = next
    pages.want(neededPages(next), next.isFlying)
    show(toListView(next, pages), priority)
  }

  function savePosition(anchor: Anchor): void {
    if (entry !== undefined) saveScroll(entry, anchor)
  }

  function redraw(): void {
    if (!rows) return
    if (rows.total !== pages.total()) {
      // The list's height depends on the number of products.
      rows = undefined
      scroller = follow(scroller.stop())
    } else show(toListView(rows, pages), 'time')
  }

  const stopListening = pages.subscribe(redraw)
  window.addEventListener('online', pages.retry)
  return {
    take: (loaded) => pages.put(loaded.page, loaded),
    retry: pages.retry,
    stop() {
      stopListening()
      window.removeEventListener('online', pages.retry)
      savePosition(scroller.stop())
      pages.stop()
      lastList = { list, pages, at: Date.now() }
    },
  }
}

function startAnchor(entry: string | undefined, page: number): Anchor | undefined {
  const anchor = entry === undefined ? undefined : readSavedScroll(entry)
  return (
    anchor ?? (page > 1 ? { product: (page - 1) * PRODUCTS_PER_FETCH, offset: -HEADER_OFFSET } : undefined)
  )
}

function reusablePages(list: string): ProductPages | undefined {
  return lastList?.list === list && Date.now() - lastList.at < REUSE_MS ? lastList.pages : undefined
}

function createPages(search: MarketplaceSearch): ProductPages {
  return createProductPages({
    ask: (page, signal) => fetchListingPage(call, { ...search, page }, { limit: PRODUCTS_PER_FETCH, signal }),
    pageSize: PRODUCTS_PER_FETCH,
  })
}

/** Returns the pages of the rows in view and near it, and of a focused row, which may be far away. */
function neededPages({ layout, total, seen, rows }: RowsView): number[] {
  const near = pagesForRows(seen, { layout, total, ahead: ROWS_AHEAD, pageSize: PRODUCTS_PER_FETCH })
  const renderedPages = rows.map((row) => pageOfProduct(row * layout.columns, PRODUCTS_PER_FETCH))
  return [...new Set([...near, ...renderedPages])]
}

function isSameView(one: RowsView, other: RowsView): boolean {
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

/** Returns the cells of the rows to render, each with its position on the page. */
export function toListView(view: RowsView, pages: Pick<ProductPages, 'at'>): ListView {
  const { rows, seen, layout, total } = view
  return {
    total,
    cells: rows.flatMap((row) => rowCells(row, view, pages)),
    from: seen.first * layout.columns,
    to: Math.min(seen.end * layout.columns, total),
  }
}

function rowCells(row: number, view: RowsView, pages: Pick<ProductPages, 'at'>): (ListCell | FailedCells)[] {
  const { layout, shift, total } = view
  const { columns } = layout
  const top = row * layout.rowHeight + shift
  const indexes = productIndexesIn(row, layout, total)
  if (indexes.some((index) => pages.at(index) === 'failed'))
    return [{ kind: 'failed', products: indexes, place: { row, top, column: 0, columns } }]
  return indexes.flatMap((index, column) => {
    const slot = pages.at(index)
    if (slot === 'gone' || slot === 'failed') return []
    const position = { row, top, column, columns }
    return [{ kind: 'product', index, product: slot === 'coming' ? undefined : slot, place: position }]
  })
}
