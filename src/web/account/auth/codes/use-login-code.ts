import { useState, type FormEvent } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import type { CodeFormState } from './code-form.tsx'
import { readDeviceKey } from './device-key.ts'
import { useCodeSubmission, useCountdown } from './use-code-submission.ts'
import { useCompleteSignIn } from '../sign-in/use-complete-sign-in.ts'

const REQUEST_FAILED = 'Something went wrong, please try again later.'

/** Requests a sign-in code (LOGIN-07); `onSent` gets the address to which it was sent. */
export function useCodeRequest(onSent: (email: string) => void) {
  const [isSending, setIsSending] = useState(false)

  async function request(email: string): Promise<void> {
    setIsSending(true)
    try {
      const { message } = await call(
        'POST /users/sendLoginCode',
        { body: { data: { email } } },
        { deviceKey: readDeviceKey() },
      )
      toast.success(message)
      onSent(email)
    } catch (error) {
      toast.error(explainError(error, REQUEST_FAILED))
    } finally {
      setIsSending(false)
    }
  }

  return { isSending, request }
}

/** Returns the sign-in by the code that was emailed to `email`. */
export function useLoginCode(email: string, next: string | undefined): CodeFormState {
  const { code, setCode, problem, isBusy, send } = useCodeSubmission()
  const { left, restart } = useCountdown()
  const signedIn = useCompleteSignIn(next)
  const { isSending, request } = useCodeRequest(() => {
    setCode('')
    restart()
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    send(async () =>
      signedIn(
        await call(
          'POST /users/loginByCode',
          { body: { data: { email, otp: code } } },
          { deviceKey: readDeviceKey() },
        ),
      ),
    )
  }

  return {
    code,
    setCode,
    problem,
    isBusy: isBusy || isSending,
    left,
    submit,
    resend: () => void request(email),
  }
}
