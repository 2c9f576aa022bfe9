import { useEffect, useEffectEvent } from 'react'
import { useGo } from '#web/app/navigation.ts'
import { readUser } from '#web/app/session/session.ts'
import { afterSignIn } from './after-sign-in.ts'
import { areFirstStepsOpen } from './first-sign-in.ts'
import { openQuestion } from '../terms/terms-question.ts'

/**
 * Leads away from a page for guests whoever is signed in, leaving no way back to it (ROUTE-12): when it is opened, and when
 * another tab signs in. The page's own sign-in leads on itself.
 */
export function useGuestGuard(next: string | undefined): void {
  const go = useGo()
  const leave = useEffectEvent(() => {
    if (readUser() && !areFirstStepsOpen() && !openQuestion()) void go(afterSignIn(next), { replace: true })
  })
  useEffect(() => {
    leave()
    // It comes to other tabs only.
    const heard = (): void => leave()
    addEventListener('storage', heard)
    return () => removeEventListener('storage', heard)
  }, [])
}
