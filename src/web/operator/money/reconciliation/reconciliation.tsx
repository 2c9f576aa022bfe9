import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, explainError, sendWithSession } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatDay, formatMoney } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { TablePages } from '#web/console/table/table-tools.tsx'
import { useAddressChange } from '#web/console/table/use-address.ts'
import { Checkbox, Field, TextArea } from '#web/ui/field.tsx'
import { OPERATOR } from '../../console/addresses.ts'
import type { SectionProps } from '../../console/operator-page.tsx'
import { MoneyHead } from '../money-head.tsx'
import { SettlementReports } from './settlement-reports.tsx'
import { Download } from 'lucide'
import { saveFile } from '#web/app/calls/open-file.ts'

type Discrepancy = AnswerTo<'GET /settlement-discrepancies'>['discrepancies'][number]

const PAGE_SIZE = 50

/** Renders the providers' reports against the ledger: balances, and discrepancies to resolve. */
export function Reconciliation({ search }: SectionProps) {
  const page = Math.max(1, Math.trunc(Number(search['page'])) || 1)
  const change = useAddressChange(OPERATOR.reconciliation, search)
  const [resolved, setResolved] = useState<Discrepancy>()
  const query = useQuery({
    queryKey: ['operator', 'discrepancies', page],
    queryFn: ({ signal }) => call('GET /settlement-discrepancies', { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <MoneyHead current="reconciliation" />
      <div className="flex flex-col gap-4">
        <Panel title="Open discrepancies" isFlush>
          <Loaded query={query} skeleton={<SkeletonRows count={4} />}>
            {({ discrepancies, total }) =>
              discrepancies.length === 0 ? (
                <p className="px-4 pb-4 text-sm text-ink-soft">
                  None. All uploaded reports match the ledger.
                </p>
              ) : (
                <>
                  <ul className="divide-y divide-line border-t border-line">
                    {discrepancies.map((one) => (
                      <DiscrepancyRow key={one.id} one={one} onResolve={() => setResolved(one)} />
                    ))}
                  </ul>
                  <TablePages
                    page={page}
                    pages={Math.max(1, Math.ceil(total / PAGE_SIZE))}
                    total={total}
                    pageSize={PAGE_SIZE}
                    noun={total === 1 ? 'discrepancy' : 'discrepancies'}
                    onPage={(next) => change({ page: next === 1 ? undefined : next })}
                  />
                </>
              )
            }
          </Loaded>
        </Panel>
        <SettlementReports />
        <MonthlyDocuments />
      </div>
      {resolved && <ResolveDialog one={resolved} onClose={() => setResolved(undefined)} />}
    </>
  )
}

function DiscrepancyRow({ one, onResolve }: { one: Discrepancy; onResolve: () => void }) {
  const { provider, message, about, expected, reported, currency, createdAt } = one
  const show = (amount: number | null) => (amount === null ? 'nothing' : formatMoney(amount, currency))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold wrap-anywhere">{message}</p>
        <p className="text-xs wrap-anywhere text-ink-soft">
          {provider} · {about} · {formatDay(createdAt)} · ledger: {show(expected)}, report: {show(reported)}
        </p>
      </div>
      <Action isSmall aria-label={`Resolve: ${message}`} onClick={onResolve}>
        Resolve …
      </Action>
    </li>
  )
}

function ResolveDialog({ one, onClose }: { one: Discrepancy; onClose: () => void }) {
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  const [adjust, setAdjust] = useState(false)
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Resolve this discrepancy"
      text={one.message}
      submitLabel="Resolve"
      canSubmit={note.trim() !== ''}
      onSubmit={async () => {
        const { message } = await call('POST /settlement-discrepancies/{id}/resolve', {
          params: { id: one.id },
          body: { note, adjust },
        })
        await queries.invalidateQueries({ queryKey: ['operator'] })
        toast.success(message)
      }}
      explain={(error) =>
        explainError(error, 'We couldn’t resolve the discrepancy. Please try again in a moment.')
      }
    >
      <TextArea
        label="Note"
        rows={2}
        maxLength={450}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {one.canAdjust && (
        <Checkbox
          label="Adjust the ledger to the provider’s amount"
          checked={adjust}
          onChange={(event) => setAdjust(event.target.checked)}
        />
      )}
    </FormDialog>
  )
}

const LISTS = [
  { path: 'invoices', label: 'Invoices (CSV)' },
  { path: 'credit-notes', label: 'Credit notes (CSV)' },
] as const

/** Renders the download of a month's invoices and credit notes, in the order of their numbers, for accounting. */
function MonthlyDocuments() {
  const [month, setMonth] = useState('')
  const save = (path: string) =>
    void saveFile(() => sendWithSession(`/${path}/${month}`, {}), `${path}-${month}.csv`).catch(
      (error: unknown) =>
        toast.error(explainError(error, 'We couldn’t create the list. Please try again in a moment.')),
    )
  return (
    <Panel title="Invoices and credit notes" hint="All of a month, by number.">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Month" type="month" value={month} onChange={(event) => setMonth(event.target.value)} />
        {LISTS.map(({ path, label }) => (
          <Action key={path} icon={Download} disabled={month === ''} onClick={() => save(path)}>
            {label}
          </Action>
        ))}
      </div>
    </Panel>
  )
}
