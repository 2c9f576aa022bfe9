import type { AnyRouter } from '@tanstack/react-router'

/** How long a page must be visible to count as viewed, in milliseconds. */
const VIEW_DELAY_MS = 2_000

/**
 * Starts offline support. It registers the worker that caches viewed pages, reports pages that the worker was not
 * asked for, and announces when the connection is lost and restored.
 */
export function startOfflineSupport(router: Pick<AnyRouter, 'subscribe'>): void {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  // In browsers that forbid or cannot register it, the shop works without it.
  serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
  if (!serviceWorker.controller) reportPageView()
  let timer: ReturnType<typeof setTimeout> | undefined
  router.subscribe('onRendered', () => {
    clearTimeout(timer)
    timer = setTimeout(reportPageView, VIEW_DELAY_MS)
    // The cached page was left.
    document.querySelector('.cached-notice[data-cached]')?.remove()
  })
  window.addEventListener('offline', showConnectionLost)
  window.addEventListener('online', showConnectionRestored)
  if (!navigator.onLine) showConnectionLost()
}

/** Reports the current page to the worker for caching, unless the browser saves data or has no worker. */
function reportPageView(): void {
  if (!navigator.onLine || isSavingData()) return
  const path = location.pathname + location.search
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ seen: path }))
}

/** Returns whether the browser saves data; not all browsers report it, and TypeScript lacks its type. */
function isSavingData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return connection instanceof Object && Reflect.get(connection, 'saveData') === true
}

/** Announces a lost connection, unless the page is a cached one, which has this notice already. */
function showConnectionLost(): void {
  if (document.querySelector('.cached-notice')) return
  document.body.prepend(
    createNotice('You are offline. You can still see recently viewed pages and your cart.'),
  )
}

function showConnectionRestored(): void {
  const notice = document.querySelector('.cached-notice')
  if (!notice) return
  if (notice.hasAttribute('data-cached')) notice.querySelector('p')?.replaceChildren('You are back online.')
  else notice.remove()
}

function createNotice(message: string): HTMLElement {
  const notice = document.createElement('aside')
  notice.className = 'cached-notice'
  notice.ariaLabel = 'Connection'
  const text = document.createElement('p')
  text.role = 'status'
  text.textContent = message
  notice.append(text)
  return notice
}
