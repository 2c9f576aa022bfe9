import { categoryLabel } from '#web/shared/product/category-names.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide'
import { useState } from 'react'
import { MAX_SHOWN } from '#core/shown-rows.ts'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatDateTime } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { Empty, Figures, LimitNote, Panel } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { type DataColumn, DataTable } from '#web/console/table/data-table.tsx'
import { Link } from '#web/ui/link.tsx'
import { supplierAddress } from '../../console/addresses.ts'
import { MoneyHead } from '../money-head.tsx'
import { RateLookup } from './rate-lookup.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { CHANNEL_LABELS, type CommissionRule } from './channel-labels.ts'

type Answer = AnswerTo<'GET /commission-rules'>

/** Renders the commission on sales: standard rates, special rules, and a form to add one. */
export function Commissions() {
  const [isAdding, setIsAdding] = useState(false)
  const query = useQuery({
    queryKey: ['operator', 'commissions'],
    queryFn: ({ signal }) => call('GET /commission-rules', {}, { signal }),
  })
  return (
    <>
      <MoneyHead current="commissions">
        {query.data && (
          <Action variant="primary" icon={Plus} onClick={() => setIsAdding(true)}>
            Add rule
          </Action>
        )}
      </MoneyHead>
      <Loaded query={query}>
        {(answer) => (
          <div className="flex flex-col gap-4">
            <StandardRates answer={answer} />
            <RateLookup categories={answer.categories} />
            <Panel title="Rules" isFlush>
              <Rules rules={answer.rules} />
              <LimitNote
                count={answer.rules.length}
                limit={MAX_SHOWN.commissionRules}
                text={`The newest ${MAX_SHOWN.commissionRules} rules are shown. Earlier rules that weren’t replaced still apply: look up a rate above.`}
                isFlush
              />
            </Panel>
            {isAdding && <RuleDialog categories={answer.categories} onClose={() => setIsAdding(false)} />}
          </div>
        )}
      </Loaded>
    </>
  )
}

function StandardRates({ answer: { standardPercent, shippingPercent, taxPercent } }: { answer: Answer }) {
  return (
    <Panel title="Standard rates">
      <Figures
        rows={[
          { label: 'Commission on items without a rule', value: formatPercent(standardPercent) },
          { label: 'Commission on shipping', value: formatPercent(shippingPercent) },
          { label: 'Tax on commission', value: formatPercent(taxPercent) },
        ]}
      />
    </Panel>
  )
}

function Rules({ rules }: { rules: readonly CommissionRule[] }) {
  if (rules.length === 0)
    return (
      <Empty
        title="No rules"
        text="The standard rate applies to all sales. Add a rule to set a different rate for a supplier, category or channel."
      />
    )
  return (
    <DataTable
      label="Commission rules"
      columns={COLUMNS}
      items={rules}
      getId={({ id }) => id}
      getName={describeScope}
      card={(rule) => <RuleCard rule={rule} />}
    />
  )
}

const COLUMNS: readonly DataColumn<CommissionRule>[] = [
  {
    id: 'supplier',
    title: 'Supplier',
    cell: ({ supplier }) =>
      supplier ? (
        <Link href={supplierAddress(supplier.id)} className="text-link">
          {supplier.name}
        </Link>
      ) : (
        'All suppliers'
      ),
  },
  {
    id: 'category',
    title: 'Category',
    cell: ({ category }) => (category ? categoryLabel(category) : 'All categories'),
  },
  {
    id: 'channel',
    title: 'Channel',
    cell: ({ channel }) => (channel === null ? 'Both channels' : CHANNEL_LABELS[channel]),
  },
  { id: 'from', title: 'Starts', cell: ({ validFrom }) => formatDateTime(validFrom) },
  { id: 'state', title: 'State', cell: ({ state }) => <RuleStateLabel state={state} /> },
  { id: 'rate', title: 'Rate', isNumber: true, cell: ({ percent }) => formatRate(percent) },
]

function RuleCard({ rule }: { rule: CommissionRule }) {
  return (
    <div className="text-sm">
      <p className="flex justify-between gap-3 font-semibold">
        <span className="min-w-0 wrap-anywhere">{describeScope(rule)}</span>
        <span className="tabular-nums">{formatRate(rule.percent)}</span>
      </p>
      <p className="text-xs text-ink-soft">Starts {formatDateTime(rule.validFrom)}</p>
      <p className="mt-1.5">
        <RuleStateLabel state={rule.state} />
      </p>
    </div>
  )
}

function RuleStateLabel({ state }: { state: CommissionRule['state'] }) {
  if (state === 'current') return <Status tone="good">Current</Status>
  return state === 'scheduled' ? <Status tone="do">Scheduled</Status> : <Status tone="plain">Replaced</Status>
}

function describeScope({ supplier, category, channel }: CommissionRule): string {
  const parts = [
    supplier?.name,
    category && categoryLabel(category),
    channel && CHANNEL_LABELS[channel],
  ].filter(Boolean)
  return parts.length === 0 ? 'All sales' : parts.join(' · ')
}

function formatRate(percent: number | null): string {
  return percent === null ? 'Standard' : formatPercent(percent)
}

function formatPercent(percent: number): string {
  return `${percent.toLocaleString('en-US', { maximumFractionDigits: 2 })}%`
}
