import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CaseData, CaseEntryData } from '#features/sales/cases/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatDateTime, formatDay, formatMoney } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Figures, Panel } from '#web/console/parts/panel.tsx'
import { Link } from '#web/ui/link.tsx'
import { SUPPLIER, supplierOrderAddress } from '../console/addresses.ts'
import type { SectionProps } from '../console/supplier-page.tsx'
import { CaseActions } from './case-actions.tsx'
import { CaseReply } from './case-reply.tsx'
import { CaseReturn } from './case-return.tsx'
import { caseTitle, describeCase, describeTerms, entryTitle } from './case-texts.ts'
import { CaseStatus } from './cases-index.tsx'

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

function CaseColumns({ found }: { found: CaseData }) {
  return (
    <>
      <PageHead
        title={caseTitle(found)}
        isBar
        back={{ href: SUPPLIER.cases, label: 'All cases' }}
        badge={<CaseStatus state={found.state} />}
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
            <CaseEntries found={found} />
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
        <ul className="mt-2 text-sm text-ink-soft">
          {lines.length === 0 ? (
            <li>The whole order</li>
          ) : (
            lines.map(({ line, title, quantity }) => (
              <li key={line}>
                {quantity} × {title}
              </li>
            ))
          )}
        </ul>
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

/** Renders the entries of a case, oldest first; earlier ones are loaded on request. */
function CaseEntries({ found }: { found: CaseData }) {
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)

  async function loadEarlier(): Promise<void> {
    setIsBusy(true)
    try {
      const { entries, earlier } = await call('GET /cases/{id}/entries', {
        params: { id: found.id },
        query: { before: found.entries[0]?.place ?? 1 },
      })
      queries.setQueryData(['supplier', 'case', found.id], {
        ...found,
        entries: [...entries, ...found.entries],
        earlier,
      })
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t load the earlier messages. Please try again in a moment.'))
    }
    setIsBusy(false)
  }

  return (
    <>
      {found.earlier > 0 && (
        <Action isSmall busy={isBusy} onClick={() => void loadEarlier()} className="mb-3">
          Show earlier
        </Action>
      )}
      <ol aria-label="Messages so far" className="flex flex-col gap-4">
        {found.entries.map((entry) => (
          <CaseEntry key={entry.place} entry={entry} />
        ))}
      </ol>
    </>
  )
}

function CaseEntry({ entry }: { entry: CaseEntryData }) {
  const isOwn = entry.side === 'supplier'
  return (
    <li className={`border-s-2 ps-3 text-sm ${isOwn ? 'border-accent' : 'border-line-strong'}`}>
      <div className="flex flex-wrap justify-between gap-x-3">
        <p className="font-semibold">{entryTitle(entry)}</p>
        <time dateTime={entry.at} className="text-xs text-ink-soft">
          {formatDateTime(entry.at)}
        </time>
      </div>
      {entry.isErased && <p className="text-ink-soft">Removed because the account was closed.</p>}
      {entry.text !== '' && <p className="mt-1 wrap-anywhere whitespace-pre-line">{entry.text}</p>}
      {entry.pictures.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {entry.pictures.map(({ id, url, smallUrl }, index) => (
            <li key={id}>
              <a href={url} target="_blank" rel="noopener noreferrer">
                <img
                  src={smallUrl}
                  alt={`View ${index + 1} in full, in a new tab`}
                  width={80}
                  height={80}
                  loading="lazy"
                  className="size-20 rounded-sm bg-stone object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
