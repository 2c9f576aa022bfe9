import { LegalLink } from '#web/shared/forms/legal-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { SilentFormProblem } from '../auth-fields.tsx'
import type { FieldErrors } from '#web/shared/loading/use-save-form.ts'
import { toFieldErrors, readFormTexts, useFieldErrors, type FormTexts } from '../field-errors.ts'
import { useState, type FormEvent } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { toast } from '#web/app/toast.ts'
import {
  isForManufacturers,
  isInvitation,
  signUpTarget,
  withNextParameter,
} from '../sign-in/sign-in-target.ts'
import { NewAccountFields } from './new-account-fields.tsx'
import { validateSignup } from './validate-signup.ts'

/**
 * Renders the form of a new account (SIGNUP-01 to SIGNUP-03). It cannot be submitted before hydration. Users with an
 * invitation to a team need not state a business; `email` is the address of the invitation.
 */
export function SignupForm({ next, email }: { next: string | undefined; email: string | undefined }) {
  const isInvited = isInvitation(next)
  const { isSending, faults, submit } = useSignup(next)
  return (
    <form
      method="dialog"
      aria-label="Sign up"
      noValidate
      onSubmit={submit}
      className="signup-form mt-8 flex flex-col gap-5"
    >
      {!isInvited && <RoleChoice selected={isForManufacturers(next) ? 'manufacturer' : 'vendor'} />}
      <NewAccountFields faults={faults} email={isInvited ? email : undefined} />
      {!isInvited && <CompanyFields faults={faults} />}
      <SilentFormProblem message={faults['form']} />
      <p className="text-sm text-ink-soft">
        By signing up you agree to the <LegalLink to="terms">Terms</LegalLink> and{' '}
        <LegalLink to="privacy">Privacy Policy</LegalLink>.
      </p>
      <Button type="submit" size="lg" wide busy={isSending}>
        {isSending ? 'Processing...' : 'Sign Up'}
      </Button>
    </form>
  )
}

const ROLES = [
  { value: 'vendor', label: 'Vendor', hint: 'I sell in my own store' },
  { value: 'manufacturer', label: 'Manufacturer', hint: 'I manufacture products' },
] as const

function RoleChoice({ selected }: { selected: string }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm">I am a</legend>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {ROLES.map(({ value, label, hint }) => (
          <RoleCard key={value} {...{ value, label, hint }} isSelected={value === selected} />
        ))}
      </div>
    </fieldset>
  )
}

function RoleCard(props: Readonly<{ value: string; label: string; hint: string; isSelected: boolean }>) {
  const { value, label, hint, isSelected } = props
  return (
    <label className="flex min-h-16 cursor-pointer items-center gap-3 rounded-md border border-line-strong bg-sheet px-4 py-3 transition-colors hover:border-ink has-checked:border-accent has-checked:bg-accent-mist has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name="role"
        value={value}
        defaultChecked={isSelected}
        className="size-5 shrink-0 accent-accent"
      />
      <span className="text-sm font-medium">
        {label}
        <span className="block text-xs font-normal text-ink-soft">{hint}</span>
      </span>
    </label>
  )
}

/** Renders fields for vendors only: CSS shows them by the choice above, without a script. */
function CompanyFields({ faults }: { faults: FieldErrors }) {
  return (
    <div className="vendors-only flex flex-col gap-5">
      <Field
        id="companyName"
        name="companyName"
        label="Company name"
        autoComplete="organization"
        maxLength={200}
        error={faults['companyName']}
      />
      <Field
        id="companyRegisterNumber"
        name="companyRegisterNumber"
        label="Company registered unique number"
        autoComplete="off"
        maxLength={100}
        error={faults['companyRegisterNumber']}
      />
    </div>
  )
}

/** Returns the sign-up (SIGNUP-11 to SIGNUP-17), and the errors of the form, whose input is preserved. */
function useSignup(next: string | undefined) {
  const [isSending, setIsSending] = useState(false)
  const { faults, show } = useFieldErrors()
  const go = useNavigateTo()

  async function signUp(form: HTMLFormElement): Promise<void> {
    setIsSending(true)
    try {
      const data = toSignupInput(readFormTexts(form))
      const { user, message } = await call('POST /users/signup', { body: { data } })
      toast.success(message)
      await go(withNextParameter(`/otp/${encodeURIComponent(user.id)}`, signUpTarget(next, data.role)))
    } catch (error) {
      show(form, toFieldErrors(error, explainError(error, 'Something went wrong! Please Try again.')))
    } finally {
      setIsSending(false)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!show(event.currentTarget, validateSignup(readFormTexts(event.currentTarget))))
      void signUp(event.currentTarget)
  }

  return { isSending, faults, submit }
}

/**
 * Returns the request of a sign-up form (ENT-08). Only vendors have a company, as they alone see those fields
 * (SIGNUP-03).
 */
export function toSignupInput(texts: FormTexts) {
  const { firstName = '', lastName = '', email = '', password = '' } = texts
  const account = { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim(), password }
  if (texts['role'] === 'manufacturer') return { role: 'manufacturer' as const, ...account }
  const { companyName = '', companyRegisterNumber = '' } = texts
  return {
    role: 'vendor' as const,
    ...account,
    companyName: companyName.trim(),
    companyRegisterNumber: companyRegisterNumber.trim(),
  }
}
