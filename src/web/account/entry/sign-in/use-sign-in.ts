import { useGo } from '#web/app/navigation.ts'
import { session } from '#web/app/session/session-store.ts'
import type { UserData } from '#web/app/session/session-store.ts'
import { toast } from '#web/app/toast.ts'
import { afterSignIn } from './after-sign-in.ts'
import { firstStepsOver } from './first-sign-in.ts'
import { areTermsAccepted } from '../terms/terms-question.ts'

/** What a sign-in answers, by whichever way it was made. */
export type SignInAnswer = Readonly<{ userData: UserData; message?: string }>

/**
 * What follows every successful sign-in (LOGIN-11, LOGIN-12): it is stored, announced, and leads on to `next` or home, after
 * terms that are new to the account were accepted, and after the first steps where it is the first one in this browser.
 */
export function useSignedIn(next: string | undefined): (answer: SignInAnswer) => void {
  const go = useGo()
  return ({ userData }) => {
    session.signedIn(userData)
    toast.success(`Welcome, ${userData.firstName}.`)
    void leadOn(userData)
  }

  async function leadOn(userData: UserData): Promise<void> {
    if (!(await areTermsAccepted())) return
    await firstStepsOver(userData)
    await go(afterSignIn(next), { replace: true })
  }
}
