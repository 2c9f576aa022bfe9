import type { FinishedPage } from './finished-page.ts'
import { isMeant, type PageKey } from './page-key.ts'

/** A kept page. `staleSince` is the moment of the first change since it was drawn. */
export type KeptPage = {
  readonly key: PageKey
  readonly page: FinishedPage
  readonly drawnAt: number
  staleSince?: number
  wasAsked: boolean
}

/** Pages by canonical address, at most so many bytes of them. */
export type KeptPages = Readonly<{
  get(address: string): KeptPage | undefined
  put(key: PageKey, page: FinishedPage, now: number): void
  forget(address: string): void
  invalidate(tag: string, now: number): void
}>

/** What a page costs beside its HTML: its compressed forms, to be on the safe side as much again. */
const WEIGHT = 2

/** A store that makes room by dropping the oldest page nobody has asked for lately (second chance, a queue and a bit). */
export function createKeptPages(maxBytes: number): KeptPages {
  const pages = new Map<string, KeptPage>()
  let bytes = 0

  function drop(address: string, page: KeptPage): void {
    pages.delete(address)
    bytes -= page.page.plain.body.length * WEIGHT
  }

  function makeRoom(): void {
    for (const [address, page] of pages) {
      if (bytes <= maxBytes) return
      drop(address, page)
      if (!page.wasAsked) continue
      page.wasAsked = false
      pages.set(address, page)
      bytes += page.page.plain.body.length * WEIGHT
    }
  }

  return {
    get(address) {
      const page = pages.get(address)
      if (page) page.wasAsked = true
      return page
    },
    put(key, page, now) {
      const old = pages.get(key.address)
      if (old) drop(key.address, old)
      if (page.plain.body.length * WEIGHT > maxBytes) return
      pages.set(key.address, { key, page, drawnAt: now, wasAsked: false })
      bytes += page.plain.body.length * WEIGHT
      makeRoom()
    },
    forget(address) {
      const page = pages.get(address)
      if (page) drop(address, page)
    },
    invalidate(tag, now) {
      for (const [address, page] of pages) {
        if (!isMeant(page.key, tag)) continue
        if (page.key.rule.staleMs === 0) drop(address, page)
        else page.staleSince ??= now
      }
    },
  }
}
