import { useState, useEffect } from 'react'
import { isApiFailure, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { CODE_LENGTH } from './code-slot.tsx'

/** The error message for an invalid code (OTP-07). */
const INVALID_CODE = 'Please enter a valid 6-digit OTP'

const REQUEST_FAILED = 'Something went wrong, please try again later.'

/**
 * Returns the state of a code input and its submission. A failure is announced by alert and toast (OTP-08); a
 * refused code is cleared and the field focused, so that the next one can be typed at once.
 */
export function useCodeSubmission() {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  function fail(error: unknown): void {
    const message = explainError(error, REQUEST_FAILED)
    toast.error(message)
    setProblem(message)
    if (!isApiFailure(error) || !REJECTED_CODES.includes(error.code)) return
    setCode('')
    document.getElementById('code')?.focus()
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    if (problem !== undefined) toast.withdraw(problem)
    setIsBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      fail(error)
    } finally {
      setIsBusy(false)
    }
  }

  /** Runs `work` if the code has the right length; otherwise it shows an error. */
  function send(work: () => Promise<void>): void {
    if (code.length !== CODE_LENGTH) return setProblem(INVALID_CODE)
    void attempt(work)
  }

  return { code, setCode, problem, isBusy, attempt, send }
}

/** The error codes for a code that is wrong, used or expired. */
const REJECTED_CODES = ['code_wrong', 'code_over']

/** How long after a code the next one may be requested, in seconds (OTP-04). */
const RESEND_S = 60

/** Returns whole seconds that count down to 0 (OTP-04, OTP-05); `restart` resets them (OTP-06). */
export function useCountdown(): { left: number; restart(): void } {
  const [left, setLeft] = useState(RESEND_S)
  const [round, setRound] = useState(0)
  useEffect(() => {
    // Computed from the clock, because timers of background pages are late.
    const endsAt = Date.now() + RESEND_S * 1_000
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000))
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }, 1_000)
    return () => clearInterval(timer)
  }, [round])
  return {
    left,
    restart() {
      setLeft(RESEND_S)
      setRound((before) => before + 1)
    },
  }
}
