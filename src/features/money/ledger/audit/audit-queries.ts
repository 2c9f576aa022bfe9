import { type Queryable, queryRows } from '#database/database.ts'
import { sql, type SQL } from 'drizzle-orm'

/** Returns how many postings and entries the ledger has. */
export async function countLedger(db: Queryable): Promise<{ postings: number; entries: number }> {
  const [counted] = await queryRows<{ postings: number; entries: number }>(
    db,
    sql`select (select count(*) from ledger_postings) as postings, (select count(*) from ledger_entries) as entries`,
  )
  return counted ?? { postings: 0, entries: 0 }
}

/** The first rows that break a rule, and how many there are in all. */
export type ViolatingRows<Row> = Readonly<{ rows: readonly Row[]; count: number }>

/** A posting with fewer than two entries, or with debits that differ from its credits. */
export type UnbalancedPosting = { key: string; currency: string; entries: number; total: number }

/** Lists postings whose debits and credits differ. */
export async function listUnbalancedPostings(
  db: Queryable,
  most: number,
): Promise<ViolatingRows<UnbalancedPosting>> {
  return fetchViolatingRows(
    db,
    sql`
      select p.key, p.currency, coalesce(e.entries, 0) as entries, coalesce(e.total, 0)::bigint as total
      from ledger_postings p
      left join (select posting_id, count(*) as entries, sum(amount) as total from ledger_entries group by 1) e
        on e.posting_id = p.id
      where coalesce(e.entries, 0) < 2 or e.total <> 0
      order by p.id`,
    most,
  )
}

/** A sub-ledger with its stored balance and the sum of its entries, debits less credits. */
export type BalanceMismatch = {
  title: string
  subledger: string
  currency: string
  stored: number
  summed: number
}

/** Lists balances that differ from the sum of their entries. */
export async function listBalanceMismatches(
  db: Queryable,
  most: number,
): Promise<ViolatingRows<BalanceMismatch>> {
  return fetchViolatingRows(
    db,
    sql`
      with summed as (
        select e.account, e.subledger, p.currency, sum(e.amount) as amount
        from ledger_entries e join ledger_postings p on p.id = e.posting_id group by 1, 2, 3),
      stored as (
        select account, subledger, currency, sum(balance) as amount from ledger_balances group by 1, 2, 3)
      select c.title, subledger, currency,
        coalesce(stored.amount, 0)::bigint as stored, coalesce(summed.amount, 0)::bigint as summed
      from summed full join stored using (account, subledger, currency)
      join ledger_accounts c on c.number = account
      where coalesce(stored.amount, 0) <> coalesce(summed.amount, 0)
      order by account, subledger, currency`,
    most,
  )
}

/** An account whose stored total differs from its balances, debits less credits. */
export type TotalMismatch = { title: string; currency: string; stored: number; summed: number }

/** Lists accounts whose stored totals differ from the sum of their balances. */
export async function listTotalMismatches(
  db: Queryable,
  most: number,
): Promise<ViolatingRows<TotalMismatch>> {
  return fetchViolatingRows(
    db,
    sql`
      with summed as (select account, currency, sum(balance) as amount from ledger_balances group by 1, 2)
      select c.title, currency, coalesce(stored.balance, 0)::bigint as stored, coalesce(summed.amount, 0)::bigint as summed
      from summed full join ledger_account_totals_now stored using (account, currency)
      join ledger_accounts c on c.number = account
      where coalesce(stored.balance, 0) <> coalesce(summed.amount, 0)
      order by account, currency`,
    most,
  )
}

/** A sub-ledger with its balance, in the account's normal sign. */
export type NegativeBalance = { title: string; subledger: string; currency: string; amount: number }

/** Lists sub-ledgers with entries that sum to less than zero, although their account forbids it. */
export async function listNegativeBalances(
  db: Queryable,
  most: number,
): Promise<ViolatingRows<NegativeBalance>> {
  return fetchViolatingRows(
    db,
    sql`
      select c.title, e.subledger, p.currency,
        (sum(e.amount) * case when c.type in ('asset', 'expense') then 1 else -1 end)::bigint as amount
      from ledger_entries e
      join ledger_postings p on p.id = e.posting_id
      join ledger_accounts c on c.number = e.account and not c.may_go_below_zero
      group by c.number, e.subledger, p.currency
      having sum(e.amount) * case when c.type in ('asset', 'expense') then 1 else -1 end < 0
      order by c.number, e.subledger, p.currency`,
    most,
  )
}

