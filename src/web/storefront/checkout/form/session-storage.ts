/** Returns this tab's session storage; undefined on the server and if the browser forbids it. */
export function getSessionStorage(): Storage | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window.sessionStorage
  } catch {
    return undefined
  }
}
