import { Suspense } from 'react'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatDistance } from '#web/console/data/format.ts'
import { useNow } from '#web/ui/use-now.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { ActionLink } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Count } from '#web/console/parts/status.tsx'
import { useExceptions } from '../console/operator-frame.tsx'
import type { SectionProps } from '../console/operator-page.tsx'
import { Allowed, useOperatorRoles } from '../console/operator-roles.tsx'
import { LedgerState } from '../money/ledger/ledger-state.tsx'
import { describeException, type ExceptionData, filterByPermission } from './exception-texts.ts'

/** The charts load after the operator's tasks. */
const SalesPanels = lazyComponent(async () => (await import('./sales-panels.tsx')).SalesPanels)

/** The charts of orders' outcomes load after those of sales. */
const OrderPanels = lazyComponent(async () => (await import('./order-panels.tsx')).OrderPanels)

/** Renders the operator's tasks, oldest first, then the figures of the marketplace. */
export function Home({ search, user }: SectionProps) {
  const query = useExceptions()
  const { can } = useOperatorRoles()
  return (
    <>
      <PageHead title={user.firstName ? `Hello, ${user.firstName}` : 'Welcome'}>
        <Allowed needs="money:read">
          <LedgerState />
        </Allowed>
      </PageHead>
      <div className="flex flex-col gap-4">
        <Loaded query={query} skeleton={<SkeletonRows count={4} />}>
          {(exceptions) => <Exceptions exceptions={filterByPermission(exceptions, can)} />}
        </Loaded>
        <Suspense fallback={<SkeletonRows count={6} />}>
          <SalesPanels search={search} />
          <OrderPanels search={search} />
        </Suspense>
      </div>
    </>
  )
}

function Exceptions({ exceptions }: { exceptions: readonly ExceptionData[] }) {
  const now = useNow()
  return (
    <Panel title="Needs you" hint={<Count value={exceptions.length} />} isFlush>
      {exceptions.length === 0 ? (
        <p className="px-4 pb-5 text-sm text-ink-soft">
          You’re all caught up. Refunds, payouts, cases and verifications that need a decision appear here.
        </p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {exceptions.map((exception) => {
            const { title, text, link } = describeException(exception)
            return (
              <li key={exception.kind} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
                <div className="min-w-0 flex-1 basis-56">
                  <p className="text-sm font-semibold">{title}</p>
                  <p className="text-xs text-ink-soft">
                    {text}
                    {exception.oldestAt !== null && <> Oldest: {formatDistance(exception.oldestAt, now)}.</>}
                  </p>
                </div>
                <ActionLink href={link.href} aria-label={`${link.label}: ${title}`}>
                  {link.label}
                </ActionLink>
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}
