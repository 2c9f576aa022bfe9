import type { ProductCardData } from '#features/catalogue/catalog/contract.ts'
import { pageOfProduct } from './product-window.ts'

/** A page of the list, and the number of products in the whole list. */
export type ProductListPage = Readonly<{ products: readonly ProductCardData[]; total: number }>

/** The state of a cell: its product, or why there is none. 'gone' is a cell past the loaded products. */
export type ProductSlot = ProductCardData | 'coming' | 'failed' | 'gone'

/** The products of a long list, of which only some pages are cached. */
export type ProductPages = Readonly<{
  /** Returns the product at this index, counted from 0. */
  at(index: number): ProductSlot
  total(): number
  /**
   * Sets the required pages: missing ones are requested, pending requests of others are aborted. While
   * `isScrollingFast`, nothing new is requested until scrolling slows down.
   */
  want(pages: readonly number[], isScrollingFast: boolean): void
  /** Requests the products again that could not be loaded. */
  retry(): void
  /** Adds a page that was loaded by other means. */
  put(page: number, loaded: ProductListPage): void
  /** Aborts pending requests; `want` starts again. */
  stop(): void
  /** Calls back on each change; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}>

/**
 * The options of product pages: loader, page size, number of cached pages, and the pause after which fast scrolling is
 * over. The pause is in milliseconds.
 */
export type ProductPagesOptions = Readonly<{
  ask: (page: number, signal: AbortSignal) => Promise<ProductListPage>
  pageSize: number
  most?: number
  calmMs?: number
}>

type PagesState = {
  held: Map<number, readonly ProductCardData[]>
  failed: Set<number>
  requests: Map<number, AbortController>
  wanted: readonly number[]
  total: number
}

/** Creates an empty list that loads its pages with `ask`. */
export function createProductPages(options: ProductPagesOptions): ProductPages {
  const { ask, pageSize, most = 24, calmMs = 90 } = options
  const state: PagesState = { held: new Map(), failed: new Set(), requests: new Map(), wanted: [], total: 0 }
  const { subscribe, changed } = createListeners()
  let calm: ReturnType<typeof setTimeout> | undefined

  function setPage(page: number, loaded: ProductListPage): void {
    storePage(state, page, { ...loaded, pageSize })
    evictFarthest(state, most)
    changed()
  }

  async function load(page: number): Promise<void> {
    const control = new AbortController()
    state.requests.set(page, control)
    const loaded = await ask(page, control.signal).catch(() => 'failed' as const)
    if (control.signal.aborted) return
    state.requests.delete(page)
    if (loaded !== 'failed') return setPage(page, loaded)
    state.failed.add(page)
    changed()
  }

  function loadMissing(): void {
    for (const page of state.wanted) {
      if (!state.held.has(page) && !state.requests.has(page) && !state.failed.has(page)) void load(page)
    }
  }

  function requirePages(pages: readonly number[], isScrollingFast: boolean): void {
    state.wanted = pages
    abortPages(state, (page) => !pages.includes(page))
    clearTimeout(calm)
    if (isScrollingFast) calm = setTimeout(loadMissing, calmMs)
    else loadMissing()
  }

  function stop(): void {
    clearTimeout(calm)
    abortPages(state, () => true)
  }

  function retry(): void {
    if (state.failed.size === 0) return
    state.failed.clear()
    loadMissing()
    changed()
  }

  return {
    at: (index) => slotAt(state, index, pageSize),
    total: () => state.total,
    want: requirePages,
    retry,
    put: setPage,
    stop,
    subscribe,
  }
}

function createListeners(): { subscribe: ProductPages['subscribe']; changed: () => void } {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    changed() {
      for (const listener of listeners) listener()
    },
  }
}

function slotAt({ held, failed }: PagesState, index: number, pageSize: number): ProductSlot {
  const page = pageOfProduct(index, pageSize)
  const products = held.get(page)
  if (!products) return failed.has(page) ? 'failed' : 'coming'
  return products[index - (page - 1) * pageSize] ?? 'gone'
}

function storePage(
  state: PagesState,
  page: number,
  { products, total, pageSize }: ProductListPage & { pageSize: number },
): void {
  // If the list has grown, its formerly last page lacks the new products.
  for (const [known, { length }] of state.held) {
    if (length < Math.min(pageSize, total - (known - 1) * pageSize)) state.held.delete(known)
  }
  state.held.set(page, products)
  state.failed.delete(page)
  state.total = total
}

/** Aborts requests of unneeded pages. Failed pages that are not needed may be requested again later. */
function abortPages({ requests, failed }: PagesState, isUnneeded: (page: number) => boolean): void {
  for (const [page, control] of requests) {
    if (!isUnneeded(page)) continue
    control.abort()
    requests.delete(page)
  }
  for (const page of failed) if (isUnneeded(page)) failed.delete(page)
}

function evictFarthest({ held, wanted }: PagesState, maxPages: number): void {
  const middle = wanted[Math.floor(wanted.length / 2)] ?? 1
  const farthestFirst = [...held.keys()].toSorted((a, b) => Math.abs(b - middle) - Math.abs(a - middle))
  for (const page of farthestFirst.slice(0, Math.max(0, held.size - maxPages))) {
    if (!wanted.includes(page)) held.delete(page)
  }
}
