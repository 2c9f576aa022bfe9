import type { ReactNode } from 'react'

/** Renders a label of a word or two: `accent` for good, `danger` for bad, `plain` for the rest. */
export function Badge({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'accent' | 'danger'
  children: ReactNode
}) {
  return (
    <span className={`inline-flex min-h-6 items-center rounded-sm px-2 text-xs font-medium ${TONES[tone]}`}>
      {children}
    </span>
  )
}

const TONES = {
  plain: 'bg-mist text-ink',
  accent: 'bg-accent-mist text-accent-deep',
  danger: 'bg-danger-mist text-danger',
} as const
