import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { formatDateTime, formatMoney } from '#web/console/data/format.ts'
import { PagedList, usePages } from '#web/console/data/pages.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { type DataColumn, DataTable } from '#web/console/table/data-table.tsx'
import { Link } from '#web/ui/link.tsx'
import { SUPPLIER, supplierOrderAddress } from '../console/addresses.ts'
import type { SectionProps } from '../console/supplier-page.tsx'
import { BALANCES, payoutAddress } from './balances.ts'

type BalanceAnswer = AnswerTo<'GET /supplier/balances/{balance}'>
type Posting = BalanceAnswer['postings'][number]

/** Renders the entries that add up to a balance, newest first. Each links to its order or payout. */
export function BalanceEntries({ id, search }: SectionProps) {
  const balance = BALANCES.find((one) => one.id === id) ?? BALANCES[0]
  const currency = /^[A-Z]{3}$/.test(search['currency'] ?? '') ? (search['currency'] ?? 'USD') : 'USD'
  const name = balance?.id ?? 'available'
  const query = usePages('GET /supplier/balances/{balance}', {
    queryKey: ['supplier', 'balance', name, currency],
    input: { params: { balance: name }, query: { currency } },
  })
  const first = query.data?.pages[0]
  return (
    <>
      <PageHead
        title={balance?.label ?? ''}
        back={{ href: SUPPLIER.money, label: 'Money' }}
        badge={first && <p className="text-lg tabular-nums">{formatMoney(first.amount, currency)}</p>}
        about={balance?.about}
      />
      <div className="console-panel">
        <PagedList query={query}>
          {({ pages }) => (
            <Entries postings={pages.flatMap(({ postings }) => postings)} currency={currency} />
          )}
        </PagedList>
      </div>
    </>
  )
}

function Entries({ postings, currency }: { postings: readonly Posting[]; currency: string }) {
  if (postings.length === 0)
    return <Empty title="No entries" text="No entries yet. Sales and payouts appear here." />
  return (
    <DataTable
      label="Entries"
      columns={createColumns(currency)}
      items={postings}
      getId={({ posting }) => posting}
      getName={({ memo }) => memo}
      card={(posting) => (
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0 text-sm">
            <p className="wrap-anywhere">{posting.memo}</p>
            <p className="text-xs text-ink-soft">{formatDateTime(posting.postedAt)}</p>
            <Cause posting={posting} />
          </div>
          <Amount amount={posting.amount} currency={currency} />
        </div>
      )}
    />
  )
}

function createColumns(currency: string): readonly DataColumn<Posting>[] {
  return [
    { id: 'date', title: 'Date', cell: ({ postedAt }) => formatDateTime(postedAt) },
    { id: 'memo', title: 'Description', cell: ({ memo }) => memo },
    { id: 'cause', title: 'Because of', cell: (posting) => <Cause posting={posting} /> },
    {
      id: 'amount',
      title: 'Amount',
      isNumber: true,
      cell: ({ amount }) => <Amount amount={amount} currency={currency} />,
    },
  ]
}

function Amount({ amount, currency }: { amount: number; currency: string }) {
  const text = formatMoney(Math.abs(amount), currency)
  return (
    <span
      className={`font-semibold whitespace-nowrap tabular-nums ${amount < 0 ? 'text-ink' : 'text-accent-deep'}`}
    >
      {amount < 0 ? `−${text}` : `+${text}`}
    </span>
  )
}

/** Renders the order or payout of an entry, which its accounts name. */
function Cause({ posting }: { posting: Posting }) {
  const names = posting.lines.flatMap(({ subledger }) => subledger.split('/'))
  const order = names.find((name) => name.startsWith('ord_'))
  const payout = names.find((name) => name.startsWith('po'))
  if (order)
    return (
      <Link href={supplierOrderAddress(order)} className="text-link text-sm">
        Order
      </Link>
    )
  if (payout)
    return (
      <Link href={payoutAddress(payout)} className="text-link text-sm">
        Payout
      </Link>
    )
  return <span className="text-ink-soft">–</span>
}
