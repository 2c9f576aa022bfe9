import { styleNonce } from '#web/app/calls/auth-document.ts'

/** The interval of checking for a provider's loaded script (LOGIN-24, CONST-17), in milliseconds. */
const POLL_MS = 100

/** The time limit of loading the script after a click, in milliseconds. */
const TIMEOUT_MS = 10_000

/** A provider's script at `src`; it has loaded when `find` returns its API. */
export type ProviderScript<Api> = Readonly<{ src: string; find: () => Api | undefined }>

/** Injects a script; `onError` is called when it fails to load. */
export type InjectScript = (src: string, onError: () => void) => void

/**
 * Loads a provider's script and returns its API; a script already in the page is reused. It checks every 100 ms, and
 * rejects when the script fails to load or the time limit is exceeded; it can be called again.
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
    if (waitedMs > TIMEOUT_MS) giveUp(`${src} did not load in time`)
    return false
  }

  function giveUp(reason: string): void {
    clearInterval(poll)
    reject(new Error(reason))
  }

  return promise
}

/** Adds the script element; a failed one is removed, so that the next attempt loads it again. */
function injectScript(src: string, onError: () => void): void {
  const existing = document.querySelector<HTMLScriptElement>(`script[src="${src}"]`)
  const script = existing ?? document.createElement('script')
  script.addEventListener('error', () => {
    script.remove()
    onError()
  })
  if (existing) return
  // The page's policy allows the script's styles by this nonce.
  script.nonce = styleNonce() ?? ''
  script.src = src
  script.async = true
  document.head.append(script)
}
