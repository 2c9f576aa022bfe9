import type { ReactNode } from 'react'

type EmailLinkFrameProps = Readonly<{ about: string; title: string; children: ReactNode }>

/** The frame of the pages that mails lead to: what mails it is about, a heading, some words, and what can be done. */
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
