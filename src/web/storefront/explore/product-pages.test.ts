import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProductCard } from '#tests/data/view-data.ts'
import { createProductPages } from './product-pages.ts'
import type { ProductListPage } from './product-pages.ts'

const PAGE_SIZE = 3

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('each requested page is loaded once and provides its products', async () => {
  const { pages, requestedPages, answer } = createTestPages(10)
  pages.want([1, 2], false)
  pages.want([1, 2], false)
  expect(requestedPages()).toEqual([1, 2])
  expect(pages.at(4)).toBe('coming')
  await answer(2)
  expect(pages.at(4)).toMatchObject({ id: 'product 4' })
  expect(pages.at(0)).toBe('coming')
  expect(pages.total()).toBe(10)
})

test('notifies listeners of each change until they unsubscribe', async () => {
  const { pages, answer } = createTestPages(10)
  const events: string[] = []
  const stop = pages.subscribe(() => events.push('changed'))
  pages.want([1, 2], false)
  await answer(1)
  expect(events).toEqual(['changed'])
  stop()
  await answer(2)
  expect(events).toEqual(['changed'])
})

test('aborts requests for pages that were scrolled past, and ignores their answers', async () => {
  const { pages, requestedPages, signals, answer } = createTestPages(100)
  pages.want([1], false)
  pages.want([20], false)
  expect(signals.get(1)?.aborted).toBe(true)
  expect(signals.get(20)?.aborted).toBe(false)
  await answer(1)
  expect(pages.at(0)).toBe('coming')
  pages.want([1], false)
  expect(requestedPages()).toEqual([1, 20, 1])
})

test('requests nothing during fast scrolling until it pauses', () => {
  const { pages, requestedPages } = createTestPages(100)
  pages.want([5], true)
  vi.advanceTimersByTime(80)
  pages.want([9], true)
  vi.advanceTimersByTime(80)
  expect(requestedPages()).toEqual([])
  vi.advanceTimersByTime(10)
  expect(requestedPages()).toEqual([9])
})

test('a failed page is requested again only by the retry button', async () => {
  const { pages, requestedPages, fail, answer } = createTestPages(10)
  pages.want([1], false)
  await fail(1)
  expect(pages.at(0)).toBe('failed')
  pages.want([1], false)
  expect(requestedPages()).toEqual([1])
  pages.retry()
  expect(pages.at(0)).toBe('coming')
  expect(requestedPages()).toEqual([1, 1])
  await answer(1)
  expect(pages.at(0)).toMatchObject({ id: 'product 0' })
})

test('requests a failed page again when the user scrolls back to it', async () => {
  const { pages, requestedPages, fail } = createTestPages(100)
  pages.want([1], false)
  await fail(1)
  pages.want([9], false)
  pages.want([1], false)
  expect(requestedPages()).toEqual([1, 9, 1])
})

test('evicts the most distant pages above the limit, but never requested ones', async () => {
  const { pages, answer } = createTestPages(100, { most: 3 })
  for (const page of [1, 2, 3, 4, 5]) {
    pages.want([page], false)
    await answer(page)
  }
  const loadedSlots = [0, 3, 6, 9, 12].map((index) => pages.at(index) !== 'coming')
  expect(loadedSlots).toEqual([false, false, true, true, true])
  pages.want([1, 2, 3, 4, 5], false)
  await answer(1)
  await answer(2)
  expect([0, 3, 6, 9, 12].every((index) => pages.at(index) !== 'coming')).toBe(true)
})

test('requests the last page again when the list grows, and has places without product when it shrinks', async () => {
  const { pages, requestedPages, answer, setTotal } = createTestPages(5)
  pages.want([1, 2], false)
  await answer(1)
  await answer(2)
  expect(pages.at(5)).toBe('gone')
  setTotal(9)
  pages.put(1, testPage(1, 9))
  pages.want([1, 2], false)
  expect(requestedPages()).toEqual([1, 2, 2])
  await answer(2)
  expect(pages.at(5)).toMatchObject({ id: 'product 5' })
})

test('stopping aborts pending requests and cancels scheduled ones', () => {
  const { pages, requestedPages, signals } = createTestPages(100)
  pages.want([1], false)
  pages.want([1, 7], true)
  pages.stop()
  vi.advanceTimersByTime(1_000)
  expect(requestedPages()).toEqual([1])
  expect(signals.get(1)?.aborted).toBe(true)
})

/** Creates a list of this many products, whose pages load or fail on request. */
function createTestPages(productCount: number, options: { most?: number } = {}) {
  let total = productCount
  const waiting = new Map<number, PromiseWithResolvers<ProductListPage>>()
  const signals = new Map<number, AbortSignal>()
  const requested: number[] = []
  const pages = createProductPages({
    ...options,
    pageSize: PAGE_SIZE,
    ask: (page, signal) => {
      requested.push(page)
      signals.set(page, signal)
      const answer = Promise.withResolvers<ProductListPage>()
      waiting.set(page, answer)
      return answer.promise
    },
  })
  return {
    pages,
    signals,
    requestedPages: () => requested,
    setTotal: (now: number) => (total = now),
    async answer(page: number) {
      waiting.get(page)?.resolve(testPage(page, total))
      await vi.advanceTimersByTimeAsync(0)
    },
    async fail(page: number) {
      waiting.get(page)?.reject(new TypeError('no network'))
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

function testPage(page: number, total: number): ProductListPage {
  const first = (page - 1) * PAGE_SIZE
  const length = Math.min(PAGE_SIZE, total - first)
  return {
    total,
    products: Array.from({ length }, (_, place) => createProductCard({ id: `product ${first + place}` })),
  }
}
