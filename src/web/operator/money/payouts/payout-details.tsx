import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo, InputOf } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatDateTime, formatDay, formatMoney } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { withPassword } from '#web/console/frame/password-prompt.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Figures, Panel } from '#web/console/parts/panel.tsx'
import { type DataColumn, DataTable } from '#web/console/table/data-table.tsx'
import { Field } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { OPERATOR, orderAddress, supplierAddress } from '../../console/addresses.ts'
import type { SectionProps } from '../../console/operator-page.tsx'
import { PayoutStatus } from './payout-status.tsx'

type Payout = AnswerTo<'GET /payouts/{id}'>['payout']
type PayoutLine = Payout['lines'][number]
type PayoutEvent = InputOf<'POST /payouts/{id}/mark'>['body']['event']

const EVENTS: Readonly<Record<PayoutEvent, Readonly<{ label: string; text: string }>>> = {
  send: { label: 'Mark as sent', text: 'The money is on its way from your bank.' },
  confirm: { label: 'Mark as paid', text: 'The money has arrived.' },
  fail: {
    label: 'Mark as failed',
    text: 'The money returns to the available balance and is included in the next payout.',
  },
  mark_unclear: { label: 'Mark as unclear', text: 'Nothing is sent until you confirm what happened.' },
  ask_again: { label: 'Ask the provider', text: 'We ask the provider for its status.' },
  return: {
    label: 'Mark as returned',
    text: 'It arrived and was returned. The money becomes available again.',
  },
}

/** The events that can be recorded for a payout in each state. */
const EVENTS_BY_STATE: Readonly<Record<Payout['state'], readonly PayoutEvent[]>> = {
  prepared: ['fail'],
  in_file: ['fail', 'send'],
  sent: ['fail', 'mark_unclear', 'confirm'],
  unclear: ['fail', 'ask_again', 'confirm'],
  confirmed: ['return'],
  failed: [],
}

/** Returns the events that can be recorded; those of a running transfer are reported by its provider. */
function listEvents({ state, method }: Payout): readonly PayoutEvent[] {
  if (method === 'stripe') return state === 'sent' ? [] : EVENTS_BY_STATE[state]
  return EVENTS_BY_STATE[state].filter((event) => event !== 'ask_again')
}

/** Renders a payout: its lines, bank account, timeline, and actions. */
export function PayoutDetails({ id }: SectionProps) {
  const [event, setEvent] = useState<PayoutEvent>()
  const query = useQuery({
    queryKey: ['operator', 'payout', id],
    queryFn: async ({ signal }) => (await call('GET /payouts/{id}', { params: { id } }, { signal })).payout,
  })
  return (
    <Loaded query={query}>
      {(payout) => (
        <>
          <PageHead
            title={payout.reference}
            isBar
            back={{ href: OPERATOR.payouts, label: 'All payouts' }}
            badge={<PayoutStatus state={payout.state} />}
            about={formatMoney(payout.amount, payout.currency)}
          >
            {listEvents(payout).map((one) => (
              <Action key={one} onClick={() => setEvent(one)}>
                {EVENTS[one].label}
              </Action>
            ))}
          </PageHead>
          <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
            <Panel title="Breakdown" isFlush>
              <DataTable
                label="Entries of the payout"
                columns={createColumns(payout.currency)}
                items={payout.lines}
                getId={({ posting }) => posting}
                getName={({ memo }) => memo}
                card={(line) => <LineCard line={line} currency={payout.currency} />}
              />
            </Panel>
            <div className="flex flex-col gap-4">
              <Facts payout={payout} />
              <Timeline payout={payout} />
            </div>
          </div>
          {event !== undefined && (
            <MarkDialog payout={payout} event={event} onClose={() => setEvent(undefined)} />
          )}
        </>
      )}
    </Loaded>
  )
}

