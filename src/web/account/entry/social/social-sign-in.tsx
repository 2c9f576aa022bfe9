import { useRef } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { inOwnDocument, isEntryDocument } from '#web/app/calls/own-documents.ts'
import { askFacebook, readyFacebook } from './facebook.ts'
import type { SignedIn } from './outcome.ts'
import { askOptions } from './sign-in-options.ts'
import { SocialQuestionForm } from './social-question-form.tsx'
import { useGoogle } from './use-google.ts'
import { useSubmission } from './use-submission.ts'

/**
 * The row of round buttons beside a form of entry, never within one: Google, Facebook, and `children` (further buttons of
 * the look `ENTRY_ICON`). Says by toasts and in words what goes wrong, asks for an address or a mailed code where one is
 * needed; `onSignedIn` is told of a success, and keeps it as the password's sign-in does.
 */
export function SocialSignIn({ onSignedIn, children }: SocialSignInProps) {
  const submission = useSubmission(onSignedIn)
  const { busy, problem, question } = submission
  const googlePlace = useRef<HTMLDivElement>(null)
  const google = useGoogle(googlePlace, submission)

  async function askByFacebook(): Promise<void> {
    const { facebook } = await askOptions()
    if (!facebook) throw new Error('Sign-in by Facebook is not set up here')
    await inOwnDocument()
    await submission.submit({ provider: 'facebook', data: await askFacebook(await readyFacebook(facebook)) })
  }

  return (
    <>
      <div role="group" aria-label="Other ways to sign in" className="flex justify-center gap-3">
        <div ref={googlePlace} className={google.isDrawn ? DRAWN : 'hidden'} />
        {!google.isDrawn && (
          <ProviderButton name="Google" isBusy={busy === 'google'} onClick={google.start} />
        )}
        <ProviderButton
          name="Facebook"
          isBusy={busy === 'facebook'}
          onPointerEnter={prepareFacebook}
          onFocus={prepareFacebook}
          onClick={() => submission.attempt('facebook', askByFacebook)}
        />
        {children}
      </div>
      {question ? (
        <SocialQuestionForm question={question} submission={submission} />
      ) : (
        <p role="alert" className="mt-3 text-center text-sm text-danger empty:hidden">
          {problem}
        </p>
      )}
    </>
  )
}

/** `onSignedIn` stores the session, says so, and leads on. */
export type SocialSignInProps = Readonly<{ onSignedIn: (answer: SignedIn) => void; children?: ReactNode }>

/** The classes of a round icon button in that row. */
export const ENTRY_ICON =
  'inline-flex size-11 items-center justify-center rounded-full border border-line-strong text-ink transition-colors hover:border-ink hover:bg-mist disabled:cursor-not-allowed aria-busy:cursor-progress'

/** Google's own button is as wide as it likes. */
const DRAWN = 'flex size-11 items-center justify-center overflow-hidden rounded-full'

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
      className={ENTRY_ICON}
    >
      <img src={`/pictures/${name.toLowerCase()}.svg`} alt="" width={20} height={20} />
    </button>
  )
}

/** Its popup has to follow the click at once, so its script is fetched for whoever comes near the button. */
function prepareFacebook(): void {
  if (!isEntryDocument()) return
  askOptions()
    .then(({ facebook }) => facebook && readyFacebook(facebook))
    .catch((error: unknown) => console.error('Facebook’s script did not come', error))
}
