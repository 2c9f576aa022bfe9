import { useEffect, useEffectEvent } from 'react'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { readUser } from '#web/app/session/session.ts'
import { signInTarget } from './sign-in-target.ts'
import { getOpenFirstSteps } from './show-first-steps.ts'
import { getOpenTermsDialog } from '../terms/require-terms-acceptance.ts'

/**
 * Redirects signed-in users away from a page for guests, replacing it in the history (ROUTE-12): when it opens, and when
 * another tab signs in. The page's own sign-in redirects by itself.
 */
export function useGuestGuard(next: string | undefined): void {
  const go = useNavigateTo()
  const redirect = useEffectEvent(() => {
    if (readUser() && !getOpenFirstSteps() && !getOpenTermsDialog())
      void go(signInTarget(next), { replace: true })
  })
  useEffect(() => {
    redirect()
    // It comes to other tabs only.
    const onUserChanged = (): void => redirect()
    addEventListener('storage', onUserChanged)
    return () => removeEventListener('storage', onUserChanged)
  }, [])
}
