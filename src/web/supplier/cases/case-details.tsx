import { useQuery } from '@tanstack/react-query'
import type { CaseData } from '#features/sales/cases/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { CaseEntries, CaseItems } from '#web/console/cases/case-entries.tsx'
import { CaseStatus } from '#web/console/cases/case-status.tsx'
import { caseTitle, describeTerms } from '#web/console/cases/case-texts.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatDateTime, formatDay, formatMoney } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Figures, Panel } from '#web/console/parts/panel.tsx'
import { Link } from '#web/ui/link.tsx'
import { SUPPLIER, supplierOrderAddress } from '../console/addresses.ts'
import type { SectionProps } from '../console/supplier-page.tsx'
import { CaseActions } from './case-actions.tsx'
import { CaseReply } from './case-reply.tsx'
import { CaseReturn } from './case-return.tsx'

/** Renders a case: status, entries with photos, and actions. */
export function CaseDetails({ id }: SectionProps) {
  const query = useQuery({
    queryKey: ['supplier', 'case', id],
    queryFn: async ({ signal }) => (await call('GET /cases/{id}', { params: { id } }, { signal })).case,
    refetchInterval: ({ state }) => (isReturnBeingPrepared(state.data) ? 3_000 : 60_000),
  })
  return <Loaded query={query}>{(found) => <CaseColumns found={found} />}</Loaded>
}

/** Returns whether the returns address or the label is still being prepared. */
function isReturnBeingPrepared(found: CaseData | undefined): boolean {
  const agreed = found?.state === 'awaiting_return' ? found.return : null
  return agreed !== null && agreed !== undefined && (!agreed.address || agreed.label?.isReady === false)
}

/**
 * Returns the state of a case in a sentence or two. It says who has to act, until when, and what happens if they
 * don't.
 */
function describeCase(found: CaseData): string {
  const { state, buyerProposal, supplierProposal, agreed, answerBy, endsAt, given } = found
  const until = answerBy === null ? '' : ` by ${formatDateTime(answerBy)}`
  switch (state) {
    case 'supplier_turn':
      return `Answer${until}. Without an answer, the buyer gets what they asked for: ${describeTerms(buyerProposal)}.`
    case 'buyer_turn':
      return `The buyer has to answer${until}. Without an answer, your proposal applies${
        supplierProposal ? `: ${describeTerms(supplierProposal)}` : ''
      }.`
    case 'operator_turn':
      return `The marketplace reviews the case and decides${endsAt === null ? '' : ` by ${formatDateTime(endsAt)}`}.`
    case 'awaiting_return':
      return found.return && !found.return.address
        ? `Enter your returns address${until}, so that the buyer can send the items back. Without it, the buyer gets ${formatMoney((agreed?.amount ?? 0) / 100)} and keeps them.`
        : `The buyer has to send the items back${until}. Otherwise there is no refund.`
    case 'returning':
      return `The items are on their way back. Confirm when they have arrived; the buyer then gets ${formatMoney((agreed?.amount ?? 0) / 100)}${answerBy === null ? '' : `, or at the latest on ${formatDateTime(answerBy)}`}.`
    case 'closed':
      return given === null || given === 0
        ? 'The case is closed without a refund. Your earnings are no longer on hold.'
        : `The case is closed with a refund of ${formatMoney(given / 100)}, which came out of your earnings.`
  }
}

function CaseColumns({ found }: { found: CaseData }) {
  return (
    <>
      <PageHead
        title={caseTitle(found)}
        isBar
        back={{ href: SUPPLIER.cases, label: 'All cases' }}
        badge={<CaseStatus state={found.state} reader="supplier" />}
        about={`Opened ${formatDay(found.openedAt)}`}
      >
        {found.actions.some((action) => action !== 'message') && <CaseActions found={found} />}
      </PageHead>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
        <div className="flex flex-col gap-4">
          <p
            className={`rounded-md px-4 py-3 text-sm ${
              found.state === 'supplier_turn' ? 'bg-(--amber-mist)' : 'bg-mist'
            }`}
          >
            {describeCase(found)}
          </p>
          <Panel title="Conversation">
            <CaseEntries found={found} reader="supplier" />
            {found.actions.includes('message') && <CaseReply found={found} />}
          </Panel>
        </div>
        <div className="flex flex-col gap-4">
          {found.return && <CaseReturn found={found} agreed={found.return} />}
          <CaseFacts found={found} />
        </div>
      </div>
    </>
  )
}

function CaseFacts({ found }: { found: CaseData }) {
  const { buyerProposal, supplierProposal, most, lines, order, number } = found
  return (
    <>
      <Panel title="Details">
        <p className="text-sm">
          <Link href={supplierOrderAddress(order)} className="text-link">
            Order {number}
          </Link>
        </p>
        <CaseItems lines={lines} />
      </Panel>
      <Panel title="Amounts">
        <Figures
          rows={[
            { label: 'At most', value: formatMoney(most / 100) },
            { label: 'The buyer asks for', value: formatMoney(buyerProposal.amount / 100) },
            ...(supplierProposal
              ? [{ label: 'You proposed', value: formatMoney(supplierProposal.amount / 100) }]
              : []),
          ]}
        />
        <p className="mt-3 text-xs text-ink-soft">The buyer asks for {describeTerms(buyerProposal)}.</p>
      </Panel>
    </>
  )
}
