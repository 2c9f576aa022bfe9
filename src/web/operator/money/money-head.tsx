import type { ReactNode } from 'react'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { ViewTabs } from '#web/console/table/table-tools.tsx'
import { OPERATOR } from '../console/addresses.ts'
import { useExceptions } from '../console/operator-frame.tsx'

type Kind = NonNullable<ReturnType<typeof useExceptions>['data']>[number]['kind']

const TABS: readonly Readonly<{ id: string; label: string; href: string; kinds: readonly Kind[] }>[] = [
  { id: 'payouts', label: 'Payouts', href: OPERATOR.payouts, kinds: ['prepared_payouts', 'unclear_payouts'] },
  {
    id: 'refunds',
    label: 'Refunds',
    href: OPERATOR.refunds,
    kinds: ['refused_refunds', 'unknown_refunds'],
  },
  { id: 'unapplied', label: 'Unapplied money', href: OPERATOR.unapplied, kinds: ['unapplied_money'] },
  {
    id: 'reconciliation',
    label: 'Reconciliation',
    href: OPERATOR.reconciliation,
    kinds: ['discrepancies'],
  },
  { id: 'disputes', label: 'Disputes', href: OPERATOR.disputes, kinds: ['disputes'] },
  { id: 'carriers', label: 'Shipping labels', href: OPERATOR.carriers, kinds: [] },
  { id: 'commissions', label: 'Commissions', href: OPERATOR.commissions, kinds: [] },
]

/** Renders the head of the money pages, with links and counts. */
export function MoneyHead({ current, children }: { current: string; children?: ReactNode }) {
  const exceptions = useExceptions().data ?? []
  const count = (kinds: readonly Kind[]) =>
    exceptions.reduce((sum, one) => sum + (kinds.includes(one.kind) ? one.count : 0), 0) || undefined
  return (
    <>
      <PageHead title="Money">{children}</PageHead>
      <div className="mb-4">
        <ViewTabs
          label="Money"
          current={current}
          tabs={TABS.map(({ id, label, href, kinds }) => ({ id, label, href, count: count(kinds) }))}
        />
      </div>
    </>
  )
}
