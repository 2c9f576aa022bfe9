import { formatDateTime } from '#web/console/data/format.ts'

/** Renders the time of a change. */
export function ChangeTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap text-ink-soft">
      {formatDateTime(at)}
    </time>
  )
}

/** Renders the changed fields of an entry of a log, each before and after. */
export function ChangeList({
  changes,
}: {
  changes: readonly Readonly<{ label: string; before: string; after: string }>[]
}) {
  if (changes.length === 0) return '–'
  return (
    <ul className="flex flex-col gap-0.5 py-1">
      {changes.map(({ label, before, after }) => (
        <li key={label} className="wrap-anywhere whitespace-normal">
          <span className="text-ink-soft">{label}: </span>
          {before}
          <span aria-hidden="true"> → </span>
          <span className="sr-only"> changed to </span>
          {after}
        </li>
      ))}
    </ul>
  )
}
