/**
 * The delay before scripts that failed to load are loaded again, in milliseconds; none on the server, which has them
 * all.
 */
const RETRY_PAUSE_MS = import.meta.env.SSR ? undefined : 800

/** The minimum interval of reloading the page for its scripts, in milliseconds. */
const RELOAD_INTERVAL_MS = 60_000

/** The session storage key of the page's last reload for its scripts. */
const RELOADED_KEY = 'reloadedForScripts'

/** The browser's functions needed to reload the page. */
export type ReloadDeps = Readonly<{
  isOnline(): boolean
  reload(): void
  storage: () => Pick<Storage, 'getItem' | 'setItem'>
  now(): number
}>

/**
 * Imports by `load`, with a second attempt after a failure. After a new version is deployed, the scripts of an old
 * page no longer exist: that throws, and `isScriptLoadError` detects it.
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
 * Reloads the page, which loads the scripts of the current version: once, and not offline. Returns false when it does
 * not reload, as that would not help; else the page is about to be left.
 */
export function reloadForScripts(browser: ReloadDeps = browserDeps): boolean {
  try {
    const storage = browser.storage()
    const lastReloadAt = Number(storage.getItem(RELOADED_KEY))
    if (!browser.isOnline() || browser.now() - lastReloadAt < RELOAD_INTERVAL_MS) return false
    storage.setItem(RELOADED_KEY, String(browser.now()))
  } catch {
    // Without storage, the page could reload forever.
    return false
  }
  browser.reload()
  return true
}

/**
 * Imports by `load` for a user action; reloads the page if a script no longer exists. The promise then never
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
