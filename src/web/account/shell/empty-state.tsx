import type { ReactNode } from 'react'

/** Renders the empty state of a list: its future content, and the next step. */
export function EmptyState({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-md bg-mist p-6 md:p-8">
      <p className="font-display text-lg">{title}</p>
      <p className="max-w-prose text-sm text-ink-soft">{text}</p>
      {children && <div className="mt-3">{children}</div>}
    </div>
  )
}
