import { KeyRound, Mail } from 'lucide'
import { Suspense, useEffect, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/app/toast.ts'
import { AUTH_ICON, SocialSignInButtons } from '../social/social-sign-in-buttons.tsx'
import { fetchSignInOptions } from '../social/sign-in-options.ts'
import type { SignInOptionsData } from '../social/social-types.ts'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { useCodeRequest } from '../codes/use-login-code.ts'
import { usePasskeySupport } from '../passkeys/passkey-support.ts'
import { useCompleteSignIn } from './use-complete-sign-in.ts'

const DemoSignIn = lazyComponent(async () => (await import('./demo-sign-in.tsx')).DemoSignIn)

/**
 * Renders the other ways to sign in: providers, demo accounts, and a code by email (LOGIN-06, LOGIN-07).
 * `onCodeSent` gets the address to which the code was sent.
 */
export function OtherSignInMethods(props: { next: string | undefined; onCodeSent: (email: string) => void }) {
  const { next, onCodeSent } = props
  const signedIn = useCompleteSignIn(next)
  const demo = useDemo()
  const { isSending, request } = useCodeRequest(onCodeSent)

  /** Emails a code to the address in the form above. */
  function emailCode(): void {
    const field = document.querySelector<HTMLInputElement>('input[name="email"]')
    if (field?.value.trim()) return void request(field.value.trim())
    toast.info('Enter your email address. We’ll send the code there.')
    field?.focus()
  }

  async function signInByPasskey(): Promise<void> {
    const { explainPasskeyFailure, signInWithPasskey } = await import('../passkeys/use-passkey.ts')
    try {
      signedIn(await signInWithPasskey())
    } catch (error) {
      toast.error(explainPasskeyFailure(error))
    }
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
        <PasskeyButton onClick={() => void signInByPasskey()} />
      </SocialSignInButtons>
      {demo && (
        <Suspense>
          <DemoSignIn demo={demo} next={next} />
        </Suspense>
      )}
    </>
  )
}

/** Renders the passkey button; nothing when this browser cannot use passkeys here. */
function PasskeyButton({ onClick }: { onClick: () => void }) {
  if (!usePasskeySupport()) return null
  return (
    <button
      type="button"
      aria-label="Sign in with a passkey"
      title="Sign in with a passkey"
      onClick={onClick}
      className={AUTH_ICON}
    >
      <Icon shapes={KeyRound} aria-hidden="true" className="size-5" strokeWidth={1.5} />
    </button>
  )
}

/** Returns the accounts of the demo, if there is one. */
function useDemo(): SignInOptionsData['demo'] {
  const [demo, setDemo] = useState<SignInOptionsData['demo']>(null)
  useEffect(() => {
    let isGone = false
    fetchSignInOptions().then(
      (options) => {
        if (!isGone) setDemo(options.demo)
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [])
  return demo
}
