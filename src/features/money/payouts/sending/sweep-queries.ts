import { PRACTICE_CURRENCY } from '#core/money.ts'
import { queryPrepared, type Queryable } from '#database/database.ts'
import type { PayoutMethod } from '../shapes.ts'

/** A supplier's available balance in a currency. */
export type PayableBalance = Readonly<{
  supplierId: number
  supplierPublicId: string
  currency: string
}>

/** Lists all available supplier balances that are not zero, without practice money, which is never paid out. */
export async function listPayableBalances(db: Queryable): Promise<PayableBalance[]> {
  return queryPrepared(db, LIST_PAYABLE_BALANCES)
}

const LIST_PAYABLE_BALANCES = {
  name: 'payouts_list_payable',
  text: `
    select s.id as "supplierId", s.public_id as "supplierPublicId", b.currency
    from ledger_balances b
    join ledger_accounts a on a.number = b.account
    join suppliers s on s.public_id = b.subledger
    where a.name = 'supplier_available' and b.balance < 0 and b.currency <> '${PRACTICE_CURRENCY}'
    order by s.id, b.currency`,
}

/** Returns the date of a supplier's last payout in a currency that did not fail. */
export async function findLastPayoutDate(
  db: Queryable,
  { supplierId, currency }: Pick<PayableBalance, 'supplierId' | 'currency'>,
): Promise<Date | undefined> {
  const [found] = await queryPrepared<{ at: Date | null }>(db, FIND_LAST, [supplierId, currency])
  return found?.at ?? undefined
}

const FIND_LAST = {
  name: 'payouts_find_last',
  text: `
    select max(created_at) as at from payouts where supplier_id = $1 and currency = $2 and state <> 'failed'`,
}

/** A new payout. */
export type NewPayout = Readonly<{
  publicId: string
  supplierId: number
  accountId: number
  method: PayoutMethod
  currency: string
  amount: number
  now: Date
}>

/** Inserts a payout; returns its key. */
export async function insertPayout(tx: Queryable, payout: NewPayout): Promise<number> {
  const { publicId, supplierId, accountId, method, currency, amount, now } = payout
  const values = [publicId, supplierId, accountId, method, currency, amount, now]
  const [inserted] = await queryPrepared<{ id: number }>(tx, INSERT_PAYOUT, values)
  if (!inserted) throw new Error('the payout was not inserted')
  return inserted.id
}

const INSERT_PAYOUT = {
  name: 'payouts_insert',
  text: `
    insert into payouts (public_id, supplier_id, account_id, method, currency, amount, state, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, 'prepared', $7, $7) returning id`,
}

/**
 * Claims all unclaimed postings of a supplier's available balance for a payout, and returns their sum. Postings made by
 * payouts themselves are not claimed. Violates `payout_items_claimed` when another transaction claims at the same time.
 */
export async function claimItems(
  tx: Queryable,
  {
    payoutId,
    supplierPublicId,
    currency,
  }: Readonly<{ payoutId: number; supplierPublicId: string; currency: string }>,
): Promise<number> {
  const found = await queryPrepared<{ amount: number }>(tx, CLAIM_ITEMS, [
    payoutId,
    supplierPublicId,
    currency,
  ])
  return found.reduce((sum, { amount }) => sum + amount, 0)
}

const CLAIM_ITEMS = {
  name: 'payouts_claim_items',
  text: `
    insert into payout_items (payout_id, posting_id, amount)
    select $1, e.posting_id, sum(-e.amount)::bigint
    from ledger_entries e
    join ledger_accounts a on a.number = e.account
    join ledger_postings p on p.id = e.posting_id
    left join ledger_postings r on r.id = p.reverses_id
    where a.name = 'supplier_available' and e.subledger = $2 and p.currency = $3
      and coalesce(r.kind, p.kind) not in ('payout_sent', 'payout_failed')
      and not exists (select from payout_items i where i.posting_id = e.posting_id and i.freed_at is null)
    group by e.posting_id having sum(e.amount) <> 0
    returning amount`,
}
