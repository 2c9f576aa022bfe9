import { notFound, useRouter } from '@tanstack/react-router'
import { isOffline } from '../offline/offline-state.ts'

/**
 * Navigates to an address of the shop. `replace` replaces the current one in the history, `keepScroll` preserves the
 * scroll position.
 */
export type Navigate = (href: string, options?: { replace?: boolean; keepScroll?: boolean }) => Promise<void>

/** Returns the function that navigates to another page from an event. */
export function useNavigateTo(): Navigate {
  const router = useRouter()
  return async (href, { replace = false, keepScroll = false } = {}) => {
    if (!isOffline()) return router.navigate({ href, replace, resetScroll: !keepScroll })
    if (replace) location.replace(href)
    else location.assign(href)
  }
}

/** Returns a function that reloads this page without leaving it. */
export function useReload(): () => Promise<void> {
  const router = useRouter()
  return () => router.invalidate()
}

/**
 * Returns the error that a page's `load` throws when the page does not exist. The response is 404 with the page's
 * `Missing` or the 404 page.
 */
export function pageNotFound(message?: string) {
  return notFound({ data: message })
}
