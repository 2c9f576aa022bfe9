import type { Id } from '#core/ids.ts'
import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'

/** Returns the public id of an account, which identifies its wallet in the ledger. */
export async function findVendor(db: Queryable, accountId: number): Promise<Id<'account'>> {
  const [found] = await queryPrepared<{ vendor: Id<'account'> }>(db, FIND_VENDOR, [accountId])
  if (!found) throw new Error('there is no such account')
  return found.vendor
}

const FIND_VENDOR = {
  name: 'wallets_find_vendor',
  text: 'select public_id as vendor from accounts where id = $1',
}

/** A vendor's wallet settings, in minor units. */
export type StoredSettings = Readonly<{ autoPay: boolean; lowBalanceAmount: number }>

/** The settings of a vendor who has not saved any. */
export const DEFAULT_SETTINGS: StoredSettings = { autoPay: true, lowBalanceAmount: 5_000 }

/** Returns a vendor's settings, or the defaults. */
export async function readSettings(db: Queryable, accountId: number): Promise<StoredSettings> {
  const [found] = await queryPrepared<StoredSettings>(db, READ_SETTINGS, [accountId])
  return found ?? DEFAULT_SETTINGS
}

const READ_SETTINGS = {
  name: 'wallets_read_settings',
  text: `
    select auto_pay as "autoPay", low_balance_amount as "lowBalanceAmount"
    from wallet_settings where account_id = $1`,
}

/** Locks a vendor's settings until the transaction ends, so that changes are sequential. */
export async function lockSettings(tx: Transaction, accountId: number): Promise<void> {
  await queryPrepared(tx, LOCK_SETTINGS, [accountId])
}

const LOCK_SETTINGS = {
  name: 'wallets_lock_settings',
  text: `select pg_advisory_xact_lock(hashtextextended('wallet_settings', $1))`,
}

/** Stores a vendor's settings. */
export async function saveSettings(
  db: Queryable,
  { accountId, autoPay, lowBalanceAmount, now }: StoredSettings & Readonly<{ accountId: number; now: Date }>,
): Promise<void> {
  await queryPrepared(db, SAVE_SETTINGS, [accountId, autoPay, lowBalanceAmount, now])
}

const SAVE_SETTINGS = {
  name: 'wallets_save_settings',
  text: `
    insert into wallet_settings (account_id, auto_pay, low_balance_amount, updated_at) values ($1, $2, $3, $4)
    on conflict (account_id) do update set auto_pay = excluded.auto_pay, low_balance_amount = excluded.low_balance_amount,
      updated_at = excluded.updated_at`,
}

/** A vendor whose wallet has become low. */
export type LowWallet = Readonly<{
  accountId: number
  email: string
  firstName: string
  currency: string
  balance: number
  warnedAt: Date
}>

/**
 * Marks wallets that fell below their owners' warning balance, and unmarks those above it. Returns the newly low ones.
 * Wallets that never had a top-up are left out.
 */
export async function markLowWallets(tx: Transaction, currency: string, now: Date): Promise<LowWallet[]> {
  await queryPrepared(tx, UNMARK_LOW, [currency, DEFAULT_SETTINGS.lowBalanceAmount])
  return queryPrepared<LowWallet>(tx, MARK_LOW, [currency, now, DEFAULT_SETTINGS.lowBalanceAmount])
}

const BALANCES = `
  select a.id, a.email, a.first_name, coalesce(-sum(b.balance), 0)::bigint as balance
  from accounts a
  left join ledger_balances b on b.account = 2000 and b.subledger = a.public_id and b.currency = $1
  where a.closed_at is null and a.id in (select account_id from wallet_top_ups where currency = $1)
  group by a.id`

const UNMARK_LOW = {
  name: 'wallets_unmark_low',
  text: `
    update wallet_settings s set warned_at = null from (${BALANCES}) w
    where s.account_id = w.id and s.warned_at is not null and w.balance >= coalesce(s.low_balance_amount, $2::bigint)`,
}

const MARK_LOW = {
  name: 'wallets_mark_low',
  text: `
    with low as (
      select w.* from (${BALANCES}) w left join wallet_settings s on s.account_id = w.id
      where s.warned_at is null and w.balance < coalesce(s.low_balance_amount, $3::bigint)),
    marked as (
      insert into wallet_settings (account_id, warned_at, updated_at) select id, $2, $2 from low
      on conflict (account_id) do update set warned_at = excluded.warned_at where wallet_settings.warned_at is null
      returning account_id, warned_at)
    select l.id as "accountId", l.email, l.first_name as "firstName", $1 as currency, l.balance, m.warned_at as "warnedAt"
    from low l join marked m on m.account_id = l.id`,
}

/** A withdrawal to be stored. */
export type NewWithdrawal = Readonly<{
  publicId: Id<'withdrawal'>
  accountId: number
  idempotencyKey: string
  currency: string
  amount: number
  now: Date
}>

/** Stores a withdrawal; returns undefined if its key was used before. */
export async function insertWithdrawal(
  tx: Transaction,
  { publicId, accountId, idempotencyKey, currency, amount, now }: NewWithdrawal,
): Promise<number | undefined> {
  const values = [publicId, accountId, idempotencyKey, currency, amount, now]
  const [inserted] = await queryPrepared<{ id: number }>(tx, INSERT_WITHDRAWAL, values)
  return inserted?.id
}

const INSERT_WITHDRAWAL = {
  name: 'wallets_insert_withdrawal',
  text: `
    insert into wallet_withdrawals (public_id, account_id, idempotency_key, currency, amount, created_at)
    values ($1, $2, $3, $4, $5, $6) on conflict (account_id, idempotency_key) do nothing returning id`,
}

/** Returns the amount of the withdrawal with this key. */
export async function findWithdrawal(
  db: Queryable,
  { accountId, idempotencyKey }: Pick<NewWithdrawal, 'accountId' | 'idempotencyKey'>,
): Promise<{ amount: number } | undefined> {
  const [found] = await queryPrepared<{ amount: number }>(db, FIND_WITHDRAWAL, [accountId, idempotencyKey])
  return found
}

const FIND_WITHDRAWAL = {
  name: 'wallets_find_withdrawal',
  text: `select amount from wallet_withdrawals where account_id = $1 and idempotency_key = $2`,
}

/** Returns a payment's owner and whether it is a top-up, by our transaction ID or the provider's. */
export async function findPaymentOwner(
  db: Queryable,
  transactionId: string,
): Promise<{ accountId: number; isTopUp: boolean } | undefined> {
  const [found] = await queryPrepared<{ accountId: number; isTopUp: boolean }>(db, FIND_PAYMENT_OWNER, [
    transactionId,
  ])
  return found
}

const FIND_PAYMENT_OWNER = {
  name: 'wallets_find_payment_owner',
  text: `
    select coalesce(t.account_id, c.account_id) as "accountId", t.account_id is not null as "isTopUp"
    from payments p
    left join top_up_requests t on t.public_id = p.reference
    left join combined_payments c on c.public_id = p.reference
    where (p.public_id = $1 or p.provider_ref = $1) and (t.id is not null or c.id is not null)`,
}
