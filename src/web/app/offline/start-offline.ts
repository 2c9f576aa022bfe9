import type { AnyRouter } from '@tanstack/react-router'

/** How long a page must have been looked at to count as seen, in milliseconds. */
const VIEW_DELAY_MS = 2_000

/**
 * Starts offline support. It starts the worker that caches viewed pages, reports pages that the worker was not
 * asked for, and announces when the connection is lost and back.
 */
export function startOfflineSupport(router: Pick<AnyRouter, 'subscribe'>): void {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  // A browser that forbids it, or cannot have it now, has the shop as before.
  serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
  if (!serviceWorker.controller) reportPageView()
  let timer: ReturnType<typeof setTimeout> | undefined
  router.subscribe('onRendered', () => {
    clearTimeout(timer)
    timer = setTimeout(reportPageView, VIEW_DELAY_MS)
    // The page that was shown as it was seen last has been left.
    document.querySelector('.cached-notice[data-cached]')?.remove()
  })
  window.addEventListener('offline', showConnectionLost)
  window.addEventListener('online', showConnectionRestored)
  if (!navigator.onLine) showConnectionLost()
}

/** Asks the worker to cache the current page, unless the browser saves data or has no worker. */
function reportPageView(): void {
  if (!navigator.onLine || isSavingData()) return
  const path = location.pathname + location.search
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ seen: path }))
}

/** Not every browser tells, and TypeScript does not know of it. */
function isSavingData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return connection instanceof Object && Reflect.get(connection, 'saveData') === true
}

/** A cached page has this notice already. */
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
