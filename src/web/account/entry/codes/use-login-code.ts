import { useState } from 'react'
import type { FormEvent } from 'react'
import { call, messageOf } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import type { CodeEntry } from './code-form.tsx'
import { deviceKey } from './device-key.ts'
import { useCodeAttempt } from './use-code-attempt.ts'
import { useCountdown } from './use-countdown.ts'
import { useSignedIn } from '../sign-in/use-sign-in.ts'

const BROKEN = 'Something went wrong, please try again later.'

/** Asks for a code to sign in by (LOGIN-07); `onSent` hears the address it went to. */
export function useCodeRequest(onSent: (email: string) => void) {
  const [isSending, setIsSending] = useState(false)

  async function request(email: string): Promise<void> {
    setIsSending(true)
    try {
      const { message } = await call(
        'POST /users/sendLoginCode',
        { body: { data: { email } } },
        { deviceKey: deviceKey() },
      )
      toast.success(message)
      onSent(email)
    } catch (error) {
      toast.error(messageOf(error, BROKEN))
    } finally {
      setIsSending(false)
    }
  }

  return { isSending, request }
}

/** Signing in by the code that was mailed to `email`. */
export function useLoginCode(email: string, next: string | undefined): CodeEntry {
  const { code, setCode, problem, isBusy, send } = useCodeAttempt()
  const { left, restart } = useCountdown()
  const signedIn = useSignedIn(next)
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
          { deviceKey: deviceKey() },
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
