import { useEffect, useEffectEvent } from 'react'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { readUser } from '#web/app/session/session.ts'
import { getOpenFirstSteps } from './show-first-steps.ts'
import { getOpenTermsDialog } from '../terms/require-terms-acceptance.ts'

/** The pages for guests, to which a sign-in never returns. */
const GUEST_PAGES = /^\/(login|signup|forget-password|otp)\b/

/**
 * Returns the address that a new sign-in leads to (LOGIN-12). It is the page of the shop that the user came from,
 * or home; nothing else decides this.
 */
export function signInTarget(next: string | undefined): string {
  return safePath(next) ?? '/'
}

/** Returns `next` if it is an address of this shop, in any notation; undefined otherwise. */
export function safePath(next: string | undefined): string | undefined {
  if (!next?.startsWith('/')) return undefined
  // Browsers interpret `/\shop` and `/<tab>/shop` as another host; so does this.
  const address = URL.parse(next, PLACEHOLDER_ORIGIN)
  if (address?.origin !== PLACEHOLDER_ORIGIN || GUEST_PAGES.test(address.pathname)) return undefined
  // `/..//host` would normalize to another host again.
  if (address.pathname.startsWith('//')) return undefined
  return address.pathname + address.search + address.hash
}

/** The first page of a new account by its role, where it sets up its business. */
const FIRST_PAGES = { vendor: '/v-onboard-one', manufacturer: '/m-onboard-one' } as const

/** Returns where a new account goes: the page it came from, or the first step of its role. */
export function signUpTarget(next: string | undefined, role: keyof typeof FIRST_PAGES): string {
  return safePath(next) ?? FIRST_PAGES[role]
}

/** Returns whether a user came from a step of manufacturers, whose form starts with their role. */
export function isForManufacturers(next: string | undefined): boolean {
  return safePath(next)?.startsWith('/m-onboard-') === true
}

/** Returns whether a user signs in or up to accept an invitation to a team. */
export function isInvitation(next: string | undefined): boolean {
  return safePath(next)?.startsWith('/join-team?') === true
}

/** Returns a page's address with the parameter of the next page, if any. */
export function withNextParameter(path: string, next: string | undefined): string {
  const target = safePath(next)
  return target === undefined ? path : `${path}?next=${encodeURIComponent(target)}`
}

/** A reserved host, used only to check that a link does not leave it. */
const PLACEHOLDER_ORIGIN = 'https://here.invalid'

/**
 * Redirects signed-in users away from a page for guests, replacing it in the history (ROUTE-12). It does so when
 * the page opens, and when another tab signs in. The page's own sign-in redirects by itself.
 */
export function useGuestGuard(next: string | undefined): void {
  const go = useNavigateTo()
  const redirect = useEffectEvent(() => {
    if (readUser() && !getOpenFirstSteps() && !getOpenTermsDialog())
      void go(signInTarget(next), { replace: true })
  })
  useEffect(() => {
    redirect()
    // The storage event only reaches other tabs.
    const onUserChanged = (): void => redirect()
    addEventListener('storage', onUserChanged)
    return () => removeEventListener('storage', onUserChanged)
  }, [])
}
