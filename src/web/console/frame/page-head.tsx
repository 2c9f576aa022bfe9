import { ArrowLeft } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'

/** Renders the head of a console page: title, additions, and actions, the primary one last. */
export function PageHead(props: {
  title: string
  /** The list that this page belongs to. */
  back?: Readonly<{ href: string; label: string }>
  badge?: ReactNode
  about?: ReactNode
  /** On phones the actions are in a bar at the bottom. */
  isBar?: boolean
  children?: ReactNode
}) {
  const { title, back, badge, about, isBar = false, children } = props
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 max-md:w-full md:flex-1">
        {back && (
          <Link
            href={back.href}
            aria-label={back.label}
            className="-ms-1 grid size-8 place-items-center rounded-md hover:bg-mist"
          >
            <Icon shapes={ArrowLeft} aria-hidden="true" className="size-4.5" />
          </Link>
        )}
        <h1 className="text-2xl wrap-anywhere">{title}</h1>
        {badge}
        {about && <p className="text-sm text-ink-soft">{about}</p>}
      </div>
      {children && (
        <div
          className={`flex flex-wrap items-center gap-2 empty:hidden ${
            isBar
              ? 'max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:border-t max-md:border-line max-md:bg-paper max-md:p-3 max-md:*:flex-1 print:hidden'
              : ''
          }`}
        >
          {children}
        </div>
      )}
    </div>
  )
}