function createColumns(currency: string): readonly DataColumn<PayoutLine>[] {
  return [
    { id: 'day', title: 'Day', cell: ({ postedAt }) => formatDay(postedAt) },
    { id: 'memo', title: 'Entry', cell: (line) => <LineName line={line} /> },
    {
      id: 'amount',
      title: 'Amount',
      isNumber: true,
      cell: ({ amount }) => formatMoney(amount, currency),
    },
  ]
}

function LineName({ line: { memo, order } }: { line: PayoutLine }) {
  if (!order) return memo
  return (
    <>
      {memo}{' '}
      <Link href={orderAddress(order.id)} className="text-link">
        {order.number}
      </Link>
    </>
  )
}

function LineCard({ line, currency }: { line: PayoutLine; currency: string }) {
  return (
    <div className="flex justify-between gap-3 text-sm">
      <span>
        <LineName line={line} />
        <span className="block text-xs text-ink-soft">{formatDay(line.postedAt)}</span>
      </span>
      <span className="tabular-nums">{formatMoney(line.amount, currency)}</span>
    </div>
  )
}

function Facts({ payout }: { payout: Payout }) {
  const { supplier, account, totals, currency, amount } = payout
  return (
    <Panel title="Payout">
      <p className="mb-3 text-sm">
        <Link href={supplierAddress(supplier.id)} className="text-link">
          {supplier.name}
        </Link>
        <span className="block text-ink-soft">{account}</span>
      </p>
      <Figures
        rows={[
          { label: 'Sales', value: formatMoney(totals.gross, currency) },
          { label: 'Commission', value: formatMoney(-totals.commission, currency) },
          { label: 'Tax on commission', value: formatMoney(-totals.tax, currency) },
          ...(totals.other === 0
            ? []
            : [{ label: 'Labels and other', value: formatMoney(totals.other, currency) }]),
          { label: 'Paid out', value: formatMoney(amount, currency), isStrong: true },
        ]}
      />
    </Panel>
  )
}

function Timeline({ payout: { timeline } }: { payout: Payout }) {
  return (
    <Panel title="Timeline">
      <ol className="flex flex-col gap-3">
        {timeline.toReversed().map(({ event, actor, reason, at, to }) => (
          <li key={`${event} ${at} ${to}`} className="border-s-2 border-line-strong ps-3 text-sm">
            <PayoutEventName event={event} />
            <p className="text-xs text-ink-soft">
              {actor} · {formatDateTime(at)}
            </p>
            {reason !== null && <p className="text-xs wrap-anywhere">{reason}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

const EVENT_NAMES: Readonly<Record<string, string>> = {
  prepare: 'Created',
  bundle: 'Added to a bank file',
  wait: 'Waiting for funds at the provider',
  moved_late: 'The provider reported a transfer late',
  send: 'Sent',
  confirm: 'Paid',
  fail: 'Failed',
  mark_unclear: 'Marked as unclear',
  ask_again: 'Asked the provider',
  return: 'Returned',
}

function PayoutEventName({ event }: { event: string }) {
  return <p className="font-semibold">{EVENT_NAMES[event] ?? event}</p>
}

function MarkDialog(props: { payout: Payout; event: PayoutEvent; onClose: () => void }) {
  const { payout, event, onClose } = props
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const needsReason = event !== 'send' && event !== 'confirm'
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`${EVENTS[event].label}?`}
      text={`${EVENTS[event].text} Amount: ${formatMoney(payout.amount, payout.currency)} to ${payout.supplier.name}.`}
      submitLabel={EVENTS[event].label}
      canSubmit={!needsReason || reason.trim() !== ''}
      onSubmit={async () => {
        const { message } = await withPassword(() =>
          call('POST /payouts/{id}/mark', {
            params: { id: payout.id },
            body: { event, ...(reason.trim() === '' ? {} : { reason }) },
          }),
        )
        await queries.invalidateQueries({ queryKey: ['operator'] })
        toast.success(message)
      }}
      explain={(error) => explainError(error, 'We couldn’t update the payout. Please try again in a moment.')}
    >
      <Field
        label={needsReason ? 'Reason' : 'Reason (optional)'}
        maxLength={400}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}
