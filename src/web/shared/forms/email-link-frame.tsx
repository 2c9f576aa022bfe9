import type { ReactNode } from 'react'

type EmailLinkFrameProps = Readonly<{ about: string; title: string; children: ReactNode }>

/** Renders the frame of pages that emails link to: kind of email, heading, text, and actions. */
export function EmailLinkFrame({ about, title, children }: EmailLinkFrameProps) {
  return (
    <section className="page-width flex flex-col items-center gap-5 py-20 text-center md:py-32">
      <p className="eyebrow">{about}</p>
      <span aria-hidden="true" className="h-px w-12 bg-gold" />
      <h1 className="text-2xl">{title}</h1>
      {children}
    </section>
  )
}
