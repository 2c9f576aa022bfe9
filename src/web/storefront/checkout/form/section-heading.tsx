import type { ReactNode } from 'react'

/** The heading of one part of the checkout, with something at its right where there is. */
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
