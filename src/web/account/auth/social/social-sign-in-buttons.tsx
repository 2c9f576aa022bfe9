import { useRef } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { ensureAuthDocument, isAuthDocument } from '#web/app/calls/auth-document.ts'
import { requestFacebookLogin, loadFacebook } from './facebook.ts'
import type { SocialSignInResult } from './social-types.ts'
import { fetchSignInOptions } from './sign-in-options.ts'
import { SocialChallengeForm } from './social-challenge-form.tsx'
import { useGoogle } from './use-google.ts'
import { useSocialSubmission } from './use-social-submission.ts'

/**
 * Renders the round buttons of sign-in providers, beside a form and never within one. The buttons are Google,
 * Facebook, and `children` (further buttons of the class `AUTH_ICON`). Errors show as toasts and text, and an address
 * or an emailed code is requested if needed. `onSignedIn` gets a successful sign-in and stores it like one by
 * password.
 */
export function SocialSignInButtons({ onSignedIn, children }: SocialSignInButtonsProps) {
  const submission = useSocialSubmission(onSignedIn)
  const { busy, problem, question } = submission
  const googleContainer = useRef<HTMLDivElement>(null)
  const google = useGoogle(googleContainer, submission)

  async function signInByFacebook(): Promise<void> {
    const { facebook } = await fetchSignInOptions()
    if (!facebook) throw new Error('Sign-in by Facebook is not set up here')
    await ensureAuthDocument()
    await submission.submit({
      provider: 'facebook',
      data: await requestFacebookLogin(await loadFacebook(facebook)),
    })
  }

  return (
    <>
      <div role="group" aria-label="Other ways to sign in" className="flex justify-center gap-3">
        <div ref={googleContainer} className={google.isRendered ? GOOGLE_BUTTON_CLASS : 'hidden'} />
        {!google.isRendered && (
          <ProviderButton name="Google" isBusy={busy === 'google'} onClick={google.start} />
        )}
        <ProviderButton
          name="Facebook"
          isBusy={busy === 'facebook'}
          onPointerEnter={preloadFacebook}
          onFocus={preloadFacebook}
          onClick={() => submission.attempt('facebook', signInByFacebook)}
        />
        {children}
      </div>
      {question ? (
        <SocialChallengeForm question={question} submission={submission} />
      ) : (
        <p role="alert" className="mt-3 text-center text-sm text-danger empty:hidden">
          {problem}
        </p>
      )}
    </>
  )
}

/** `onSignedIn` stores the session, announces it, and redirects. */
export type SocialSignInButtonsProps = Readonly<{
  onSignedIn: (result: SocialSignInResult) => void
  children?: ReactNode
}>

/** The classes of a round icon button in that row. */
export const AUTH_ICON =
  'inline-flex size-11 items-center justify-center rounded-full border border-line-strong text-ink transition-colors hover:border-ink hover:bg-mist disabled:cursor-not-allowed aria-busy:cursor-progress'

/** The classes of Google's button, whose width Google determines. */
const GOOGLE_BUTTON_CLASS = 'flex size-11 items-center justify-center overflow-hidden rounded-full'

function ProviderButton(
  props: { name: 'Google' | 'Facebook'; isBusy: boolean } & Omit<ComponentProps<'button'>, 'name'>,
) {
  const { name, isBusy, ...rest } = props
  return (
    <button
      {...rest}
      type="button"
      aria-label={`Sign in with ${name}`}
      aria-busy={isBusy || undefined}
      disabled={isBusy}
      className={AUTH_ICON}
    >
      <img src={`/pictures/${name.toLowerCase()}.svg`} alt="" width={20} height={20} />
    </button>
  )
}

/** Loads Facebook's script when the pointer is near the button, because its popup must open during the click. */
function preloadFacebook(): void {
  if (!isAuthDocument()) return
  fetchSignInOptions()
    .then(({ facebook }) => facebook && loadFacebook(facebook))
    .catch((error: unknown) => console.error('Facebook’s script did not come', error))
}