/** A posting that does not mirror the posting it reverses. */
export type InvalidReversal = { key: string; original: string }

/** Lists reversals that don't mirror their originals side for side. */
export async function listInvalidReversals(
  db: Queryable,
  most: number,
): Promise<ViolatingRows<InvalidReversal>> {
  return fetchViolatingRows(
    db,
    sql`
      select r.key, p.key as original
      from ledger_postings r join ledger_postings p on p.id = r.reverses_id
      where r.currency <> p.currency or exists (
        select from ledger_entries e where e.posting_id in (r.id, p.id)
        group by e.account, e.subledger having sum(e.amount) <> 0)
      order by r.id`,
    most,
  )
}

/** A posting that moved money owed to a supplier to another account. */
export type UnbalancedSupplierTransfer = { key: string; currency: string; supplier: string; amount: number }

// Kinds that move a supplier's money between the supplier's own accounts. There, all sub-ledgers of a supplier begin
// with its id.
const SUPPLIER_TRANSFER_KINDS = [
  'released',
  'receivable_netted',
  'payout_sent',
  'payout_failed',
  'case_opened',
  'case_closed',
]
const SUPPLIER_ACCOUNTS = [
  'supplier_receivable',
  'supplier_pending',
  'supplier_available',
  'payout_in_transit',
  'case_hold',
]

/**
 * Lists postings that should leave a supplier's total unchanged, and don't. Without them, the amount owed to a supplier
 * (pending, available, in transit, held, less its debt) equals its earnings less refunds, payouts and labels.
 */
export async function listUnbalancedSupplierTransfers(
  db: Queryable,
  most: number,
): Promise<ViolatingRows<UnbalancedSupplierTransfer>> {
  return fetchViolatingRows(
    db,
    sql`
      select p.key, p.currency, split_part(e.subledger, '/', 1) as supplier, -sum(e.amount)::bigint as amount
      from ledger_postings p
      left join ledger_postings o on o.id = p.reverses_id
      join ledger_entries e on e.posting_id = p.id
      join ledger_accounts c on c.number = e.account and c.name in (${toSqlList(SUPPLIER_ACCOUNTS)})
      where coalesce(o.kind, p.kind) in (${toSqlList(SUPPLIER_TRANSFER_KINDS)})
      group by p.id, 3 having sum(e.amount) <> 0
      order by p.id`,
    most,
  )
}

/** An entry that adds income without an earning, or reduces it without a reversal. */
export type UnexpectedIncome = { key: string; kind: string; currency: string; title: string; amount: number }

/** Lists entries of commission and fees without an earning, refund or chargeback. */
export async function listUnexpectedIncome(
  db: Queryable,
  most: number,
): Promise<ViolatingRows<UnexpectedIncome>> {
  return fetchViolatingRows(
    db,
    sql`
      select p.key, p.kind, p.currency, c.title, -e.amount as amount
      from ledger_entries e
      join ledger_accounts c on c.number = e.account and c.type = 'income'
      join ledger_postings p on p.id = e.posting_id
      where p.kind <> 'reversed'
        and case when e.amount < 0 then p.kind <> 'earned' else p.kind not in ('refunded', 'charged_back') end
      order by p.id, e.line`,
    most,
  )
}

async function fetchViolatingRows<Row extends object>(
  db: Queryable,
  violations: SQL,
  most: number,
): Promise<ViolatingRows<Row>> {
  const matches = await queryRows<{ row: Row; count: number }>(
    db,
    sql`select to_json(found) as row, count(*) over () as count from (${violations}) found limit ${most}`,
  )
  return { rows: matches.map(({ row }) => row), count: matches[0]?.count ?? 0 }
}

function toSqlList(names: readonly string[]): SQL {
  return sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )
}
