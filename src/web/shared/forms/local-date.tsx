import { useSyncExternalStore } from 'react'

const subscribeNever = (): (() => void) => () => undefined

/**
 * Renders a day in the reader's own date format (CONST-15). The server does not know the language and time zone, so it
 * renders the US format, which the browser replaces during hydration.
 */
export function LocalDate({ iso }: { iso: string }) {
  const formatted = useSyncExternalStore(
    subscribeNever,
    () => new Date(iso).toLocaleDateString(),
    () => new Date(iso).toLocaleDateString('en-US', { timeZone: 'UTC' }),
  )
  return <time dateTime={iso}>{formatted}</time>
}
