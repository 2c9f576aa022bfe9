import { useState } from 'react'
import type { WalletData, WalletEntryData } from '#features/money/wallets/contract.ts'
import { downloadFile, showFile } from '#web/console/data/file-actions.ts'
import { formatDateTime, formatMoney } from '#web/console/data/format.ts'
import { PagedList, usePages } from '#web/console/data/pages.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Empty, Panel } from '#web/console/parts/panel.tsx'
import { type DataColumn, DataTable } from '#web/console/table/data-table.tsx'
import { FilterChip } from '#web/console/table/table-tools.tsx'
import { Link } from '#web/ui/link.tsx'
import { vendorOrderAddress } from '../console/addresses.ts'
import type { WalletName } from './money-dialogs.tsx'

/** Renders a wallet's entries, newest first, with the balance after each, and monthly statements. */
export function WalletEntries({ balance, practiceBalance }: Pick<WalletData, 'balance' | 'practiceBalance'>) {
  const [wallet, setWallet] = useState<WalletName>(balance === 0 && practiceBalance > 0 ? 'practice' : 'real')
  const query = usePages('GET /vendor/wallet/entries', {
    queryKey: ['vendor', 'wallet', 'entries', wallet],
    input: { query: { wallet } },
  })
  return (
    <Panel
      title="Movements"
      isFlush
      aside={
        <FilterChip
          label="Real money"
          value={wallet === 'practice' ? wallet : undefined}
          options={[{ value: 'practice', label: 'Practice money' }]}
          onChange={(value) => setWallet(value === 'practice' ? 'practice' : 'real')}
        />
      }
    >
      <PagedList query={query} skeletonRows={4}>
        {({ pages }) => (
          <Entries
            entries={pages.flatMap(({ entries }) => entries)}
            currency={wallet === 'practice' ? 'XTS' : 'USD'}
          />
        )}
      </PagedList>
      {wallet === 'real' && <Statement />}
    </Panel>
  )
}

function Entries({ entries, currency }: { entries: readonly WalletEntryData[]; currency: string }) {
  if (entries.length === 0)
    return (
      <Empty title="No movements yet" text="Money you add, orders paid from it and refunds appear here." />
    )
  return (
    <DataTable
      label="Movements"
      columns={createColumns(currency)}
      items={entries}
      getId={({ id }) => String(id)}
      getName={({ text }) => text}
      card={(entry) => (
        <div className="flex items-start justify-between gap-3 text-sm">
          <div className="min-w-0">
            <EntryText entry={entry} />
            <p className="text-xs text-ink-soft">{formatDateTime(entry.at)}</p>
          </div>
          <div className="text-end">
            <Amount amount={entry.amount} currency={currency} />
            <p className="text-xs text-ink-soft tabular-nums">{formatMoney(entry.balance, currency)}</p>
          </div>
        </div>
      )}
    />
  )
}

function createColumns(currency: string): readonly DataColumn<WalletEntryData>[] {
  return [
    { id: 'date', title: 'Date', cell: ({ at }) => formatDateTime(at) },
    { id: 'what', title: 'Description', cell: (entry) => <EntryText entry={entry} /> },
    {
      id: 'amount',
      title: 'Amount',
      isNumber: true,
      cell: ({ amount }) => <Amount amount={amount} currency={currency} />,
    },
    {
      id: 'balance',
      title: 'Balance',
      isNumber: true,
      cell: ({ balance }) => formatMoney(balance, currency),
    },
  ]
}

function EntryText({ entry: { text, orders } }: { entry: WalletEntryData }) {
  const [first] = orders
  if (!first || orders.length > 1) return <span className="wrap-anywhere">{text}</span>
  return (
    <Link href={vendorOrderAddress(first.id)} className="wrap-anywhere hover:underline">
      {text}
    </Link>
  )
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

/** Renders the download of a month's statement as PDF or CSV. */
function Statement() {
  const [newest] = useState(() => new Date().toISOString().slice(0, 7))
  const [month, setMonth] = useState(newest)
  const isMonth = /^\d{4}-\d{2}$/.test(month)
  const path = `/vendor/wallet/statements/${month}`
  const failure = 'We couldn’t create the statement. Please try again in a moment.'
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3 text-sm">
      <label className="flex items-center gap-2">
        Statement of
        <input
          type="month"
          value={month}
          max={newest}
          onChange={(event) => setMonth(event.target.value)}
          className="h-9 rounded-md border border-line-strong bg-sheet px-2 max-md:h-11"
        />
      </label>
      <Action
        isSmall
        disabled={!isMonth}
        aria-label="Statement as PDF"
        onClick={() => void showFile({ path, name: `wallet-${month}.pdf`, failure })}
      >
        PDF
      </Action>
      <Action
        isSmall
        disabled={!isMonth}
        aria-label="Statement as CSV"
        onClick={() =>
          void downloadFile({ path: `${path}?format=csv`, name: `wallet-${month}.csv`, failure })
        }
      >
        CSV
      </Action>
    </div>
  )
}
