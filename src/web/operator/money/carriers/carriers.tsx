import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide'
import { useState } from 'react'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { type DataColumn, DataTable } from '#web/console/table/data-table.tsx'
import { useAddressChange } from '#web/console/table/use-address.ts'
import { Field } from '#web/ui/field.tsx'
import { OPERATOR } from '../../console/addresses.ts'
import { Allowed } from '../../console/operator-roles.tsx'
import type { SectionProps } from '../../console/operator-page.tsx'
import { formatMinor } from '../format-minor.ts'
import { MoneyHead } from '../money-head.tsx'
import { CarrierPayments } from './carrier-payments.tsx'
import { formatCarrier } from './carrier-names.ts'
import { PaymentDialog } from './payment-dialog.tsx'

type Statement = AnswerTo<'GET /carrier-statement'>

/** The balance of one carrier's labels. */
export type CarrierAccount = Statement['accounts'][number]

const DAY_MS = 86_400_000

/** Renders the cost of shipping labels, payments, and balances, to compare with the providers' invoices. */
export function Carriers({ search }: SectionProps) {
  /** The day on which the dialog was opened. */
  const [payingOn, setPayingOn] = useState<string>()
  const change = useAddressChange(OPERATOR.carriers, search)
  const { from = '', to = '' } = search
  const query = useQuery({
    queryKey: ['operator', 'carrier-statement', from, to],
    queryFn: ({ signal }) => call('GET /carrier-statement', { query: toPeriod(from, to) }, { signal }),
  })
  return (
    <>
      <MoneyHead current="carriers">
        <Allowed needs="money:write">
          <Action
            variant="primary"
            icon={Plus}
            onClick={() => setPayingOn(new Date().toISOString().slice(0, 10))}
          >
            Record payment
          </Action>
        </Allowed>
      </MoneyHead>
      <div className="flex flex-col gap-4">
        <Panel title="Statement" hint="Compare it with the provider’s invoice." isFlush>
          <div className="grid max-w-md grid-cols-2 gap-3 px-4 pb-4">
            <Field
              label="First day"
              type="date"
              value={from}
              onChange={(event) => change({ from: event.target.value || undefined })}
            />
            <Field
              label="Last day"
              type="date"
              value={to}
              onChange={(event) => change({ to: event.target.value || undefined })}
            />
          </div>
          <Loaded query={query}>{(statement) => <StatementTable statement={statement} />}</Loaded>
        </Panel>
        <CarrierPayments />
      </div>
      {payingOn !== undefined && (
        <PaymentDialog
          accounts={query.data?.accounts ?? []}
          today={payingOn}
          onClose={() => setPayingOn(undefined)}
        />
      )}
    </>
  )
}

/** Returns the period from the first day to the end of the last. */
function toPeriod(from: string, to: string): Readonly<{ from?: string; to?: string }> {
  return {
    ...(from === '' ? {} : { from: new Date(from).toISOString() }),
    ...(to === '' ? {} : { to: new Date(new Date(to).getTime() + DAY_MS).toISOString() }),
  }
}

const amount = (of: (account: CarrierAccount) => number) => (account: CarrierAccount) =>
  formatMinor(of(account), account.currency)

const COLUMNS: readonly DataColumn<CarrierAccount>[] = [
  { id: 'carrier', title: 'Carrier', cell: ({ carrier }) => formatCarrier(carrier) },
  { id: 'provider', title: 'Bought at', cell: ({ provider }) => provider },
  { id: 'before', title: 'Open before', isNumber: true, cell: amount(({ before }) => before) },
  { id: 'labels', title: 'Labels', isNumber: true, cell: amount(({ labels }) => labels) },
  { id: 'refunded', title: 'Refunded', isNumber: true, cell: amount(({ givenBack }) => givenBack) },
  { id: 'paid', title: 'Paid', isNumber: true, cell: amount(({ paid }) => paid) },
  {
    id: 'open',
    title: 'Open',
    isNumber: true,
    cell: (account) => <strong>{formatMinor(account.open, account.currency)}</strong>,
  },
  {
    id: 'awaited',
    title: 'Refunds awaited',
    isNumber: true,
    cell: ({ awaited, unanswered, currency }) => (
      <>
        {formatMinor(awaited.amount, currency)}
        {unanswered.labels > 0 && (
          <span className="block text-xs text-danger">
            {formatMinor(unanswered.amount, currency)} unanswered for 60 days. Contact the provider.
          </span>
        )}
      </>
    ),
  },
]

function StatementTable({ statement: { accounts, providers } }: { statement: Statement }) {
  if (accounts.length === 0)
    return (
      <p className="px-4 pb-4 text-sm text-ink-soft">
        No shipping label has been bought in this period, and nothing is open.
      </p>
    )
  return (
    <>
      <DataTable
        label="Statement of shipping labels"
        columns={COLUMNS}
        items={accounts}
        getId={({ provider, carrier, currency }) => `${provider} ${carrier} ${currency}`}
        getName={({ carrier }) => formatCarrier(carrier)}
        card={(account) => <AccountCard account={account} />}
      />
      <ul className="border-t border-line px-4 py-3 text-sm">
        {providers.map(({ provider, currency, open, adjustments }) => (
          <li key={`${provider} ${currency}`}>
            {provider}: {formatMinor(open, currency)} open
            {adjustments !== 0 &&
              `, ${formatMinor(adjustments, currency)} charged otherwise than the labels said`}
          </li>
        ))}
      </ul>
    </>
  )
}

function AccountCard({ account }: { account: CarrierAccount }) {
  const { carrier, provider, labels, paid, open, currency } = account
  return (
    <div className="flex flex-wrap justify-between gap-x-3 gap-y-1 text-sm">
      <span className="font-semibold">{formatCarrier(carrier)}</span>
      <span className="font-semibold tabular-nums">{formatMinor(open, currency)} open</span>
      <span className="w-full text-xs text-ink-soft">
        {provider}: labels {formatMinor(labels, currency)}, paid {formatMinor(paid, currency)}
      </span>
    </div>
  )
}
