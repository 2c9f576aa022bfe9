import { page } from '#web/app/router/page.ts'
import type { ViewProps } from '#web/app/router/page.ts'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { withNextParameter } from './sign-in-target.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { EmailField } from '../email-field.tsx'
import { SilentFormProblem } from '../silent-form-problem.tsx'
import { PasswordField } from '../password-field.tsx'
import { useNewPassword, useResetRequest } from './use-forget-password.ts'
import { useGuestGuard } from './use-guest-guard.ts'

/** A forgotten password, for guests (ROUTE-11); with `?token=` of a mailed link, the new one is set (FORGOT-08). */
export const forgetPasswordPage = page({
  head: (_data, { search }) => ({
    title: search['token'] === undefined ? 'Forgot Password' : 'Set a New Password',
    description: 'Set a new password for your account.',
    isPrivate: true,
  }),
  View: ForgetPasswordView,
})

/** Which of the two forms it is, and the way back to signing in (FORGOT-02). */
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
      <SilentFormProblem words={faults['form']} />
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
      <SilentFormProblem words={faults['form']} />
      <Button type="submit" size="lg" wide busy={isSending}>
        Set new password
      </Button>
    </form>
  )
}

const FORM_CLASS = 'mt-8 flex flex-col gap-5'
