import type { ReactNode } from 'react'
import { formatNumber } from '../data/format.ts'

/** The tone of a status: `wait` for another party's action, `do` for a task, `good`, `bad`, or neutral. */
export type StatusTone = 'wait' | 'do' | 'good' | 'bad' | 'plain'

const TONES: Readonly<Record<StatusTone, string>> = {
  wait: 'bg-(--amber-mist) text-(--amber)',
  do: 'bg-(--blue-mist) text-(--blue)',
  good: 'bg-accent-mist text-accent-deep',
  bad: 'bg-danger-mist text-danger',
  plain: 'bg-mist text-ink-soft',
}

/** Renders a status in a word or two, with a dot in its colour. */
export function Status({ tone = 'plain', children }: { tone?: StatusTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex min-h-6 items-center gap-1.5 rounded-full px-2.5 text-xs font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-current" />
      {children}
    </span>
  )
}

/** Renders a count beside a title or in the navigation; nothing for zero. */
export function Count({ value, isLoud = false }: { value: number; isLoud?: boolean }) {
  if (value === 0) return null
  return (
    <span
      className={`inline-flex min-w-5 justify-center rounded-full px-1.5 text-xs leading-5 font-medium tabular-nums ${
        isLoud ? 'bg-accent text-on-accent' : 'bg-mist text-ink-soft'
      }`}
    >
      {formatNumber(value)}
    </span>
  )
}
