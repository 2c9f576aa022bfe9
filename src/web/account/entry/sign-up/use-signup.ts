import { useState } from 'react'
import type { FormEvent } from 'react'
import { call, messageOf } from '#web/app/calls/api.ts'
import { useGo } from '#web/app/navigation.ts'
import { toast } from '#web/app/toast.ts'
import { withNext } from '../sign-in/after-sign-in.ts'
import { faultsOf, textsIn, useFaults } from '../form-faults.ts'
import type { Texts } from '../form-faults.ts'
import { signupFaults } from './signup-errors.ts'

/** Signing up (SIGNUP-11 to SIGNUP-17), and what is wrong with the form, which stays as typed whatever happens. */
export function useSignup(next: string | undefined) {
  const [isSending, setIsSending] = useState(false)
  const { faults, show } = useFaults()
  const go = useGo()

  async function signUp(form: HTMLFormElement): Promise<void> {
    setIsSending(true)
    try {
      const { user, message } = await call('POST /users/signup', {
        body: { data: signupData(textsIn(form)) },
      })
      toast.success(message)
      await go(withNext(`/otp/${encodeURIComponent(user.id)}`, next))
    } catch (error) {
      show(form, faultsOf(error, messageOf(error, 'Something went wrong! Please Try again.')))
    } finally {
      setIsSending(false)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!show(event.currentTarget, signupFaults(textsIn(event.currentTarget))))
      void signUp(event.currentTarget)
  }

  return { isSending, faults, submit }
}

/** What is sent of a form (ENT-08): the company only for vendors, who alone see those fields (SIGNUP-03). */
export function signupData(texts: Texts) {
  const { firstName = '', lastName = '', email = '', password = '' } = texts
  const person = { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim(), password }
  if (texts['role'] === 'manufacturer') return { role: 'manufacturer' as const, ...person }
  const { companyName = '', companyRegisterNumber = '' } = texts
  return {
    role: 'vendor' as const,
    ...person,
    companyName: companyName.trim(),
    companyRegisterNumber: companyRegisterNumber.trim(),
  }
}
