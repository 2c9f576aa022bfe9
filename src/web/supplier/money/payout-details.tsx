import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatDateTime, formatDay, formatMoney } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Figures, Panel } from '#web/console/parts/panel.tsx'
import { type DataColumn, DataTable } from '#web/console/table/data-table.tsx'
import { Link } from '#web/ui/link.tsx'
import { SUPPLIER, supplierOrderAddress } from '../console/addresses.ts'
import type { SectionProps } from '../console/supplier-page.tsx'
import { PayoutStatus } from './payout-status.tsx'
import { StatementActions } from './statement-actions.tsx'

type Payout = AnswerTo<'GET /payouts/{id}'>['payout']
type PayoutLine = Payout['lines'][number]

/** Renders a payout: its lines, bank account, and timeline. */
export function PayoutDetails({ id }: SectionProps) {
  const query = useQuery({
    queryKey: ['supplier', 'payout', id],
    queryFn: async ({ signal }) => (await call('GET /payouts/{id}', { params: { id } }, { signal })).payout,
  })
  return <Loaded query={query}>{(payout) => <PayoutColumns payout={payout} />}</Loaded>
}

function PayoutColumns({ payout }: { payout: Payout }) {
  const { reference, state, createdAt, lines } = payout
  return (
    <>
      <PageHead
        title={`Payout ${formatDay(createdAt)}`}
        back={{ href: SUPPLIER.money, label: 'Money' }}
        badge={<PayoutStatus state={state} />}
        about={`Reference ${reference}`}
      >
        <StatementActions payoutId={payout.id} />
      </PageHead>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
        <Panel title="Breakdown" hint={lines.length === 1 ? '1 entry' : `${lines.length} entries`} isFlush>
          <DataTable
            label="Entries of the payout"
            columns={createColumns(payout.currency)}
            items={lines}
            getId={({ posting }) => posting}
            getName={({ memo }) => memo}
            card={(line) => <LineCard line={line} currency={payout.currency} />}
          />
        </Panel>
        <div className="flex flex-col gap-4">
          <PayoutSums payout={payout} />
          <PayoutTimeline payout={payout} />
        </div>
      </div>
    </>
  )
}

function PayoutSums({ payout: { totals, amount, currency, account, method } }: { payout: Payout }) {
  const subtract = (value: number) =>
    value === 0 ? formatMoney(0, currency) : `−${formatMoney(value, currency)}`
  return (
    <Panel title="Amount">
      <Figures
        rows={[
          { label: 'Sales', value: formatMoney(totals.gross, currency) },
          { label: 'Commission', value: subtract(totals.commission) },
          { label: 'Tax on commission', value: subtract(totals.tax) },
          ...(totals.other === 0
            ? []
            : [{ label: 'Labels and other', value: formatMoney(totals.other, currency) }]),
          { label: 'Paid out', value: formatMoney(amount, currency), isStrong: true },
        ]}
      />
      <p className="mt-3 text-xs text-ink-soft">
        {method === 'bank' ? 'By bank transfer' : 'By Stripe'} to {account}
      </p>
    </Panel>
  )
}

const EVENTS: Readonly<Record<string, string>> = {
  prepare: 'Prepared',
  bundle: 'Sent to the bank',
  send: 'Sent',
  confirm: 'Arrived',
  fail: 'Failed',
  mark_unclear: 'Being checked with the bank',
  ask_again: 'Asked the provider again',
  wait: 'Waiting to be sent',
  return: 'Returned by the bank',
}

function PayoutTimeline({ payout: { timeline } }: { payout: Payout }) {
  return (
    <Panel title="Timeline">
      <ol className="flex flex-col gap-2.5 text-sm">
        {timeline.toReversed().map(({ event, at, reason }) => (
          <li key={`${event} ${at}`} className="flex justify-between gap-3">
            <span>
              {EVENTS[event] ?? event.replaceAll('_', ' ')}
              {reason && <span className="block text-xs text-ink-soft">{reason}</span>}
            </span>
            <time dateTime={at} className="shrink-0 text-xs text-ink-soft">
              {formatDateTime(at)}
            </time>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function createColumns(currency: string): readonly DataColumn<PayoutLine>[] {
  const money = (value: number | null) => (value === null ? '–' : formatMoney(value, currency))
  return [
    { id: 'date', title: 'Date', cell: ({ postedAt }) => formatDay(postedAt) },
    { id: 'order', title: 'Order', cell: (line) => <OrderLink line={line} /> },
    { id: 'memo', title: 'What', cell: ({ memo }) => memo },
    { id: 'gross', title: 'Sale', isNumber: true, cell: ({ gross }) => money(gross) },
    { id: 'commission', title: 'Commission', isNumber: true, cell: ({ commission }) => money(commission) },
    {
      id: 'amount',
      title: 'Amount',
      isNumber: true,
      cell: ({ amount }) => <span className="font-semibold">{money(amount)}</span>,
    },
  ]
}

function LineCard({ line, currency }: { line: PayoutLine; currency: string }) {
  return (
    <div className="flex items-start justify-between gap-3 text-sm">
      <div className="min-w-0">
        <p className="wrap-anywhere">{line.memo}</p>
        <p className="text-xs text-ink-soft">{formatDay(line.postedAt)}</p>
        <OrderLink line={line} />
      </div>
      <span className="font-semibold tabular-nums">{formatMoney(line.amount, currency)}</span>
    </div>
  )
}

function OrderLink({ line: { order } }: { line: PayoutLine }) {
  if (!order) return <span className="text-ink-soft">–</span>
  return (
    <Link href={supplierOrderAddress(order.id)} className="text-link whitespace-nowrap">
      {order.number}
    </Link>
  )
}
