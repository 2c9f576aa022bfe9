import { useNavigateTo } from '#web/app/router/navigation.ts'
import { session } from '#web/app/session/session-store.ts'
import type { SignInUserData } from '#web/app/session/session-store.ts'
import { toast } from '#web/app/toast.ts'
import { isInvitation, signInTarget } from './sign-in-target.ts'
import { showFirstSteps } from './show-first-steps.ts'
import { requireSecondFactor } from '../second-factor/require-second-factor.ts'
import { requireTermsAcceptance } from '../terms/require-terms-acceptance.ts'

/** The response to any sign-in: the account, or the request of its second factor. */
export type SignInResult = Readonly<{
  userData?: SignInUserData | undefined
  secondFactor?: Readonly<{ challenge: string }> | undefined
  message?: string
}>

/**
 * Returns a function that completes a sign-in: second factor, storage, terms, redirect (LOGIN-11, LOGIN-12). The
 * second factor is requested if enabled; then the sign-in is stored and announced, new terms are accepted, the first
 * steps are shown at the first sign-in in this browser, and `next` or home opens.
 */
export function useCompleteSignIn(next: string | undefined): (answer: SignInResult) => void {
  const go = useNavigateTo()
  return (answer) => void complete(answer)

  async function complete({ userData, secondFactor }: SignInResult): Promise<void> {
    const user = secondFactor ? await requireSecondFactor(secondFactor.challenge) : userData
    if (!user) return
    session.signedIn(user)
    toast.success(`Welcome, ${user.firstName}.`)
    await leadOn(user)
  }

  async function leadOn(userData: SignInUserData): Promise<void> {
    if (!(await requireTermsAcceptance())) return
    // These are the steps of a new vendor or supplier; invited members join an existing business.
    if (userData.type !== 'operator' && !isInvitation(next)) await showFirstSteps(userData)
    await go(signInTarget(next), { replace: true })
  }
}
