/**
 * Returns whether the browser is offline but a worker has cached pages. Links are then left to the browser, which
 * requests the whole page from the worker, instead of its data from the server.
 */
export function isOffline(): boolean {
  return !navigator.onLine && Boolean(navigator.serviceWorker?.controller)
}
