import { useEffect, useRef, useState } from 'react'
import type { SearchHitData, SupplierHitData } from '#features/catalogue/catalog/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'

/** How long typing must pause before it searches, in milliseconds. */
const DEBOUNCE_MS = 250

/** The results for a text: products, and suppliers with that name. */
export type SearchHits = Readonly<{
  text: string
  hits: readonly SearchHitData[]
  suppliers: readonly SupplierHitData[]
}>

/** A search box's state: `found` is null until a search succeeds, and again after the box is left (STATE-16). */
export type ProductSearch = Readonly<{
  found: SearchHits | null
  isBusy: boolean
  /** Sets the typed text and searches after a short pause; never for an empty text (HDR-23). */
  type(text: string): void
  /** Searches at once: Enter, or the button; never for an empty text. */
  submit(text: string): void
  /** Clears the results. */
  clear(): void
}>

/**
 * Returns the type-ahead search in the catalogue. A failure shows a toast (ERR-02); an outdated response is discarded.
 */
export function useProductSearch(): ProductSearch {
  const [found, setFound] = useState<SearchHits | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const pendingRequest = useRef<AbortController>(undefined)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => cancelSearch(pendingRequest.current, pause.current), [])

  async function search(query: string): Promise<void> {
    cancelSearch(pendingRequest.current, pause.current)
    const controller = new AbortController()
    pendingRequest.current = controller
    setIsBusy(true)
    try {
      const answer = await call(
        'POST /shop/searchProduct',
        { body: { data: query } },
        { signal: controller.signal },
      )
      const { searchProduct: hits, suppliers = [] } = answer
      if (!controller.signal.aborted) setFound({ text: query, hits, suppliers })
    } catch (error) {
      if (!controller.signal.aborted) toast.error(explainError(error, 'Search failed. Please try again.'))
    } finally {
      if (!controller.signal.aborted) setIsBusy(false)
    }
  }

  function clear(): void {
    cancelSearch(pendingRequest.current, pause.current)
    setIsBusy(false)
    setFound(null)
  }

  return {
    found,
    isBusy,
    clear,
    type(typed) {
      const query = typed.trim()
      if (query === '') return clear()
      clearTimeout(pause.current)
      pause.current = setTimeout(() => void search(query), DEBOUNCE_MS)
    },
    submit(text) {
      if (text !== '') void search(text)
    },
  }
}

function cancelSearch(
  pendingRequest: AbortController | undefined,
  pause: ReturnType<typeof setTimeout> | undefined,
): void {
  clearTimeout(pause)
  pendingRequest?.abort()
}
