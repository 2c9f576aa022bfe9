import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatDay, formatMoney } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { type DataColumn, DataTable } from '#web/console/table/data-table.tsx'
import { FilterChip, TablePages } from '#web/console/table/table-tools.tsx'
import { useAddressChange } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import { OPERATOR, payoutAddress, supplierAddress } from '../../console/addresses.ts'
import type { SectionProps } from '../../console/operator-page.tsx'
import { useOperatorAction } from '../../console/use-operator-action.ts'
import { MoneyHead } from '../money-head.tsx'
import { BankFiles } from './bank-files.tsx'
import { PAYOUT_STATES, PayoutStatus } from './payout-status.tsx'

type Answer = AnswerTo<'GET /payouts'>
type Payout = Answer['payouts'][number]

const PAGE_SIZE = 20

const STATES = Object.entries(PAYOUT_STATES).map(([value, { label }]) => ({
  // The keys of the states are their names.
  value: value as Payout['state'],
  label,
}))

/** Renders all payouts by state, creates due ones, and lists the bank files. */
export function PayoutsIndex({ search }: SectionProps) {
  const page = Math.max(1, Math.trunc(Number(search['page'])) || 1)
  const state = STATES.find(({ value }) => value === search['state'])?.value
  const change = useAddressChange(OPERATOR.payouts, search)
  const { isBusy, perform } = useOperatorAction()
  const query = useQuery({
    queryKey: ['operator', 'payouts', state ?? '', page],
    queryFn: ({ signal }) =>
      call('GET /payouts', { query: { page, ...(state ? { state } : {}) } }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <MoneyHead current="payouts">
        <Action busy={isBusy} onClick={() => void perform(() => call('POST /payouts/sweep', { body: {} }))}>
          Create due payouts
        </Action>
      </MoneyHead>
      <div className="flex flex-col gap-4">
        <BankFiles />
        <div className="console-panel">
          <div className="flex flex-wrap gap-2 border-b border-line px-4 py-2.5">
            <FilterChip
              label="State"
              value={state}
              options={STATES}
              onChange={(value) => change({ state: value, page: undefined })}
            />
          </div>
          <Loaded query={query}>
            {(answer) => (
              <PayoutsTable
                answer={answer}
                onPage={(next) => change({ page: next === 1 ? undefined : next })}
              />
            )}
          </Loaded>
        </div>
      </div>
    </>
  )
}

function PayoutsTable({ answer, onPage }: { answer: Answer; onPage: (page: number) => void }) {
  const { payouts, page, pages, total } = answer
  if (total === 0)
    return (
      <Empty
        title="No payouts here"
        text="Payouts are created each night for suppliers whose available balance has reached the minimum."
      />
    )
  return (
    <>
      <DataTable
        label="Payouts"
        columns={COLUMNS}
        items={payouts}
        getId={({ id }) => id}
        getName={({ reference }) => reference}
        card={(payout) => <PayoutCard payout={payout} />}
      />
      <TablePages
        page={page}
        pages={pages}
        total={total}
        pageSize={PAGE_SIZE}
        noun={total === 1 ? 'payout' : 'payouts'}
        onPage={onPage}
      />
    </>
  )
}

const COLUMNS: readonly DataColumn<Payout>[] = [
  {
    id: 'reference',
    title: 'Payout',
    cell: ({ id, reference }) => (
      <Link href={payoutAddress(id)} className="font-semibold hover:underline">
        {reference}
      </Link>
    ),
  },
  {
    id: 'supplier',
    title: 'Supplier',
    cell: ({ supplier }) => (
      <Link href={supplierAddress(supplier.id)} className="text-link">
        {supplier.name}
      </Link>
    ),
  },
  { id: 'state', title: 'State', cell: ({ state }) => <PayoutStatus state={state} /> },
  {
    id: 'account',
    title: 'To',
    cell: ({ account, method }) => (method === 'stripe' ? `Stripe ${account}` : account),
  },
  { id: 'created', title: 'Created', cell: ({ createdAt }) => formatDay(createdAt) },
  {
    id: 'amount',
    title: 'Amount',
    isNumber: true,
    cell: ({ amount, currency }) => formatMoney(amount, currency),
  },
]

function PayoutCard({ payout }: { payout: Payout }) {
  return (
    <div className="relative text-sm">
      <p className="flex justify-between gap-3">
        <Link href={payoutAddress(payout.id)} className="font-semibold after:absolute after:inset-0">
          {payout.supplier.name}
        </Link>
        <span className="tabular-nums">{formatMoney(payout.amount, payout.currency)}</span>
      </p>
      <p className="text-xs text-ink-soft">
        {payout.reference} · {formatDay(payout.createdAt)}
      </p>
      <p className="mt-1.5">
        <PayoutStatus state={payout.state} />
      </p>
    </div>
  )
}
