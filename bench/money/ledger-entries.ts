import type { Pool } from 'pg'
import { connectWithoutTimeLimits } from '#database/database.ts'

/** The entries of one purchase from two suppliers: paid, a provider's fee, the first part earned and released. */
const ENTRIES_PER_PURCHASE = 11

/** The tables whose triggers are disabled while the ledger is filled: the written data are complete and balanced. */
const TABLES_WITH_TRIGGERS = ['ledger_postings', 'ledger_entries', 'ledger_balances']

/** Fills an empty ledger with at least so many entries, as purchases would; returns their number. */
export async function fillLedger(pool: Pool, minEntries: number): Promise<number> {
  const purchases = Math.ceil(minEntries / ENTRIES_PER_PURCHASE)
  await writeLedger(pool, [
    { text: POSTINGS, values: [purchases] },
    { text: ENTRIES, values: [purchases] },
  ])
  return purchases * ENTRIES_PER_PURCHASE
}

/** Fills an empty ledger by statements that insert postings and entries in sets. */
export async function writeLedger(
  pool: Pool,
  statements: readonly Readonly<{ text: string; values: unknown[] }>[],
): Promise<void> {
  const client = await connectWithoutTimeLimits(pool)
  try {
    await client.query('begin')
    for (const table of TABLES_WITH_TRIGGERS) await client.query(`alter table ${table} disable trigger user`)
    // Checked all at once afterwards, not row by row.
    await client.query(WITHOUT_REFERENCES)
    for (const statement of statements) await client.query(statement)
    await client.query(BALANCES)
    await client.query(WITH_REFERENCES)
    for (const table of TABLES_WITH_TRIGGERS) await client.query(`alter table ${table} enable trigger user`)
    await client.query('commit')
    await client.query('vacuum analyze ledger_postings, ledger_entries, ledger_balances')
  } finally {
    await client.end()
  }
}

const WITHOUT_REFERENCES = `
  alter table ledger_entries drop constraint ledger_entries_posting_id_fkey, drop constraint ledger_entries_account_fkey`

const WITH_REFERENCES = `
  alter table ledger_entries add foreign key (posting_id) references ledger_postings (id),
    add foreign key (account) references ledger_accounts (number);
  select setval(pg_get_serial_sequence('ledger_postings', 'id'), (select max(id) from ledger_postings))`

const POSTINGS = `
  insert into ledger_postings (id, key, kind, currency, memo, posted_at)
    overriding system value
  select 4 * n + place, key || n, kind, 'USD', 'Made up', timestamptz '2026-01-01Z' + n * interval '1 second'
  from generate_series(0, $1::int - 1) n,
    (values (1, 'received:', 'captured'), (2, 'provider_fee:', 'provider_fee'), (3, 'earned:', 'earned'),
      (4, 'released:', 'released')) as kinds(place, key, kind)
  order by 1`

const ENTRIES = `
  insert into ledger_entries (posting_id, line, account, subledger, amount)
  select 4 * n + place, line, account,
    case named
      when 'order' then 'ord_' || n || '_1'
      when 'other' then 'ord_' || n || '_2'
      when 'part' then 'sup_' || n % 500 || '/ord_' || n || '_1'
      when 'supplier' then 'sup_' || n % 500
      else named end,
    amount
  from generate_series(0, $1::int - 1) n,
    (values (1, 1, 1000, 'sandbox/vm', 10000), (1, 2, 2100, 'order', -6000), (1, 3, 2100, 'other', -4000),
      (2, 1, 5000, 'sandbox/vm', 300), (2, 2, 1000, 'sandbox/vm', -300),
      (3, 1, 2100, 'order', 6000), (3, 2, 2200, 'part', -5019), (3, 3, 4000, 'part', -900), (3, 4, 2400, 'SG', -81),
      (4, 1, 2200, 'part', 5019), (4, 2, 2210, 'supplier', -5019)) as lines(place, line, account, named, amount)
  order by 1, 2`

const BALANCES = `
  insert into ledger_balances (account, subledger, currency, stripe, balance)
  select account, subledger, 'USD', 0, sum(amount) from ledger_entries group by 1, 2;
  insert into ledger_account_totals (account, currency, balance) select account, 'USD', sum(amount) from ledger_entries group by 1`
