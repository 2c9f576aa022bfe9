import { useState } from 'react'
import type { FormEvent } from 'react'
import { call, isApiFailure } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { toast } from '#web/app/toast.ts'
import { readDeviceKey } from '../codes/device-key.ts'
import { toFieldErrors, readFormTexts, useFieldErrors } from '../field-errors.ts'
import type { FieldErrors } from '../field-errors.ts'
import { validateEmail } from '../sign-up/validate-signup.ts'

/** What is typed, what is sent of it, and what is said when that went well. */
type ResetStep = Readonly<{
  check(form: HTMLFormElement): FieldErrors
  send(form: HTMLFormElement): Promise<unknown>
  done: string
}>

/** Asking for a link by which a new password can be set (FORGOT-03 to FORGOT-06). */
export function useResetRequest() {
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

/** Setting a new password by the token of that link (FORGOT-07, FORGOT-08). */
export function useNewPassword(token: string) {
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

/** The server's words or the document's (FORGOT-05, FORGOT-06). */
export function explainResetFailure(error: unknown): string {
  if (isApiFailure(error)) return error.message || 'Something went wrong'
  return 'Failed to process request. Please try again.'
}

function readField(form: HTMLFormElement, name: string): string {
  return readFormTexts(form)[name] ?? ''
}
