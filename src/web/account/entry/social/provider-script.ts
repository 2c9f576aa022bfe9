import { styleNonce } from '#web/app/calls/own-documents.ts'

/** How often it is looked whether a provider's script is there (LOGIN-24, CONST-17), in milliseconds. */
const POLL_MS = 100

/** How long it is waited for: whoever has clicked is still looking. */
const PATIENCE_MS = 10_000

/** What is awaited: the script at `src`, which is there once `find` finds what it brings. */
export type Awaited<Api> = Readonly<{ src: string; find: () => Api | undefined }>

/** How a script is asked for: `failed` is told when it does not come. */
export type AddScript = (src: string, failed: () => void) => void

/**
 * What a provider's script brings, once it is there; the script is put into the page unless it is there. Looks every 100 ms;
 * rejects when the script cannot be had, or not in time, and may then be asked again.
 */
export function awaitScript<Api>(
  { src, find }: Awaited<Api>,
  addScript: AddScript = addToPage,
): Promise<Api> {
  const { promise, resolve, reject } = Promise.withResolvers<Api>()
  let waitedMs = 0
  const poll = setInterval(look, POLL_MS)
  if (!look()) addScript(src, () => give(`${src} did not come`))

  function look(): boolean {
    const api = find()
    if (api !== undefined) {
      clearInterval(poll)
      resolve(api)
      return true
    }
    waitedMs += POLL_MS
    if (waitedMs > PATIENCE_MS) give(`${src} did not come in time`)
    return false
  }

  function give(up: string): void {
    clearInterval(poll)
    reject(new Error(up))
  }

  return promise
}

/** The page's own element for a script; one that failed leaves, so that the next attempt is a new one. */
function addToPage(src: string, failed: () => void): void {
  const standing = document.querySelector<HTMLScriptElement>(`script[src="${src}"]`)
  const script = standing ?? document.createElement('script')
  script.addEventListener('error', () => {
    script.remove()
    failed()
  })
  if (standing) return
  // What the script styles is let through by the page's policy when it bears the page's word for it.
  script.nonce = styleNonce() ?? ''
  script.src = src
  script.async = true
  document.head.append(script)
}
