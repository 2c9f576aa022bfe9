import { queryPrepared, type Queryable } from '#database/database.ts'
import type { DisputeState } from '../shapes.ts'

/** A chargeback as kept; amounts in minor units. */
export type Chargeback = Readonly<{ id: number; state: DisputeState; amount: number; fee: number }>

/** What a provider tells of a chargeback. */
export type NewChargeback = Readonly<{
  provider: string
  disputeId: string
  receiptId: number
  currency: string
  amount: number
  reason: string
  respondBy: Date | null
  now: Date
}>

/** The chargeback of this name, made as an inquiry when it is new, and locked until the transaction ends. */
export async function lockChargeback(tx: Queryable, chargeback: NewChargeback): Promise<Chargeback> {
  const { provider, disputeId, receiptId, currency, amount, reason, respondBy, now } = chargeback
  await queryPrepared(tx, INSERT_CHARGEBACK, [
    provider,
    disputeId,
    receiptId,
    currency,
    amount,
    reason,
    respondBy,
    now,
  ])
  const [found] = await queryPrepared<Chargeback>(tx, LOCK_CHARGEBACK, [provider, disputeId])
  if (!found) throw new Error('the chargeback was not kept')
  return found
}

const INSERT_CHARGEBACK = {
  name: 'refunds_meet_chargeback',
  text: `
    insert into chargebacks (provider, dispute_id, receipt_id, currency, amount, reason, state, respond_by, created_at,
      updated_at)
    values ($1, $2, $3, $4, $5, $6, 'inquiry', $7, $8, $8) on conflict (provider, dispute_id) do nothing`,
}
const LOCK_CHARGEBACK = {
  name: 'refunds_lock_chargeback',
  text: `
    select id, state, amount, fee_amount as fee from chargebacks where provider = $1 and dispute_id = $2 for update`,
}

/** Notes how a chargeback stands, and what it is over. */
export async function updateChargeback(
  tx: Queryable,
  { id, state, amount, now }: Readonly<{ id: number; state: DisputeState; amount: number; now: Date }>,
): Promise<void> {
  await queryPrepared(tx, UPDATE_CHARGEBACK, [id, state, amount, now])
}

const UPDATE_CHARGEBACK = {
  name: 'refunds_note_chargeback',
  text: 'update chargebacks set state = $2, amount = $3, updated_at = $4 where id = $1',
}

/** Notes which operator has told of a chargeback first. */
export async function saveChargebackReporter(tx: Queryable, id: number, accountId: number): Promise<void> {
  await queryPrepared(tx, SAVE_REPORTER, [id, accountId])
}

const SAVE_REPORTER = {
  name: 'refunds_note_teller',
  text: 'update chargebacks set account_id = coalesce(account_id, $2) where id = $1',
}

/** Notes what the provider has kept for a chargeback so far. */
export async function saveChargebackFee(tx: Queryable, id: number, fee: number): Promise<void> {
  await queryPrepared(tx, SAVE_FEE, [id, fee])
}

const SAVE_FEE = { name: 'refunds_note_fee', text: 'update chargebacks set fee_amount = $2 where id = $1' }

/** Notes what of a chargeback was taken of money without an order: what still waited, and what is the marketplace's loss. */
export async function saveUnappliedChargeback(
  tx: Queryable,
  { id, waiting, loss }: Readonly<{ id: number; waiting: number; loss: number }>,
): Promise<void> {
  await queryPrepared(tx, SAVE_UNAPPLIED, [id, waiting, loss])
}

const SAVE_UNAPPLIED = {
  name: 'refunds_note_unapplied_chargeback',
  text: 'update chargebacks set unapplied_amount = $2, loss_amount = $3 where id = $1',
}

/** Who bears an order's share of a chargeback, in cents. */
export type ChargebackShare = Readonly<{
  orderId: number
  amount: number
  escrow: number
  net: number
  commission: number
  tax: number
  loss: number
}>

/** Keeps an order's share of a chargeback, once. */
export async function insertChargebackShare(
  tx: Queryable,
  chargebackId: number,
  share: ChargebackShare,
): Promise<void> {
  const { orderId, amount, escrow, net, commission, tax, loss } = share
  await queryPrepared(tx, INSERT_SHARE, [chargebackId, orderId, amount, escrow, net, commission, tax, loss])
}

const INSERT_SHARE = {
  name: 'refunds_insert_part',
  text: `
    insert into chargeback_shares (chargeback_id, supplier_order_id, amount, escrow_amount, net_amount, commission_amount,
      tax_amount, loss_amount)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
}

/** The shares of a won chargeback are the orders' again; gives the public ids of these orders, and what they had paid back. */
export async function returnChargebackShares(
  tx: Queryable,
  chargebackId: number,
): Promise<{ order: string; paidBack: number }[]> {
  return queryPrepared(tx, RETURN_SHARES, [chargebackId])
}

const RETURN_SHARES = {
  name: 'refunds_return_parts',
  text: `
    update chargeback_shares p set is_returned = true from supplier_orders o
    where p.chargeback_id = $1 and not p.is_returned and o.id = p.supplier_order_id returning o.public_id as "order",
      p.recovered_amount as "paidBack"`,
}
