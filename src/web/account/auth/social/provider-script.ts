import { styleNonce } from '#web/app/calls/auth-document.ts'

/** How often it is looked whether a provider's script is there (LOGIN-24, CONST-17), in milliseconds. */
const POLL_MS = 100

/** How long to wait for the script after a click. */
const TIMEOUT_MS = 10_000

/** A provider's script at `src`, which has loaded once `find` finds its API. */
export type ProviderScript<Api> = Readonly<{ src: string; find: () => Api | undefined }>

/** Injects a script; `onError` is called when it fails to load. */
export type InjectScript = (src: string, onError: () => void) => void

/**
 * Loads a provider's script and returns its API; a script already in the page is reused. Looks every 100 ms;
 * rejects when the script cannot be had, or not in time, and may then be asked again.
 */
export function loadProviderScript<Api>(
  { src, find }: ProviderScript<Api>,
  addScript: InjectScript = injectScript,
): Promise<Api> {
  const { promise, resolve, reject } = Promise.withResolvers<Api>()
  let waitedMs = 0
  const poll = setInterval(check, POLL_MS)
  if (!check()) addScript(src, () => giveUp(`${src} did not come`))

  function check(): boolean {
    const api = find()
    if (api !== undefined) {
      clearInterval(poll)
      resolve(api)
      return true
    }
    waitedMs += POLL_MS
    if (waitedMs > TIMEOUT_MS) giveUp(`${src} did not come in time`)
    return false
  }

  function giveUp(reason: string): void {
    clearInterval(poll)
    reject(new Error(reason))
  }

  return promise
}

/** The page's own element for a script; one that failed leaves, so that the next attempt is a new one. */
function injectScript(src: string, onError: () => void): void {
  const existing = document.querySelector<HTMLScriptElement>(`script[src="${src}"]`)
  const script = existing ?? document.createElement('script')
  script.addEventListener('error', () => {
    script.remove()
    onError()
  })
  if (existing) return
  // What the script styles is let through by the page's policy when it bears the page's word for it.
  script.nonce = styleNonce() ?? ''
  script.src = src
  script.async = true
  document.head.append(script)
}
