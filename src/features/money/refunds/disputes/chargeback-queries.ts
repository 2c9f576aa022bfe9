import { queryPrepared, type Queryable } from '#database/database.ts'
import type { DisputeState } from '../shapes.ts'

/** A chargeback as stored; amounts in minor units. */
export type Chargeback = Readonly<{ id: number; state: DisputeState; amount: number; fee: number }>

/** A provider's data of a chargeback. */
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

/** Returns the chargeback with this id, locked until the transaction ends; a new one starts as an inquiry. */
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

/** Updates a chargeback's state and amount. */
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

/** Records which operator first reported a chargeback. */
export async function saveChargebackReporter(tx: Queryable, id: number, accountId: number): Promise<void> {
  await queryPrepared(tx, SAVE_REPORTER, [id, accountId])
}

const SAVE_REPORTER = {
  name: 'refunds_note_teller',
  text: 'update chargebacks set account_id = coalesce(account_id, $2) where id = $1',
}

/** Stores the fees that the provider has charged for a chargeback so far. */
export async function saveChargebackFee(tx: Queryable, id: number, fee: number): Promise<void> {
  await queryPrepared(tx, SAVE_FEE, [id, fee])
}

const SAVE_FEE = { name: 'refunds_note_fee', text: 'update chargebacks set fee_amount = $2 where id = $1' }

/** Stores the parts of a chargeback of an unapplied receipt: the unmatched amount, and the marketplace's loss. */
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

/** The liability for an order's share of a chargeback, in cents. */
export type ChargebackShare = Readonly<{
  orderId: number
  amount: number
  escrow: number
  net: number
  commission: number
  tax: number
  loss: number
}>

/** Inserts an order's share of a chargeback, once. */
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

/** Reverses the orders' shares of a won chargeback; returns the orders' public ids and recovered amounts. */
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
