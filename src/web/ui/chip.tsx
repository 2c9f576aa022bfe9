import type { ReactNode } from 'react'
import { Link } from './link.tsx'

/**
 * Renders an option as a link that indicates the current one. `count`, its number of products, is shown beside its name
 * and announced as its description, so that the accessible name does not change.
 */
export function ChipLink(props: {
  href: string
  isCurrent: boolean
  count?: string | undefined
  children: ReactNode
}) {
  return (
    <Link
      href={props.href}
      aria-current={props.isCurrent ? 'true' : undefined}
      data-count={props.count}
      aria-description={props.count && `${props.count} products`}
      className={chipClass(props.isCurrent)}
    >
      {props.children}
    </Link>
  )
}

/** Returns the classes of a chip, for radio labels and toggles that look like one. */
export function chipClass(isCurrent: boolean): string {
  const tone = isCurrent ? 'border-ink bg-ink text-paper' : 'border-line text-ink hover:border-ink'
  return `inline-flex min-h-10 shrink-0 items-center rounded-full border px-5 text-sm whitespace-nowrap transition-colors ${tone}`
}
