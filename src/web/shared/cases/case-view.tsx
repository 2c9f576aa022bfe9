import { useEffect, useRef } from 'react'
import type { CaseData } from '#features/sales/cases/contract.ts'
import { LocalDate } from '#web/shared/forms/local-date.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CaseActions } from './case-actions.tsx'
import { CaseEntries } from './case-entries.tsx'
import { CaseMessage } from './case-message.tsx'
import { CaseReturn } from './case-return.tsx'
import { CaseStatus } from './case-status.tsx'
import { caseTitle } from './case-messages.ts'

/** A case to show, and the callback of actions in it. */
export type CaseViewProps = Readonly<{
  purchaseId: string
  found: CaseData
  onChanged: (changed: CaseData) => void
  /** Called when another user has changed the case meanwhile. */
  onOutdated: () => void
}>

/** Renders a case for its buyer: status, entries, and actions. The link of an email leads to it. */
export function CaseView(props: CaseViewProps & { isFresh: boolean }) {
  const { found, isFresh } = props
  const { id, lines, openedAt, state, actions } = found
  const statusRef = useRef<HTMLParagraphElement>(null)
  const article = useScrollToCase(id, isFresh)
  return (
    <article
      ref={article}
      id={`case-${id}`}
      tabIndex={-1}
      aria-labelledby={`title-${id}`}
      className="flex scroll-mt-28 flex-col gap-5"
    >
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h4 id={`title-${id}`} className="font-sans text-base font-medium">
            <span className="sr-only">Your case. </span>
            {caseTitle(found)}
          </h4>
          <p className="mt-1 text-xs wrap-anywhere text-ink-soft">
            Opened on <LocalDate iso={openedAt} />
            {lines.length > 0 && ` · ${lines.map((line) => `${line.quantity} × ${line.title}`).join(', ')}`}
          </p>
        </div>
        {isBuyerTurn(found) ? (
          <Badge tone="accent">Your turn</Badge>
        ) : (
          <Badge tone="plain">{state === 'closed' ? 'Over' : 'Open'}</Badge>
        )}
      </header>
      <p ref={statusRef} tabIndex={-1} className="rounded-md bg-mist px-4 py-3 text-sm">
        <CaseStatus found={found} />
      </p>
      <CaseReturn {...props} />
      <CaseEntries purchaseId={props.purchaseId} found={found} />
      <CaseActions
        {...props}
        onChanged={(changed) => {
          props.onChanged(changed)
          // The pressed button was removed; screen readers continue at the status of the case.
          statusRef.current?.focus()
        }}
        onOutdated={() => {
          props.onOutdated()
          statusRef.current?.focus()
        }}
      />
      {actions.includes('message') && <CaseMessage {...props} />}
    </article>
  )
}

function isBuyerTurn({ state, return: agreed }: CaseData): boolean {
  return state === 'buyer_turn' || (state === 'awaiting_return' && agreed?.address !== null)
}

/** Scrolls to the case when it was just opened, or when the link of an email leads to it. */
function useScrollToCase(id: string, isJustOpened: boolean) {
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isJustOpened && location.hash !== `#case-${id}`) return
    article.current?.scrollIntoView({ block: 'start' })
    article.current?.focus({ preventScroll: true })
  }, [id, isJustOpened])
  return article
}
