import type { ReactNode } from 'react'
import { EmailLinkFrame } from '#web/shared/forms/email-link-frame.tsx'

/** The frame of the newsletter's pages: a heading, some words, and what can be done. */
export function NewsletterFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <EmailLinkFrame about="Newsletter" title={title}>
      {children}
    </EmailLinkFrame>
  )
}
