import { useState } from 'react'
import type { FormEvent } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { toast } from '#web/app/toast.ts'
import { withNextParameter } from '../sign-in/sign-in-target.ts'
import { toFieldErrors, readFormTexts, useFieldErrors } from '../field-errors.ts'
import type { FormTexts } from '../field-errors.ts'
import { validateSignup } from './validate-signup.ts'

/** Signing up (SIGNUP-11 to SIGNUP-17), and what is wrong with the form, which stays as typed whatever happens. */
export function useSignup(next: string | undefined) {
  const [isSending, setIsSending] = useState(false)
  const { faults, show } = useFieldErrors()
  const go = useNavigateTo()

  async function signUp(form: HTMLFormElement): Promise<void> {
    setIsSending(true)
    try {
      const { user, message } = await call('POST /users/signup', {
        body: { data: toSignupInput(readFormTexts(form)) },
      })
      toast.success(message)
      await go(withNextParameter(`/otp/${encodeURIComponent(user.id)}`, next))
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

/** What is sent of a form (ENT-08): the company only for vendors, who alone see those fields (SIGNUP-03). */
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
