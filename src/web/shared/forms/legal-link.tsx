import type { ReactNode } from 'react'
import type { LegalPageName } from '#web/content/legal-pages.ts'

/** Renders a link to a legal page beside a form. It opens a new tab, so that typed input is not lost. */
export function LegalLink({ to, children }: { to: LegalPageName; children: ReactNode }) {
  return (
    <a href={`/${to}`} target="_blank" rel="noopener" className="text-link text-ink">
      {children}
    </a>
  )
}
