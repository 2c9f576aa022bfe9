import type { MouseEvent, ReactNode } from 'react'
import { ButtonLink } from '#web/ui/button.tsx'

/** Renders the end of a step: a back link, if there is a previous step, and the next link. */
export function StepNavigation({ back, children }: { back?: string; children: ReactNode }) {
  return (
    <div className="mt-10 flex flex-wrap items-center gap-3 border-t border-line pt-6">
      {back && (
        <ButtonLink href={back} variant="outline">
          Back
        </ButtonLink>
      )}
      {children}
    </div>
  )
}

/**
 * Renders the link to the next step. A link works before hydration; after it, `onContinue` may prevent the navigation,
 * save the input, and navigate itself.
 */
export function ContinueLink(props: {
  href: string
  isBusy?: boolean
  onContinue?: (event: MouseEvent<HTMLAnchorElement>) => void
}) {
  const { href, isBusy = false, onContinue } = props
  return (
    <ButtonLink href={href} aria-busy={isBusy || undefined} onClick={onContinue}>
      Continue
    </ButtonLink>
  )
}
