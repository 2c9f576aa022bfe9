import type { FinishedPage } from './finished-page.ts'
import { hasTag, type PageKey } from './page-key.ts'

/** A cached page. `staleSince` is the time of the first change since it was rendered. */
export type CachedPageEntry = {
  readonly key: PageKey
  readonly page: FinishedPage
  readonly renderedAt: number
  staleSince?: number
  wasRequested: boolean
}

/** A store of pages by canonical address, up to a size in bytes. */
export type PageStore = Readonly<{
  get(address: string): CachedPageEntry | undefined
  put(key: PageKey, page: FinishedPage, now: number): void
  forget(address: string): void
  invalidate(tag: string, now: number): void
}>

/** The factor from a page's HTML to its memory: its compressed forms, with a margin, need as much again. */
const SIZE_FACTOR = 2

/**
 * Returns a page cache that drops the oldest page without recent requests when it is full. It uses the second-chance
 * algorithm, with a queue and a bit per page.
 */
export function createPageStore(maxBytes: number): PageStore {
  const pages = new Map<string, CachedPageEntry>()
  let bytes = 0

  function drop(address: string, page: CachedPageEntry): void {
    pages.delete(address)
    bytes -= page.page.plain.body.length * SIZE_FACTOR
  }

  function evict(): void {
    for (const [address, page] of pages) {
      if (bytes <= maxBytes) return
      drop(address, page)
      if (!page.wasRequested) continue
      page.wasRequested = false
      pages.set(address, page)
      bytes += page.page.plain.body.length * SIZE_FACTOR
    }
  }

  return {
    get(address) {
      const page = pages.get(address)
      if (page) page.wasRequested = true
      return page
    },
    put(key, page, now) {
      const existing = pages.get(key.address)
      if (existing) drop(key.address, existing)
      if (page.plain.body.length * SIZE_FACTOR > maxBytes) return
      pages.set(key.address, { key, page, renderedAt: now, wasRequested: false })
      bytes += page.plain.body.length * SIZE_FACTOR
      evict()
    },
    forget(address) {
      const page = pages.get(address)
      if (page) drop(address, page)
    },
    invalidate(tag, now) {
      for (const [address, page] of pages) {
        if (!hasTag(page.key, tag)) continue
        if (page.key.rule.staleMs === 0) drop(address, page)
        else page.staleSince ??= now
      }
    },
  }
}
