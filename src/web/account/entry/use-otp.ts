import { useState } from 'react'
import type { FormEvent } from 'react'
import { call, messageOf } from '#web/api.ts'
import { useGo } from '#web/navigation.ts'
import { toast } from '#web/toast.ts'
import { withNext } from './after-sign-in.ts'
import { CODE_LENGTH } from './code-slot.tsx'
import { useCountdown } from './use-countdown.ts'

/** What a code that cannot be one is answered (OTP-07). */
export const BAD_CODE = 'Please enter a valid 6-digit OTP'

const BROKEN = 'Something went wrong, please try again later.'

/** Verifying an account by its mailed code, and asking for another one (OTP-04 to OTP-10). */
export function useOtp(id: string, next: string | undefined) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const { left, restart } = useCountdown()
  const go = useGo()

  /** Does what was asked for, says the server's words, or why not by alert and toast (OTP-08). */
  async function attempt(work: () => Promise<{ message: string }>, done: () => void): Promise<void> {
    setIsBusy(true)
    setProblem(undefined)
    try {
      const { message } = await work()
      toast.success(message)
      done()
    } catch (error) {
      const words = messageOf(error, BROKEN)
      toast.error(words)
      setProblem(words)
    } finally {
      setIsBusy(false)
    }
  }

  function verify(event: FormEvent): void {
    event.preventDefault()
    if (code.length !== CODE_LENGTH) return setProblem(BAD_CODE)
    void attempt(
      () => call('POST /users/verifyOTP', { body: { data: { id, otp: code } } }),
      () => void go(withNext('/login', next), { replace: true }),
    )
  }

  function resend(): void {
    void attempt(
      () => call('POST /users/resendOTP', { body: { data: { id } } }),
      () => {
        setCode('')
        restart()
      },
    )
  }

  return { code, setCode, problem, isBusy, left, verify, resend }
}
