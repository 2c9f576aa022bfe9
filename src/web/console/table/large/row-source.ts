import {
  keepPreviousData,
  useQueries,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

/** The rows of a large table, by index; only visible ones are loaded. */
export type RowSource<Item> = Readonly<{
  /** The total number of rows, loaded or not. */
  total: number
  /** Returns a row, or undefined while it is not loaded. */
  get: (index: number) => Item | undefined
  /** Requests the visible rows. */
  show: (first: number, last: number) => void
  /** Loads rows that may not be visible. */
  load: (first: number, last: number) => Promise<readonly Item[]>
}>

/** A page of rows, and the total number of rows. */
export type RowPage<Item> = Readonly<{ items: readonly Item[]; total: number }>

type PagedRows<Answer, Item> = Readonly<{
  /** The key of all pages of the list; the number of the page is added to it. */
  queryKey: readonly unknown[]
  load: (page: number, signal: AbortSignal) => Promise<Answer>
  read: (answer: Answer) => RowPage<Item>
  pageSize: number
  refetchInterval?: number
}>

/**
 * How long rows must be visible before their page is requested, in milliseconds, which skips rows during fast
 * scrolling.
 */
const LOOK_MS = 80
/** How long a page out of view is cached, in milliseconds. */
const REMEMBER_MS = 120_000

/**
 * Returns the rows of a list that the server returns by pages; `first` is its first page. Pages are loaded when their
 * rows become visible; the rows of the previous filter stay visible until the first page of the next one is loaded.
 */
export function usePagedRows<Answer, Item>(
  options: PagedRows<Answer, Item>,
): Readonly<{ first: UseQueryResult<Answer>; rows: RowSource<Item> }> {
  const { queryKey, load, read, pageSize, refetchInterval } = options
  const queries = useQueryClient()
  const [shown, setShown] = useVisiblePages()
  const toQuery = (page: number) => ({
    queryKey: [...queryKey, page],
    queryFn: ({ signal }: { signal: AbortSignal }) => load(page, signal),
    ...(refetchInterval === undefined ? {} : { refetchInterval }),
  })
  const first = useQuery({ ...toQuery(1), placeholderData: keepPreviousData })
  // Renders the table again when a page has loaded; the rows are read from the console's cache.
  useQueries({ queries: listPages(shown).map((page) => ({ ...toQuery(page), gcTime: REMEMBER_MS })) })
  const total = first.data === undefined ? 0 : read(first.data).total
  const pages = new Map<number, readonly Item[]>()
  const readPage = (page: number): readonly Item[] => {
    const answer = page === 1 ? first.data : queries.getQueryData<Answer>([...queryKey, page])
    return answer === undefined ? [] : read(answer).items
  }
  const rows: RowSource<Item> = {
    total,
    get(index) {
      const page = Math.floor(index / pageSize) + 1
      const items = pages.get(page) ?? readPage(page)
      pages.set(page, items)
      return items[index % pageSize]
    },
    show: (from, to) => setShown(toPages(from - pageSize / 2, to + pageSize / 2, { pageSize, total })),
    async load(from, to) {
      const found: Item[] = []
      for (const page of listPages(toPages(from, to, { pageSize, total }))) {
        const answer = await queries.fetchQuery({ ...toQuery(page), staleTime: REMEMBER_MS })
        const start = (page - 1) * pageSize
        found.push(...read(answer).items.slice(Math.max(0, from - start), to - start + 1))
      }
      return found
    },
  }
  return { first, rows }
}

type PageRange = Readonly<{ first: number; last: number }>

function toPages(
  from: number,
  to: number,
  { pageSize, total }: Readonly<{ pageSize: number; total: number }>,
): PageRange {
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  const clamp = (index: number) => Math.min(lastPage, Math.max(1, Math.floor(index / pageSize) + 1))
  return { first: clamp(from), last: clamp(to) }
}

function listPages({ first, last }: PageRange): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/**
 * Returns the pages in view and their setter. A page beside the current ones is set at once, others after a moment.
 */
function useVisiblePages(): [PageRange, (range: PageRange) => void] {
  const [shown, setShown] = useState<PageRange>({ first: 1, last: 1 })
  const wanted = useRef(shown)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  function setLater(range: PageRange): void {
    if (wanted.current.first === range.first && wanted.current.last === range.last) return
    wanted.current = range
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setShown(range), LOOK_MS)
  }
  return [shown, setLater]
}
