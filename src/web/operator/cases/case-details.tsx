import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CaseData } from '#features/sales/cases/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { CaseEntries, CaseItems } from '#web/console/cases/case-entries.tsx'
import { CaseStatus } from '#web/console/cases/case-status.tsx'
import { caseTitle, describeTerms } from '#web/console/cases/case-texts.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatCountry, formatDateTime, formatDay, formatMoney } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Figures, Panel } from '#web/console/parts/panel.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { OPERATOR, orderAddress } from '../console/addresses.ts'
import type { SectionProps } from '../console/operator-page.tsx'
import { useOperatorRoles } from '../console/operator-roles.tsx'
import { CaseAssignee } from './case-assignments.tsx'
import { DecisionDialog } from './decision-dialog.tsx'

/** Renders a case: entries with photos, both sides' requests, and the decision. */
export function CaseDetails({ id }: SectionProps) {
  const [isDeciding, setIsDeciding] = useState(false)
  const canWrite = useOperatorRoles().can('cases:write')
  const query = useQuery({
    queryKey: ['operator', 'case', id],
    queryFn: async ({ signal }) => (await call('GET /cases/{id}', { params: { id } }, { signal })).case,
    refetchInterval: 60_000,
  })
  return (
    <Loaded query={query}>
      {(found) => (
        <>
          <PageHead
            title={caseTitle(found)}
            isBar
            back={{ href: OPERATOR.cases, label: 'All cases' }}
            badge={<CaseStatus state={found.state} reader="operator" />}
            about={`Opened ${formatDay(found.openedAt)}`}
          >
            {canWrite && found.actions.includes('receive_back') && <ReceiveBack found={found} />}
            {canWrite && found.actions.includes('rule') && (
              <Action variant="primary" onClick={() => setIsDeciding(true)}>
                Decide …
              </Action>
            )}
          </PageHead>
          <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
            <div className="flex min-w-0 flex-col gap-4">
              <p className="rounded-md bg-mist px-4 py-3 text-sm">{describeClock(found)}</p>
              <Panel title="Conversation">
                <CaseEntries found={found} reader="operator" />
                {canWrite && found.actions.includes('message') && <Reply found={found} />}
              </Panel>
            </div>
            <Facts found={found} />
          </div>
          {isDeciding && <DecisionDialog found={found} onClose={() => setIsDeciding(false)} />}
        </>
      )}
    </Loaded>
  )
}

/** Describes the side that must act, its deadline, and the default outcome. */
function describeClock({ state, silence, answerBy, endsAt, given }: CaseData): string {
  if (state === 'closed')
    return given === null || given === 0
      ? 'The case is closed without a refund.'
      : `The case is closed with a refund of ${formatMoney(given / 100)}.`
  const until = answerBy ?? endsAt
  const outcome = silence ? ` Without an answer it ends with ${describeTerms(silence)}.` : ''
  return `${until === null ? 'There is no deadline now.' : `The deadline is ${formatDateTime(until)}.`}${outcome}`
}

function Facts({ found }: { found: CaseData }) {
  const { buyerProposal, supplierProposal, most, lines, order, number, supplier, agreed } = found
  return (
    <div className="flex flex-col gap-4">
      <Panel title="Details">
        <p className="text-sm">
          <Link href={orderAddress(order)} className="text-link">
            Order {number}
          </Link>
          <span className="block text-ink-soft">{supplier}</span>
        </p>
        <CaseItems lines={lines} />
      </Panel>
      {found.state !== 'closed' && <CaseAssignee caseId={found.id} />}
      {found.return && <CaseReturn found={found} agreed={found.return} />}
      <Panel title="Amounts">
        <Figures
          rows={[
            { label: 'At most', value: formatMoney(most / 100) },
            { label: 'The buyer asks for', value: formatMoney(buyerProposal.amount / 100) },
            ...(supplierProposal
              ? [{ label: 'The supplier proposes', value: formatMoney(supplierProposal.amount / 100) }]
              : []),
            ...(agreed
              ? [{ label: 'Agreed or decided', value: formatMoney(agreed.amount / 100), isStrong: true }]
              : []),
          ]}
        />
      </Panel>
    </div>
  )
}

function CaseReturn({ found, agreed }: { found: CaseData; agreed: NonNullable<CaseData['return']> }) {
  const { address, label, paidBy, labelProblem } = agreed
  return (
    <Panel title="Return" hint={paidBy === 'supplier' ? 'The supplier pays for it' : 'The buyer pays for it'}>
      <div className="flex flex-col gap-2 text-sm wrap-anywhere">
        <p>
          {address
            ? [address.name, address.street1, address.zip, address.city, formatCountry(address.country)].join(
                ', ',
              )
            : 'The supplier has no returns address yet.'}
        </p>
        {label && (
          <p>
            {[label.carrier, label.trackingNumber].filter(Boolean).join(' ') || 'Buying label.'}
            {label.cost !== null && (
              <span className="block text-ink-soft">
                {formatMoney(label.cost, label.currency ?? 'USD')}, paid by the {label.chargedTo}
              </span>
            )}
          </p>
        )}
        {labelProblem !== null && <p className="text-danger">No label was bought: {labelProblem}</p>}
        {found.returnTracking !== null && <p>Return parcel: {found.returnTracking}</p>}
      </div>
    </Panel>
  )
}

/** Returns a function that performs an action in a case and shows the case or the refusal. */
function useCaseAction(found: CaseData) {
  const queries = useQueryClient()
  return async (body: Readonly<{ action: 'message' | 'receive_back'; text: string }>): Promise<boolean> => {
    try {
      const answer = await call('POST /cases/{id}/act', { params: { id: found.id }, body })
      queries.setQueryData(['operator', 'case', found.id], answer.case)
      toast.success(answer.message)
      return true
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t update the case. Please try again in a moment.'))
      return false
    }
  }
}

function ReceiveBack({ found }: { found: CaseData }) {
  const [isBusy, setIsBusy] = useState(false)
  const perform = useCaseAction(found)
  return (
    <Action
      busy={isBusy}
      onClick={async () => {
        setIsBusy(true)
        await perform({ action: 'receive_back', text: '' })
        setIsBusy(false)
      }}
    >
      Items are back: refund {formatMoney((found.agreed?.amount ?? 0) / 100)}
    </Action>
  )
}

function Reply({ found }: { found: CaseData }) {
  const [text, setText] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const perform = useCaseAction(found)

  async function send(): Promise<void> {
    setIsBusy(true)
    if (await perform({ action: 'message', text })) setText('')
    setIsBusy(false)
  }

  return (
    <form
      className="mt-4 flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextArea
        label="Message to buyer and supplier"
        rows={2}
        maxLength={2_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Action type="submit" busy={isBusy} disabled={text.trim() === ''} className="self-start">
        Send
      </Action>
    </form>
  )
}
