import { formatDateTime } from '../data/format.ts'
import { Status, type StatusTone } from './status.tsx'

/** An attempt at an action of an outside system. */
type Attempt = Readonly<{
  number: number
  startedAt: string
  outcome: 'done' | 'accepted' | 'refused' | 'postponed' | 'unknown' | 'interrupted' | null
  message: string
}>

/** The name of an effect's state. */
export type EffectStateName = 'pending' | 'sent' | 'unknown' | 'done' | 'refused' | 'cancelled'

const STATES: Readonly<Record<EffectStateName, Readonly<{ label: string; tone: StatusTone }>>> = {
  pending: { label: 'Waiting', tone: 'plain' },
  sent: { label: 'Sent', tone: 'plain' },
  unknown: { label: 'Outcome unknown', tone: 'bad' },
  done: { label: 'Done', tone: 'good' },
  refused: { label: 'Refused', tone: 'bad' },
  cancelled: { label: 'Not needed', tone: 'plain' },
}

/** Renders the status of an outside effect in a word or two. */
export function EffectStatus({ state }: { state: EffectStateName }) {
  const { label, tone } = STATES[state]
  return <Status tone={tone}>{label}</Status>
}

const OUTCOMES: Readonly<Record<NonNullable<Attempt['outcome']>, string>> = {
  done: 'Done',
  accepted: 'Accepted',
  refused: 'Refused',
  postponed: 'Postponed',
  unknown: 'No clear answer',
  interrupted: 'Interrupted',
}

/** Renders every attempt of an outside effect, oldest first, and the time of the next one. */
export function EffectTrail(props: { attempts: readonly Attempt[]; nextAttemptAt: string | null }) {
  const { attempts, nextAttemptAt } = props
  return (
    <ol aria-label="Attempts" className="flex flex-col gap-1.5 border-s border-line ps-3 text-xs">
      {attempts.map(({ number, startedAt, outcome, message }) => (
        <li key={number}>
          <span className="text-ink-soft tabular-nums">{formatDateTime(startedAt)}</span>{' '}
          <span className="font-medium">{outcome === null ? 'Under way' : OUTCOMES[outcome]}</span>
          {outcome !== null && message !== OUTCOMES[outcome] + '.' && (
            <span className="wrap-anywhere">: {message}</span>
          )}
        </li>
      ))}
      {attempts.length === 0 && <li className="text-ink-soft">Nothing sent yet.</li>}
      {nextAttemptAt !== null && (
        <li className="text-ink-soft">Next attempt at {formatDateTime(nextAttemptAt)}</li>
      )}
    </ol>
  )
}
