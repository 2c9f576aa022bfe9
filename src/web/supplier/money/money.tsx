import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatDay, formatMoney } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { ActionLink } from '#web/console/parts/button.tsx'
import { Empty, Panel } from '#web/console/parts/panel.tsx'
import { type DataColumn, DataTable } from '#web/console/table/data-table.tsx'
import { TablePages } from '#web/console/table/table-tools.tsx'
import { useAddressChange } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import { SUPPLIER } from '../console/addresses.ts'
import type { SectionProps } from '../console/supplier-page.tsx'
import { BALANCES, balanceAddress, payoutAddress, type SupplierBalances } from './balances.ts'
import { BankDetails } from './bank-details.tsx'
import { ComingUp, NextPayouts } from './coming-up.tsx'
import { PayoutStatus } from './payout-status.tsx'
import { StatementActions } from './statement-actions.tsx'
import { TaxDetails } from './tax-details.tsx'

type PayoutsAnswer = AnswerTo<'GET /supplier/payouts'>
type ListedPayout = PayoutsAnswer['payouts'][number]

/** The number of payouts on a page, as on the server. */
const PAGE_SIZE = 20

/** Renders a supplier's money: balances, payouts, and the bank account. */
export function Money({ search }: SectionProps) {
  const page = Math.max(1, Math.trunc(Number(search['page'])) || 1)
  const change = useAddressChange(SUPPLIER.money, search)
  const query = useQuery({
    queryKey: ['supplier', 'payouts', page],
    queryFn: ({ signal }) => call('GET /supplier/payouts', { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHead title="Money">
        <ActionLink href={SUPPLIER.documents}>Statements and credit notes</ActionLink>
      </PageHead>
      <div className="flex flex-col gap-4">
        <Loaded query={query}>
          {(answer) => (
            <>
              {answer.stopped && <StoppedNotice stopped={answer.stopped} />}
              {answer.balances.length === 0 ? (
                <Balances balances={NO_MONEY} />
              ) : (
                answer.balances.map((one) => <Balances key={one.currency} balances={one} />)
              )}
              <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
                <Payouts answer={answer} onPage={(next) => change({ page: next === 1 ? undefined : next })} />
                <div className="flex flex-col gap-4 max-lg:order-first">
                  <NextPayouts next={answer.next} />
                  <ComingUp />
                  <BankDetails />
                  <TaxDetails />
                </div>
              </div>
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

const NO_MONEY: SupplierBalances = {
  currency: 'USD',
  pending: 0,
  held: 0,
  available: 0,
  inTransit: 0,
  owed: 0,
}

function StoppedNotice({ stopped }: { stopped: NonNullable<PayoutsAnswer['stopped']> }) {
  return (
    <section aria-label="Payouts are paused" className="rounded-md bg-(--amber-mist) px-4 py-3 text-sm">
      <p className="font-semibold">Your payouts are paused since {formatDay(stopped.since)}</p>
      <p className="mt-1">{stopped.message}</p>
    </section>
  )
}

/** Renders the balances of a currency, each linked to its entries. */
function Balances({ balances }: { balances: SupplierBalances }) {
  const shown = BALANCES.filter(({ id, amountOf }) => id !== 'owed' || amountOf(balances) !== 0)
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-4 md:gap-4">
      {shown.map(({ id, label, about, amountOf }) => (
        <div key={id} className="console-panel relative flex flex-col px-4 py-3 hover:border-line-strong">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="text-xl font-semibold tabular-nums">
            <Link href={balanceAddress(id, balances.currency)} className="after:absolute after:inset-0">
              {formatMoney(amountOf(balances), balances.currency)}
              <span className="sr-only">: see the entries</span>
            </Link>
          </dd>
          <dd className="text-xs text-ink-soft">{about}</dd>
        </div>
      ))}
    </dl>
  )
}

const COLUMNS: readonly DataColumn<ListedPayout>[] = [
  {
    id: 'payout',
    title: 'Payout',
    cell: ({ id, reference }) => (
      <Link href={payoutAddress(id)} title={reference} className="font-semibold hover:underline">
        {shortenReference(reference)}
      </Link>
    ),
  },
  { id: 'date', title: 'Date', cell: ({ createdAt }) => formatDay(createdAt) },
  { id: 'status', title: 'Status', cell: ({ state }) => <PayoutStatus state={state} /> },
  { id: 'account', title: 'To', cell: ({ account }) => account },
  {
    id: 'amount',
    title: 'Amount',
    isNumber: true,
    cell: ({ amount, currency }) => <span className="font-semibold">{formatMoney(amount, currency)}</span>,
  },
  { id: 'statement', title: 'Statement', cell: ({ id }) => <StatementActions payoutId={id} /> },
]

/** Returns the start and the end of a reference, by which it can be found on a bank statement. */
function shortenReference(reference: string): string {
  return reference.length > 14 ? `${reference.slice(0, 6)}…${reference.slice(-6)}` : reference
}

function Payouts({ answer, onPage }: { answer: PayoutsAnswer; onPage: (page: number) => void }) {
  const { payouts, page, pages, total } = answer
  return (
    <Panel title="Payouts" isFlush>
      {total === 0 ? (
        <Empty
          title="No payouts yet"
          text="Earnings become available some days after delivery; each order says when. Then they are paid out to your bank account automatically."
        >
          <ActionLink href={SUPPLIER.orders}>Go to your orders</ActionLink>
        </Empty>
      ) : (
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
      )}
    </Panel>
  )
}

function PayoutCard({ payout }: { payout: ListedPayout }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link href={payoutAddress(payout.id)} className="text-sm font-semibold">
        {formatMoney(payout.amount, payout.currency)}
      </Link>
      <PayoutStatus state={payout.state} />
      <span className="ms-auto text-xs text-ink-soft">{formatDay(payout.createdAt)}</span>
      <span className="w-full text-xs text-ink-soft">{shortenReference(payout.reference)}</span>
    </div>
  )
}
