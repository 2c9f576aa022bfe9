/** How long to wait before scripts that did not come are reloaded, in milliseconds; a server has them all. */
const RETRY_PAUSE_MS = import.meta.env.SSR ? undefined : 800

/** A page that was loaded again for its scripts is not loaded again for them again so soon, in milliseconds. */
const RELOAD_INTERVAL_MS = 60_000

/** The session storage key of when the page was last loaded again for its scripts. */
const RELOADED_KEY = 'reloadedForScripts'

/** The browser's functions needed to reload the page. */
export type ReloadDeps = Readonly<{
  isOnline(): boolean
  reload(): void
  storage: () => Pick<Storage, 'getItem' | 'setItem'>
  now(): number
}>

/**
 * Imports by `load`, with a second attempt where the first one fails. After a new version was put up, the scripts
 * of an old page are gone for good: that throws, and `isScriptLoadError` knows it.
 */
export async function importWithRetry<Part>(
  load: () => Promise<Part>,
  pauseMs = RETRY_PAUSE_MS,
): Promise<Part> {
  if (pauseMs === undefined) return load()
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return load().catch((cause: unknown) => {
      throw Object.assign(new Error('Scripts of the page did not come', { cause }), {
        name: SCRIPT_LOAD_ERROR,
      })
    })
  }
}

const SCRIPT_LOAD_ERROR = 'LostScript'

/** Returns whether an error is a script of the page that failed to load. */
export function isScriptLoadError(error: unknown): boolean {
  return error instanceof Error && (error.name === SCRIPT_LOAD_ERROR || isScriptLoadError(error.cause))
}

/**
 * Loads the page again, which brings the scripts of the present version: once, and not without a connection. False when that
 * is not done, as it would not help; else the page is about to go.
 */
export function reloadForScripts(browser: ReloadDeps = browserDeps): boolean {
  try {
    const storage = browser.storage()
    const lastReloadAt = Number(storage.getItem(RELOADED_KEY))
    if (!browser.isOnline() || browser.now() - lastReloadAt < RELOAD_INTERVAL_MS) return false
    storage.setItem(RELOADED_KEY, String(browser.now()))
  } catch {
    // Where nothing can be noted, the page could be loaded again for ever.
    return false
  }
  browser.reload()
  return true
}

/**
 * Imports by `load` on behalf of the shopper; on a lost script it reloads the page. The promise then never
 * resolves.
 */
export async function importOrReload<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await importWithRetry(load)
  } catch (error) {
    if (reloadForScripts()) return new Promise(() => undefined)
    throw error
  }
}

const browserDeps: ReloadDeps = {
  isOnline: () => navigator.onLine,
  reload: () => location.reload(),
  storage: () => sessionStorage,
  now: () => Date.now(),
}
