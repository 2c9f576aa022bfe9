import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { Count } from '../parts/status.tsx'
import type { ConsoleArea, ConsoleLink } from './console-frame.tsx'

/**
 * Renders the navigation of a console below `head`, which names the business. `onNavigate` closes the drawer around
 * it.
 */
export function Sidebar(props: {
  head: ReactNode
  area: ConsoleArea
  current: string
  onNavigate?: () => void
}) {
  const { head, area, current, onNavigate } = props
  return (
    <div className="flex min-h-full flex-col px-2.5 py-4 lg:h-full">
      {head}
      <nav aria-label="Console" className="mt-4 flex flex-1 flex-col justify-between gap-6">
        <LinkList links={area.links} current={current} onNavigate={onNavigate} />
        <LinkList links={area.footerLinks} current={current} onNavigate={onNavigate} />
      </nav>
    </div>
  )
}

function LinkList(props: {
  links: readonly ConsoleLink[]
  current: string
  onNavigate: (() => void) | undefined
}) {
  return (
    <ul className="flex flex-col gap-0.5">
      {props.links.map(({ href, label, icon, count = 0, isLoud = false }) => (
        <li key={href}>
          <Link
            href={href}
            onClick={props.onNavigate}
            aria-current={href === props.current ? 'page' : undefined}
            className="flex min-h-9 items-center gap-3 rounded-md px-2 text-sm font-medium text-ink-soft hover:bg-mist hover:text-ink aria-[current=page]:bg-sheet aria-[current=page]:text-ink aria-[current=page]:shadow-[0_0_0_1px_var(--line)] max-lg:min-h-11"
          >
            <Icon shapes={icon} aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.5} />
            {label}
            <span className="ms-auto">
              <Count value={count} isLoud={isLoud} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
