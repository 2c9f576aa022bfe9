import type { ReactNode } from 'react'

/** Renders a section of an account page with its heading, and an optional action at the right. */
export function Card(props: {
  id: string
  title: string
  text?: string
  aside?: ReactNode
  children: ReactNode
}) {
  const { id, title, text, aside, children } = props
  return (
    <section aria-labelledby={id} className="rounded-md border border-line bg-sheet p-5 md:p-7">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {aside}
        {text && <p className="basis-full text-sm wrap-anywhere text-ink-soft">{text}</p>}
      </div>
      {children}
    </section>
  )
}
