import { queryPrepared, type Queryable } from '#database/database.ts'
import type { PayoutMethod } from '../shapes.ts'

/** A supplier's payout account; only the sealer can open `sealed`. */
export type PayoutAccount = Readonly<{
  id: number
  supplierPublicId: string
  method: PayoutMethod
  holder: string
  country: string
  maskedNumber: string
  sealed: Buffer
  createdAt: Date
  usableFrom: Date
  refusalReason: string | null
}>

const ACCOUNT = `
  select a.id, s.public_id as "supplierPublicId", a.method, a.holder, a.country, a.masked_number as "maskedNumber", a.sealed,
    a.created_at as "createdAt", a.usable_from as "usableFrom", a.refusal_reason as "refusalReason"
  from payout_accounts a join suppliers s on s.id = a.supplier_id`

/** Returns a supplier's current payout account. */
export async function findPayoutAccount(
  db: Queryable,
  supplierId: number,
): Promise<PayoutAccount | undefined> {
  const [found] = await queryPrepared<PayoutAccount>(db, FIND_ACCOUNT, [supplierId])
  return found
}

const FIND_ACCOUNT = {
  name: 'payouts_find_account',
  text: `${ACCOUNT} where a.supplier_id = $1 and a.ended_at is null`,
}

/** Lists payout accounts by their keys, former ones included. */
export async function listPayoutAccounts(
  db: Queryable,
  ids: readonly number[],
): Promise<Map<number, PayoutAccount>> {
  const found = await queryPrepared<PayoutAccount>(db, LIST_ACCOUNTS, [ids])
  return new Map(found.map((account) => [account.id, account]))
}

const LIST_ACCOUNTS = { name: 'payouts_list_accounts', text: `${ACCOUNT} where a.id = any($1::bigint[])` }

/**
 * Locks a supplier and returns its key and public id, so that its accounts change one at a time. It is found by its
 * owner or its public id.
 */
export async function lockPayoutSupplier(
  tx: Queryable,
  { ownerId, publicId }: Readonly<{ ownerId?: number; publicId?: string }>,
): Promise<PayoutSupplier | undefined> {
  const [found] = await queryPrepared<PayoutSupplier>(tx, LOCK_SUPPLIER, [ownerId ?? null, publicId ?? null])
  return found
}

/** A supplier, as input of payouts. */
export type PayoutSupplier = Readonly<{
  id: number
  publicId: string
  name: string
  contactEmail: string | null
}>

const SUPPLIER = `
  select id, public_id as "publicId", name, contact_email as "contactEmail" from suppliers`

const LOCK_SUPPLIER = {
  name: 'payouts_lock_supplier',
  text: `${SUPPLIER} where owner_id = $1 or public_id = $2 for no key update`,
}

/** Returns the store of an account. */
export async function findSupplierByOwner(
  db: Queryable,
  ownerId: number,
): Promise<PayoutSupplier | undefined> {
  const [found] = await queryPrepared<PayoutSupplier>(db, FIND_BY_OWNER, [ownerId])
  return found
}

const FIND_BY_OWNER = { name: 'payouts_find_own_supplier', text: `${SUPPLIER} where owner_id = $1` }

/** Returns a supplier by its public ID. */
export async function findPayoutSupplier(
  db: Queryable,
  publicId: string,
): Promise<PayoutSupplier | undefined> {
  const [found] = await queryPrepared<PayoutSupplier>(db, FIND_BY_ID, [publicId])
  return found
}

const FIND_BY_ID = { name: 'payouts_find_supplier', text: `${SUPPLIER} where public_id = $1` }

/** A new account that replaces the current one. */
export type NewPayoutAccount = Pick<
  PayoutAccount,
  'method' | 'holder' | 'country' | 'maskedNumber' | 'sealed' | 'usableFrom'
> &
  Readonly<{ supplierId: number; createdBy: number; now: Date }>

/** Ends the current payout account and inserts the new one; returns its key. */
export async function replacePayoutAccount(tx: Queryable, account: NewPayoutAccount): Promise<number> {
  const { supplierId, method, holder, country, maskedNumber, sealed, usableFrom, createdBy, now } = account
  await queryPrepared(tx, END_ACCOUNT, [supplierId, now])
  const values = [supplierId, method, holder, country, maskedNumber, sealed, createdBy, now, usableFrom]
  const [inserted] = await queryPrepared<{ id: number }>(tx, INSERT_ACCOUNT, values)
  if (!inserted) throw new Error('the account was not inserted')
  return inserted.id
}

const END_ACCOUNT = {
  name: 'payouts_end_account',
  text: 'update payout_accounts set ended_at = $2 where supplier_id = $1 and ended_at is null',
}
const INSERT_ACCOUNT = {
  name: 'payouts_insert_account',
  text: `
    insert into payout_accounts (supplier_id, method, holder, country, masked_number, sealed, created_by, created_at, usable_from)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
}

/** Records why an account cannot receive money. */
export async function markAccountRefused(tx: Queryable, accountId: number, reason: string): Promise<void> {
  await queryPrepared(tx, MARK_REFUSED, [accountId, reason])
}

const MARK_REFUSED = {
  name: 'payouts_note_refused',
  text: 'update payout_accounts set refusal_reason = $2 where id = $1',
}
