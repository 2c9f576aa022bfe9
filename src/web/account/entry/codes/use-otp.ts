import type { FormEvent } from 'react'
import { call } from '#web/app/calls/api.ts'
import { useGo } from '#web/app/navigation.ts'
import { toast } from '#web/app/toast.ts'
import { withNext } from '../sign-in/after-sign-in.ts'
import type { CodeEntry } from './code-form.tsx'
import { useCodeAttempt } from './use-code-attempt.ts'
import { useCountdown } from './use-countdown.ts'

/** Verifying an account by its mailed code, and asking for another one (OTP-04 to OTP-10). */
export function useOtp(id: string, next: string | undefined): CodeEntry {
  const { code, setCode, problem, isBusy, attempt, send } = useCodeAttempt()
  const { left, restart } = useCountdown()
  const go = useGo()

  function submit(event: FormEvent): void {
    event.preventDefault()
    send(async () => {
      const { message } = await call('POST /users/verifyOTP', { body: { data: { id, otp: code } } })
      toast.success(message)
      void go(withNext('/login', next), { replace: true })
    })
  }

  function resend(): void {
    void attempt(async () => {
      const { message } = await call('POST /users/resendOTP', { body: { data: { id } } })
      toast.success(message)
      setCode('')
      restart()
    })
  }

  return { code, setCode, problem, isBusy, left, submit, resend }
}
