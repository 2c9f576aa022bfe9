import { useState } from 'react'
import { isApiFailure, messageOf } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { CODE_LENGTH } from './code-slot.tsx'

/** What a code that cannot be one is answered (OTP-07). */
const BAD_CODE = 'Please enter a valid 6-digit OTP'

const BROKEN = 'Something went wrong, please try again later.'

/**
 * A code that is typed, and what came of sending it: a failure is said by alert and toast (OTP-08), and a code that the server
 * refused leaves the field, which gets the focus, so that the next one can be typed at once.
 */
export function useCodeAttempt() {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  function fail(error: unknown): void {
    const words = messageOf(error, BROKEN)
    toast.error(words)
    setProblem(words)
    if (!isApiFailure(error) || !REFUSED.includes(error.code)) return
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

  /** Does `work` with a code of the right length, and says so where it is not. */
  function send(work: () => Promise<void>): void {
    if (code.length !== CODE_LENGTH) return setProblem(BAD_CODE)
    void attempt(work)
  }

  return { code, setCode, problem, isBusy, attempt, send }
}

/** The server's codes for a code that is wrong, used up or too old. */
const REFUSED = ['code_wrong', 'code_over']
