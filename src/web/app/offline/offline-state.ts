/**
 * Whether there is no connection, but a worker that has kept pages: then links are better left to the browser, which asks
 * the worker for the whole page, than followed by asking the server for its parts.
 */
export function isOffline(): boolean {
  return !navigator.onLine && Boolean(navigator.serviceWorker?.controller)
}
