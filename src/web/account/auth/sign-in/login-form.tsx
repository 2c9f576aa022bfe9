import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { LegalLink } from '#web/shared/forms/legal-link.tsx'
import { Link } from '#web/ui/link.tsx'
import { withNextParameter } from './sign-in-target.ts'
import { EmailField, SilentFormProblem, PasswordField } from '../auth-fields.tsx'
import { call, isApiFailure } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { session } from '#web/app/session/session-store.ts'
import { toast } from '#web/app/toast.ts'
import { readDeviceKey } from '../codes/device-key.ts'
import type { FieldErrors } from '#web/shared/loading/use-save-form.ts'
import { readFormTexts, useFieldErrors, type FormTexts } from '../field-errors.ts'
import { useCompleteSignIn } from './use-complete-sign-in.ts'

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
      <SilentFormProblem message={faults['form']} />
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

/** Returns the sign-in by password (LOGIN-08 to LOGIN-16), and the errors of the form. */
function useLogin(next: string | undefined) {
  const [isSending, setIsSending] = useState(false)
  const { faults, show } = useFieldErrors()
  const signedIn = useCompleteSignIn(next)
  const go = useNavigateTo()

  async function signIn(form: HTMLFormElement): Promise<void> {
    const { email = '', password = '' } = readFormTexts(form)
    setIsSending(true)
    session.signInStarted()
    try {
      const body = { data: { email: email.trim(), password } }
      const answer = await call('POST /users/login', { body }, { deviceKey: readDeviceKey() })
      rememberTermsBox()
      signedIn(answer)
    } catch (error) {
      const message = explainLoginFailure(error)
      session.signInFailed(message)
      const id = unverifiedAccountId(error)
      if (id === undefined) return void show(form, { form: message })
      toast.info(message)
      await go(withNextParameter(`/otp/${encodeURIComponent(id)}`, next))
    } finally {
      setIsSending(false)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!show(event.currentTarget, validateLogin(readFormTexts(event.currentTarget))))
      void signIn(event.currentTarget)
  }

  return { isSending, faults, submit }
}

/** Returns the first error of a sign-in form, at its field. */
export function validateLogin({ email = '', password = '', acceptTerms }: FormTexts): FieldErrors {
  if (email.trim() === '') return { email: FIELDS_REQUIRED }
  if (password === '') return { password: FIELDS_REQUIRED }
  return acceptTerms === undefined ? { acceptTerms: 'Please accept terms and conditions' } : {}
}

const FIELDS_REQUIRED = 'Please fill in all fields'

/**
 * Returns the error message of a failed sign-in. All are the same (LOGIN-15), except those that reveal nothing: an
 * unverified account, and too many attempts.
 */
export function explainLoginFailure(error: unknown): string {
  if (!isApiFailure(error)) {
    const reason = error instanceof Error ? ` ${error.message}` : ''
    return `Login failed. Please check your credentials.${reason}`
  }
  return unverifiedAccountId(error) !== undefined || error.status === 429 ? error.message : 'User not found'
}

/** Returns the account to verify first, if the server refused for that reason (LOGIN-13). */
export function unverifiedAccountId(error: unknown): string | undefined {
  const data: unknown = isApiFailure(error) ? error.data : undefined
  if (!(data instanceof Object) || !('isActive' in data)) return undefined
  const id: unknown = Reflect.get(data, 'id')
  return typeof id === 'string' ? id : undefined
}

/** The local storage key of whether the terms were accepted at a sign-in here. */
const TERMS_KEY = 'hasAcceptedTerms'

/** Returns whether the box of the terms is checked initially: after a successful sign-in in this browser (LOGIN-09). */
function wasTermsBoxTicked(): boolean {
  try {
    return localStorage.getItem(TERMS_KEY) === 'true'
  } catch {
    return false
  }
}

/** Stores that the box of the terms is checked initially. */
function rememberTermsBox(): void {
  try {
    localStorage.setItem(TERMS_KEY, 'true')
  } catch {
    // Without storage the box must be checked each time.
  }
}
