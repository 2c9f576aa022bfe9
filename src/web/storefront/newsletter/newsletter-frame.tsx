import type { ReactNode } from 'react'

/** The frame of the newsletter's pages: a heading, some words, and what can be done. */
export function NewsletterFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="page-width flex flex-col items-center gap-5 py-20 text-center md:py-32">
      <p className="eyebrow">Newsletter</p>
      <span aria-hidden="true" className="h-px w-12 bg-gold" />
      <h1 className="text-2xl">{title}</h1>
      {children}
    </section>
  )
}
