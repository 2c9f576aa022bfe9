import { useEffect, useState } from 'react'

/** How long after a code the next one may be asked for, in seconds (OTP-04). */
export const RESEND_S = 60

/** Whole seconds left, one less each second until 0 (OTP-04, OTP-05); `restart` sets it to the full time again (OTP-06). */
export function useCountdown(): { left: number; restart(): void } {
  const [left, setLeft] = useState(RESEND_S)
  const [round, setRound] = useState(0)
  useEffect(() => {
    // By the clock: timers of a page in the background come late.
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
