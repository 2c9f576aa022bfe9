import type { ReactNode } from 'react'

/** Renders the heading of a checkout section, with an optional action at the right. */
export function SectionHeading({
  id,
  children,
  aside,
}: {
  id?: string
  children: ReactNode
  aside?: ReactNode
}) {
  return (
    <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
      <h2 {...(id ? { id } : {})} className="text-lg">
        {children}
      </h2>
      {aside}
    </div>
  )
}
