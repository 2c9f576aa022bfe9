import { useEffect, useId, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { LegalLink } from '#web/shared/forms/legal-link.tsx'
import { Link } from '#web/ui/link.tsx'
import { withNextParameter } from './sign-in-target.ts'
import { EmailField } from '../email-field.tsx'
import { SilentFormProblem } from '../silent-form-problem.tsx'
import { PasswordField } from '../password-field.tsx'
import { wasTermsBoxTicked } from '../terms/terms-checkbox.ts'
import { useLogin } from './use-login.ts'

/** Renders email, password and terms (LOGIN-01 to LOGIN-04, LOGIN-10). Nothing can be sent before hydration. */
export function LoginForm({ next }: { next: string | undefined }) {
  const { isSending, faults, submit } = useLogin(next)
  return (
    <form
      method="dialog"
      aria-label="Sign in"
      noValidate
      onSubmit={submit}
      className="mt-8 flex flex-col gap-5"
    >
      <EmailField error={faults['email']} />
      <PasswordField label="Password" error={faults['password']} />
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <TermsCheckbox error={faults['acceptTerms']} />
        <Link
          href={withNextParameter('/forget-password', next)}
          className="text-link inline-flex min-h-6 items-center text-sm"
        >
          Forgot password?
        </Link>
      </div>
      <SilentFormProblem words={faults['form']} />
      <Button type="submit" size="lg" wide busy={isSending}>
        {isSending ? 'Logging in...' : 'Sign In'}
      </Button>
    </form>
  )
}

function TermsCheckbox({ error }: { error: string | undefined }) {
  const errorId = useId()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current && wasTermsBoxTicked()) box.current.checked = true
  }, [])
  return (
    <div>
      <Checkbox
        ref={box}
        name="acceptTerms"
        label="I accept the terms and conditions"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
      />
      <p className="mt-1.5 text-xs text-ink-soft">
        Read the <LegalLink to="terms">Terms</LegalLink> and the{' '}
        <LegalLink to="privacy">Privacy Policy</LegalLink>.
      </p>
      {error && (
        <p id={errorId} className="mt-1.5 text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
