import { MINUTE, SECOND } from '#core/time.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { useEffect, useRef, useState } from 'react'

/** Renders the countdown of the items' reservation; `onOver` is called once when it ends. */
export function ReservationCountdown({ expiresAt, onOver }: { expiresAt: string; onOver: () => void }) {
  const seconds = useSecondsLeft(expiresAt, onOver)
  return (
    <div className="text-sm text-ink-soft">
      <TimeLeft seconds={seconds} />
      <LiveRegion message={seconds === undefined ? '' : announceTimeLeft(seconds)} />
    </div>
  )
}

function TimeLeft({ seconds }: { seconds: number | undefined }) {
  if (seconds === undefined) return 'Your items are reserved for 15 minutes.'
  if (seconds === 0) return 'Your reservation has expired.'
  return (
    <>
      Your items are reserved for another{' '}
      <span role="timer" aria-live="off" className="font-medium text-ink tabular-nums">
        {clockText(seconds)}
      </span>
    </>
  )
}

/** Returns the seconds left, updated every second; undefined until hydration, as the server's clock may differ. */
function useSecondsLeft(expiresAt: string, onExpired: () => void): number | undefined {
  const [seconds, setSeconds] = useState<number>()
  const isExpired = seconds === 0
  const latest = useRef(onExpired)
  useEffect(() => {
    latest.current = onExpired
  })
  useEffect(() => {
    const tick = () => setSeconds(secondsLeft(expiresAt, Date.now()))
    tick()
    const timer = setInterval(tick, SECOND)
    return () => clearInterval(timer)
  }, [expiresAt])
  useEffect(() => {
    if (isExpired) latest.current()
  }, [isExpired])
  return seconds
}

/** Returns the whole seconds until `expiresAt` (ISO 8601); 0 if it is over or invalid. */
export function secondsLeft(expiresAt: string, now: number): number {
  const secondsRemaining = Math.ceil((Date.parse(expiresAt) - now) / SECOND)
  return Number.isFinite(secondsRemaining) ? Math.max(0, secondsRemaining) : 0
}

/** Formats seconds as a clock, such as `14:05`. */
export function clockText(seconds: number): string {
  const perMinute = MINUTE / SECOND
  return `${Math.floor(seconds / perMinute)}:${String(seconds % perMinute).padStart(2, '0')}`
}

/** Returns the announcement of the remaining time, which is made only at five minutes and at one. */
export function announceTimeLeft(seconds: number): string {
  if (seconds > 5 * 60 || seconds === 0) return ''
  return seconds > 60 ? 'Less than five minutes left to pay.' : 'Less than a minute left to pay.'
}
