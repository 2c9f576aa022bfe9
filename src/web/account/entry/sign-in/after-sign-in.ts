/** The pages that are for guests: nobody who has just signed in is led back to one. */
const GUEST_PAGES = /^\/(login|signup|forget-password|otp)\b/

/**
 * The one place that decides where somebody goes who has just signed in (LOGIN-12): to the shop's page they came from, or
 * home.
 */
export function afterSignIn(next: string | undefined): string {
  return ownPath(next) ?? '/'
}

/** `next` when it is an address of this shop, however it is written: never one of somebody else. */
export function ownPath(next: string | undefined): string | undefined {
  if (!next?.startsWith('/')) return undefined
  // Browsers take `/\shop` and `/<tab>/shop` for another host; so does this.
  const address = URL.parse(next, HERE)
  if (address?.origin !== HERE || GUEST_PAGES.test(address.pathname)) return undefined
  // What `/..//host` comes down to would be another host again.
  if (address.pathname.startsWith('//')) return undefined
  return address.pathname + address.search + address.hash
}

/** The same page with the place to go to afterwards kept, where there is one. */
export function withNext(path: string, next: string | undefined): string {
  const kept = ownPath(next)
  return kept === undefined ? path : `${path}?next=${encodeURIComponent(kept)}`
}

/** A host that is nobody's: only whether it stays the same is looked at. */
const HERE = 'https://here.invalid'
