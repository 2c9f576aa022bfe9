import type { ProductCardData } from '#features/catalogue/catalog/contract.ts'
import { pageOf } from './product-window.ts'

/** A page of the list, and how many pieces the whole list has. */
export type PageOfPieces = Readonly<{ products: readonly ProductCardData[]; total: number }>

/** What is known of a place in the list: its piece, or why there is none; 'gone' is a place the list has no piece for. */
export type PieceAt = ProductCardData | 'coming' | 'failed' | 'gone'

/** The pieces of a long list, of which only some pages are held at any time. */
export type PiecePages = Readonly<{
  /** The piece at this place, counted from 0. */
  at(index: number): PieceAt
  total(): number
  /**
   * Says which pages are needed from now on: what is missing is asked for, what was asked for and is needed no more is
   * given up. While somebody `isFlying` past, nothing new is asked for until he slows down.
   */
  want(pages: readonly number[], isFlying: boolean): void
  /** Asks again for what could not be had. */
  retry(): void
  /** Takes in a page that came otherwise. */
  put(page: number, loaded: PageOfPieces): void
  /** Gives up what is on its way; `want` begins anew. */
  stop(): void
  /** Calls back at each change; gives the way to stop that. */
  subscribe(changed: () => void): () => void
}>

/** How pages are asked for, how large they are, how many are held at most, and how many milliseconds of calm end a flight. */
export type PiecePagesOptions = Readonly<{
  ask: (page: number, signal: AbortSignal) => Promise<PageOfPieces>
  pageSize: number
  most?: number
  calmMs?: number
}>

type State = {
  held: Map<number, readonly ProductCardData[]>
  failed: Set<number>
  asked: Map<number, AbortController>
  wanted: readonly number[]
  total: number
}

/** An empty list which fills itself by `ask`. */
export function createPiecePages(options: PiecePagesOptions): PiecePages {
  const { ask, pageSize, most = 24, calmMs = 90 } = options
  const state: State = { held: new Map(), failed: new Set(), asked: new Map(), wanted: [], total: 0 }
  const { subscribe, changed } = listenersOf()
  let calm: ReturnType<typeof setTimeout> | undefined

  function put(page: number, loaded: PageOfPieces): void {
    takeIn(state, page, { ...loaded, pageSize })
    forgetFarthest(state, most)
    changed()
  }

  async function load(page: number): Promise<void> {
    const control = new AbortController()
    state.asked.set(page, control)
    const loaded = await ask(page, control.signal).catch(() => 'failed' as const)
    if (control.signal.aborted) return
    state.asked.delete(page)
    if (loaded !== 'failed') return put(page, loaded)
    state.failed.add(page)
    changed()
  }

  function loadMissing(): void {
    for (const page of state.wanted) {
      if (!state.held.has(page) && !state.asked.has(page) && !state.failed.has(page)) void load(page)
    }
  }

  function want(pages: readonly number[], isFlying: boolean): void {
    state.wanted = pages
    giveUp(state, (page) => !pages.includes(page))
    clearTimeout(calm)
    if (isFlying) calm = setTimeout(loadMissing, calmMs)
    else loadMissing()
  }

  function stop(): void {
    clearTimeout(calm)
    giveUp(state, () => true)
  }

  function retry(): void {
    if (state.failed.size === 0) return
    state.failed.clear()
    loadMissing()
    changed()
  }

  return {
    at: (index) => pieceAt(state, index, pageSize),
    total: () => state.total,
    want,
    retry,
    put,
    stop,
    subscribe,
  }
}

function listenersOf(): { subscribe: PiecePages['subscribe']; changed: () => void } {
  const listeners = new Set<() => void>()
  return {
    subscribe(tell) {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    changed() {
      for (const tell of listeners) tell()
    },
  }
}

function pieceAt({ held, failed }: State, index: number, pageSize: number): PieceAt {
  const page = pageOf(index, pageSize)
  const products = held.get(page)
  if (!products) return failed.has(page) ? 'failed' : 'coming'
  return products[index - (page - 1) * pageSize] ?? 'gone'
}

function takeIn(
  state: State,
  page: number,
  { products, total, pageSize }: PageOfPieces & { pageSize: number },
): void {
  // What ended the list before it grew lacks what came since.
  for (const [known, { length }] of state.held) {
    if (length < Math.min(pageSize, total - (known - 1) * pageSize)) state.held.delete(known)
  }
  state.held.set(page, products)
  state.failed.delete(page)
  state.total = total
}

/** A page that failed and is needed no more may be tried again when it is. */
function giveUp({ asked, failed }: State, isUnwanted: (page: number) => boolean): void {
  for (const [page, control] of asked) {
    if (!isUnwanted(page)) continue
    control.abort()
    asked.delete(page)
  }
  for (const page of failed) if (isUnwanted(page)) failed.delete(page)
}

function forgetFarthest({ held, wanted }: State, most: number): void {
  const middle = wanted[Math.floor(wanted.length / 2)] ?? 1
  const farthestFirst = [...held.keys()].toSorted((a, b) => Math.abs(b - middle) - Math.abs(a - middle))
  for (const page of farthestFirst.slice(0, Math.max(0, held.size - most))) {
    if (!wanted.includes(page)) held.delete(page)
  }
}
