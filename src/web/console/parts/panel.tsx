import { type ReactNode, useId } from 'react'

/** Renders a section of a console's page with its title; `aside` is at the right of the title. */
export function Panel(props: {
  title: string
  aside?: ReactNode
  hint?: ReactNode
  /** Without padding, for tables and lists that reach the edges. */
  isFlush?: boolean
  className?: string
  children: ReactNode
}) {
  const { title, aside, hint, isFlush = false, className = '', children } = props
  const id = useId()
  return (
    <section aria-labelledby={id} className={`console-panel ${className}`}>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 pt-2">
        <h2 id={id} className="text-sm">
          {title}
          {hint && <span className="ms-2 font-normal text-ink-soft">{hint}</span>}
        </h2>
        {aside}
      </div>
      <div className={isFlush ? 'pt-2' : 'px-4 pt-2 pb-4'}>{children}</div>
    </section>
  )
}

/** Renders an empty state: the future content, and the next step. */
export function Empty({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-14 text-center">
      <p className="text-base font-semibold">{title}</p>
      <p className="max-w-md text-sm text-ink-soft">{text}</p>
      {children && <div className="mt-3 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}

/** Renders a note below a list without pages once it has as many rows as it shows at most. */
export function LimitNote(props: {
  count: number
  limit: number
  /** Which rows are shown, and where the others are. */
  text: ReactNode
  /** In a panel without padding. */
  isFlush?: boolean
}) {
  const { count, limit, text, isFlush = false } = props
  if (count < limit) return null
  return <p className={`text-xs text-ink-soft ${isFlush ? 'border-t border-line p-4' : 'mt-4'}`}>{text}</p>
}

/** Renders pairs of label and figure, one below the other; the sum is bold. */
export function Figures({
  rows,
}: {
  rows: readonly Readonly<{ label: string; value: string; isStrong?: boolean }>[]
}) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-sm">
      {rows.map(({ label, value, isStrong }) => (
        <div key={label} className={`contents ${isStrong ? 'font-semibold' : ''}`}>
          <dt className={isStrong ? '' : 'text-ink-soft'}>{label}</dt>
          <dd className="text-end tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
