import { sql } from 'drizzle-orm'
import { type Database, queryRows } from '#database/database.ts'
import { formatCents } from '#core/money.ts'
import type { CreatedSupplier } from '#tests/shop/factories.ts'

type Entry = Readonly<{
  posting: number
  key: string
  memo: string
  line: number
  account: string
  subledger: string
  amount: number
}>

/** Returns a printer of the ledger's steps: new postings and the suppliers' balances. */
export function createLedgerPrinter(db: Database, suppliers: readonly CreatedSupplier[]) {
  const shortenIds = (text: string) =>
    suppliers
      .reduce((said, { publicId, name }) => said.replaceAll(publicId, name), text)
      .replaceAll(/\b([a-z]+_)\w{16,}(\w{4})\b/g, '$1…$2')
  // Postings that were printed earlier are not printed again.
  let lastPosting = 0
  return {
    title: (text: string) => console.log(`\n## ${text}`),
    say: (text: string) => console.log(`\n${text.trim()}`),
    async tell(step: string): Promise<void> {
      console.log(`\n### ${step[0]?.toUpperCase()}${step.slice(1)}\n`)
      console.log(HEAD)
      const entries = await listEntriesSince(db, lastPosting)
      lastPosting = entries.at(-1)?.posting ?? lastPosting
      for (const entry of entries) console.log(formatRow(entry, shortenIds))
      for (const supplier of suppliers) console.log(`\n${await formatBalances(db, supplier)}`)
    },
  }
}

const HEAD = '| key | memo | account | sub-ledger | debit | credit |\n|---|---|---|---|---:|---:|'

async function listEntriesSince(db: Database, lastPosting: number): Promise<Entry[]> {
  return queryRows<Entry>(
    db,
    sql`select p.id::int as posting, p.key, p.memo, e.line, a.number || ' ' || a.title as account, e.subledger,
          e.amount::int as amount
        from ledger_postings p join ledger_entries e on e.posting_id = p.id join ledger_accounts a on a.number = e.account
        where p.id > ${lastPosting} order by p.id, e.line`,
  )
}

function formatRow(
  { key, memo, line, account, subledger, amount }: Entry,
  shortenIds: (text: string) => string,
) {
  const cells = [
    ...(line === 1 ? [shortenIds(key), shortenIds(memo)] : ['', '']),
    account,
    shortenIds(subledger),
    amount > 0 ? formatCents(amount) : '',
    amount < 0 ? formatCents(-amount) : '',
  ]
  return `| ${cells.join(' | ')} |`
}

const BALANCE_ACCOUNTS = {
  pending: 'supplier_pending',
  'to be paid out': 'supplier_available',
  'on its way': 'payout_in_transit',
  owes: 'supplier_receivable',
} as const

/** The balances of a supplier, over all its orders and payouts. */
async function formatBalances(db: Database, { publicId, name }: CreatedSupplier): Promise<string> {
  const balanceRows = await queryRows<{ account: string; balance: number }>(
    db,
    sql`select a.name as account, abs(sum(b.balance))::int as balance
        from ledger_balances b join ledger_accounts a on a.number = b.account
        where split_part(b.subledger, '/', 1) = ${publicId} group by a.name`,
  )
  const balances = Object.entries(BALANCE_ACCOUNTS).map(([label, account]) => {
    const balance = balanceRows.find((row) => row.account === account)?.balance ?? 0
    return `${label} ${formatCents(balance)}`
  })
  return `${name}: ${balances.join(', ')}`
}
