import { Mail } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/app/toast.ts'
import { AUTH_ICON, SocialSignInButtons } from '../social/social-sign-in-buttons.tsx'
import { useCodeRequest } from '../codes/use-login-code.ts'
import { useCompleteSignIn } from './use-complete-sign-in.ts'

/** The providers, and a code by mail (LOGIN-06, LOGIN-07); `onCodeSent` hears the address that it went to. */
export function OtherSignInMethods(props: { next: string | undefined; onCodeSent: (email: string) => void }) {
  const { next, onCodeSent } = props
  const signedIn = useCompleteSignIn(next)
  const { isSending, request } = useCodeRequest(onCodeSent)

  /** The address stands in the form above. */
  function emailCode(): void {
    const field = document.querySelector<HTMLInputElement>('input[name="email"]')
    if (field?.value.trim()) return void request(field.value.trim())
    toast.info('Enter your email address. We’ll send the code there.')
    field?.focus()
  }

  return (
    <>
      <p className="mb-5 flex items-center gap-4 text-xs text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or sign in with
      </p>
      <SocialSignInButtons onSignedIn={signedIn}>
        <button
          type="button"
          aria-label="Sign in with a code"
          title="Sign in with a code"
          disabled={isSending}
          aria-busy={isSending || undefined}
          onClick={emailCode}
          className={AUTH_ICON}
        >
          <Icon shapes={Mail} aria-hidden="true" className="size-5" strokeWidth={1.5} />
        </button>
      </SocialSignInButtons>
    </>
  )
}
