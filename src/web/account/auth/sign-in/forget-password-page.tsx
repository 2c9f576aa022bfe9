import { page, type ViewProps } from '#web/app/router/page.ts'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { withNextParameter, useGuestGuard } from './sign-in-target.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { EmailField, SilentFormProblem, PasswordField } from '../auth-fields.tsx'
import { useState, type FormEvent } from 'react'
import { call, isApiFailure } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { toast } from '#web/app/toast.ts'
import { readDeviceKey } from '../codes/device-key.ts'
import type { FieldErrors } from '#web/shared/loading/use-save-form.ts'
import { toFieldErrors, readFormTexts, useFieldErrors } from '../field-errors.ts'
import { validateEmail } from '../sign-up/validate-signup.ts'

/**
 * The page for a forgotten password, for guests (ROUTE-11). With `?token=` of an emailed link, the new one is set
 * (FORGOT-08).
 */
export const forgetPasswordPage = page({
  head: (_data, { search }) => ({
    title: search['token'] === undefined ? 'Forgot Password' : 'Set a New Password',
    description: 'Set a new password for your account.',
    isPrivate: true,
  }),
  View: ForgetPasswordView,
})

/** Renders the current one of the two forms, with a link to sign in (FORGOT-02). */
export function ForgetPasswordView({ search }: ViewProps<unknown>) {
  const { token, next } = search
  useGuestGuard(next)
  return (
    <AuthFrame
      title={token === undefined ? 'Forgot your password?' : 'Set a new password'}
      intro={
        <p>
          {token === undefined
            ? 'Enter your email address and we’ll send you a link to set a new one.'
            : 'Choose a new password. You will be signed out everywhere else.'}
        </p>
      }
      scene="benefits"
    >
      {token === undefined ? <RequestForm /> : <NewPasswordForm token={token} />}
      <p className="mt-8 text-sm text-ink-soft">
        {'Remembered it? '}
        <Link href={withNextParameter('/login', next)} className="text-link text-ink">
          Back to Sign In
        </Link>
      </p>
      {token !== undefined && (
        <p className="mt-3 text-sm text-ink-soft">
          {'Link expired? '}
          <Link href={withNextParameter('/forget-password', next)} className="text-link text-ink">
            Request a new one
          </Link>
        </p>
      )}
    </AuthFrame>
  )
}

function RequestForm() {
  const { isSending, faults, submit } = useResetRequest()
  return (
    <form method="dialog" aria-label="Forgot password" noValidate onSubmit={submit} className={FORM_CLASS}>
      <EmailField error={faults['email']} />
      <SilentFormProblem message={faults['form']} />
      <Button type="submit" size="lg" wide busy={isSending}>
        Reset Password
      </Button>
    </form>
  )
}

function NewPasswordForm({ token }: { token: string }) {
  const { isSending, faults, submit } = useNewPassword(token)
  return (
    <form method="dialog" aria-label="New password" noValidate onSubmit={submit} className={FORM_CLASS}>
      <PasswordField label="New password" isNew hint="At least 8 characters." error={faults['password']} />
      <SilentFormProblem message={faults['form']} />
      <Button type="submit" size="lg" wide busy={isSending}>
        Set new password
      </Button>
    </form>
  )
}

const FORM_CLASS = 'mt-8 flex flex-col gap-5'

/** A step of the reset: its input, its request, and its success message. */
type ResetStep = Readonly<{
  check(form: HTMLFormElement): FieldErrors
  send(form: HTMLFormElement): Promise<unknown>
  done: string
}>

/** Returns the request of a link for setting a new password (FORGOT-03 to FORGOT-06). */
function useResetRequest() {
  return useResetStep({
    check: (form) => {
      const email = validateEmail(readField(form, 'email').trim())
      return email === undefined ? {} : { email }
    },
    send: (form) => {
      const body = { data: { email: readField(form, 'email').trim() } }
      return call('POST /users/forgotPassword', { body }, { deviceKey: readDeviceKey() })
    },
    done: 'Password reset link has been sent to your email',
  })
}

/** Returns the setting of a new password by the token of the link (FORGOT-07, FORGOT-08). */
function useNewPassword(token: string) {
  return useResetStep({
    check: (form) => (readField(form, 'password') === '' ? { password: 'Password is required' } : {}),
    send: (form) =>
      call('POST /users/resetPassword', { body: { data: { token, password: readField(form, 'password') } } }),
    done: 'Your new password is set. Sign in with it.',
  })
}

function useResetStep({ check, send, done }: ResetStep) {
  const [isSending, setIsSending] = useState(false)
  const { faults, show } = useFieldErrors()
  const go = useNavigateTo()

  async function attempt(form: HTMLFormElement): Promise<void> {
    setIsSending(true)
    try {
      await send(form)
      toast.success(done)
      await go('/login', { replace: true })
    } catch (error) {
      show(form, toFieldErrors(error, explainResetFailure(error)))
    } finally {
      setIsSending(false)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!show(event.currentTarget, check(event.currentTarget))) void attempt(event.currentTarget)
  }

  return { isSending, faults, submit }
}

/** Returns the server's message or the document's (FORGOT-05, FORGOT-06). */
export function explainResetFailure(error: unknown): string {
  if (isApiFailure(error)) return error.message || 'Something went wrong'
  return 'Failed to process request. Please try again.'
}

function readField(form: HTMLFormElement, name: string): string {
  return readFormTexts(form)[name] ?? ''
}
