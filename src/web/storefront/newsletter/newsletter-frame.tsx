import type { ReactNode } from 'react'
import { EmailLinkFrame } from '#web/shared/forms/email-link-frame.tsx'

/** Renders the frame of the newsletter's pages: heading, text, and actions. */
export function NewsletterFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <EmailLinkFrame about="Newsletter" title={title}>
      {children}
    </EmailLinkFrame>
  )
}
