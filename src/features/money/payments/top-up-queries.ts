import { queryPrepared, type Queryable } from '#database/database.ts'
import type { Id } from '#core/ids.ts'

/**
 * The share of a receipt that was added to an account's wallet, in minor units. `vendor` is the account's public id.
 */
export type TopUp = Readonly<{
  receiptId: number
  accountId: number
  vendor: Id<'account'>
  currency: string
  amount: number
}>

/** Inserts a receipt's top-up of a wallet. */
export async function insertTopUp(
  tx: Queryable,
  { receiptId, accountId, currency, amount, now }: Omit<TopUp, 'vendor'> & Readonly<{ now: Date }>,
): Promise<void> {
  await queryPrepared(tx, INSERT_TOP_UP, [receiptId, accountId, currency, amount, now])
}

const INSERT_TOP_UP = {
  name: 'payments_insert_top_up',
  text: `
    insert into wallet_top_ups (receipt_id, account_id, currency, amount, created_at) values ($1, $2, $3, $4, $5)`,
}

const TOP_UP = `
  select t.receipt_id as "receiptId", t.account_id as "accountId", a.public_id as vendor, t.currency, t.amount
  from wallet_top_ups t join accounts a on a.id = t.account_id`

/** Returns a receipt's top-up of a wallet; undefined without one. */
export async function findTopUp(db: Queryable, receiptId: number): Promise<TopUp | undefined> {
  const [found] = await queryPrepared<TopUp>(db, FIND_TOP_UP, [receiptId])
  return found
}

const FIND_TOP_UP = { name: 'payments_find_top_up', text: `${TOP_UP} where t.receipt_id = $1` }

/** A vendor's requested top-up of the wallet. */
export type TopUpRequest = Readonly<{
  publicId: Id<'topUp'>
  accountId: number
  vendor: Id<'account'>
  currency: string
  amount: number
}>

/** Inserts a vendor's request to top up the wallet. */
export async function insertTopUpRequest(
  db: Queryable,
  { publicId, accountId, currency, amount, now }: Omit<TopUpRequest, 'vendor'> & Readonly<{ now: Date }>,
): Promise<void> {
  await queryPrepared(db, INSERT_REQUEST, [publicId, accountId, currency, amount, now])
}

const INSERT_REQUEST = {
  name: 'payments_insert_top_up_request',
  text: `
    insert into top_up_requests (public_id, account_id, currency, amount, created_at) values ($1, $2, $3, $4, $5)`,
}

/** Returns the top-up request with this public id. */
export async function findTopUpRequest(db: Queryable, publicId: string): Promise<TopUpRequest | undefined> {
  const [found] = await queryPrepared<TopUpRequest>(db, FIND_REQUEST, [publicId])
  return found
}

const FIND_REQUEST = {
  name: 'payments_find_top_up_request',
  text: `
    select r.public_id as "publicId", r.account_id as "accountId", a.public_id as vendor, r.currency, r.amount
    from top_up_requests r join accounts a on a.id = r.account_id where r.public_id = $1`,
}

/** A payment without a provider: from a wallet, or of practice money. */
export type InternalPayment = Readonly<{
  publicId: Id<'transaction'>
  reference: string
  provider: string
  method: string
  currency: string
  amount: number
  now: Date
}>

/** Inserts a payment without a provider as paid, with its receipt; returns the receipt's key. */
export async function insertInternalPayment(tx: Queryable, payment: InternalPayment): Promise<number> {
  const { publicId, reference, provider, method, currency, amount, now } = payment
  const values = [publicId, reference, provider, method, currency, amount, now]
  const [receipt] = await queryPrepared<{ id: number }>(tx, INSERT_INTERNAL, values)
  if (!receipt) throw new Error('the payment was not kept')
  return receipt.id
}

const INSERT_INTERNAL = {
  name: 'payments_insert_internal',
  text: `
    with paid as (
      insert into payments (public_id, reference, provider, provider_ref, method, currency, amount, state, created_at, updated_at)
      values ($1, $2, $3, $1, $4, $5, $6, 'paid', $7, $7) returning id)
    insert into receipts (payment_id, provider, external_id, currency, amount, state, received_at)
    select id, $3, $1, $5, $6, 'applied', $7 from paid returning id`,
}
