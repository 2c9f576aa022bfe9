import { notFound, useRouter } from '@tanstack/react-router'
import { isOffline } from '../offline/offline-state.ts'

/**
 * Navigates to an address of the shop. `replace` leaves no way back to the current one, `keepScroll` does not
 * scroll to the top.
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

/** Loads this page again, without leaving it. */
export function useReload(): () => Promise<void> {
  const router = useRouter()
  return () => router.invalidate()
}

/**
 * Returns the error that a page's `load` throws when there is no such page. It answers 404 with the page's
 * `Missing` or the 404 page.
 */
export function pageNotFound(message?: string) {
  return notFound({ data: message })
}
