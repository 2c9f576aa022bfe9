import { useState } from 'react'
import type { FormEvent } from 'react'
import { call, messageOf } from '#web/api.ts'
import { toast } from '#web/toast.ts'
import { CODE_LENGTH } from './code-slot.tsx'
import { useCountdown } from './use-countdown.ts'
import { BAD_CODE } from './use-otp.ts'
import { useSignedIn } from './use-sign-in.ts'

const BROKEN = 'Something went wrong, please try again later.'

/** Asks for a code to sign in by (LOGIN-07); `onSent` hears the address it went to. */
export function useCodeRequest(onSent: (email: string) => void) {
  const [isSending, setIsSending] = useState(false)

  async function request(email: string): Promise<void> {
    setIsSending(true)
    try {
      const { message } = await call('POST /users/sendLoginCode', { body: { data: { email } } })
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
export function useLoginCode(email: string, next: string | undefined) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const { left, restart } = useCountdown()
  const signedIn = useSignedIn(next)
  const { isSending, request } = useCodeRequest(() => {
    setCode('')
    restart()
  })

  async function signIn(): Promise<void> {
    setIsBusy(true)
    setProblem(undefined)
    try {
      signedIn(await call('POST /users/loginByCode', { body: { data: { email, otp: code } } }))
    } catch (error) {
      const words = messageOf(error, BROKEN)
      toast.error(words)
      setProblem(words)
    } finally {
      setIsBusy(false)
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (code.length !== CODE_LENGTH) return setProblem(BAD_CODE)
    void signIn()
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
