import { queryPrepared, type Queryable } from '#database/database.ts'
import type { PaymentMethod } from '#features/money/payments/contract.ts'
import type { RefundActor, RefundState } from '../shapes.ts'

/** The liability for a refund, in cents: the order's balances, or the marketplace. */
export type RefundLiability = Readonly<{
  escrow: number
  net: number
  commission: number
  tax: number
  goodwill: number
}>

/** A new refund; `orderId` is null for money without an order. `key` identifies its reason, once. */
export type NewRefundRequest = Readonly<{
  publicId: string
  key: string
  orderId: number | null
  receiptId: number
  currency: string
  amount: number
  liability: RefundLiability
  shipping: number
  reason: string
  requestHash: string | null
  actor: RefundActor
  accountId: number | null
  state: 'asked' | 'done' | 'undone'
  providerRefundId: string | null
  now: Date
}>

/** Inserts a refund. Violates `refund_requests_key_key` if it was requested before. */
export async function insertRefundRequest(tx: Queryable, refund: NewRefundRequest): Promise<void> {
  const { liability, state, now, ...rest } = refund
  await queryPrepared(tx, INSERT_REFUND, [
    rest.publicId,
    rest.key,
    rest.orderId,
    rest.receiptId,
    rest.currency,
    rest.amount,
    liability.escrow,
    liability.net,
    liability.commission,
    liability.tax,
    liability.goodwill,
    rest.shipping,
    rest.reason,
    rest.requestHash,
    rest.actor,
    rest.accountId,
    state,
    rest.providerRefundId,
    now,
  ])
}

const INSERT_REFUND = {
  name: 'refunds_insert',
  text: `
    insert into refund_requests (public_id, key, supplier_order_id, receipt_id, currency, amount, escrow_amount, net_amount,
      commission_amount, tax_amount, goodwill_amount, shipping_amount, reason, request_hash, actor, account_id, state,
      provider_refund_id, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19)`,
}

/** A stored refund, with its receipt. */
export type StoredRefund = Readonly<{
  id: number
  publicId: string
  orderId: number | null
  receiptId: number
  currency: string
  amount: number
  reason: string
  requestHash: string | null
  actor: RefundActor
  state: RefundState
  providerRefundId: string | null
  provider: string
  method: PaymentMethod
  /** Our transaction id, and the provider's ids of the payment and of the money. */
  reference: string
  providerRef: string | null
  externalId: string
  paid: number
  receivedAt: Date
}>

const FIELDS = `
  r.id, r.public_id as "publicId", r.supplier_order_id as "orderId", r.receipt_id as "receiptId", r.currency, r.amount,
  r.reason, r.request_hash as "requestHash", r.actor, r.state, r.provider_refund_id as "providerRefundId", c.provider, p.method, p.public_id as reference, p.provider_ref as "providerRef",
  c.external_id as "externalId", c.amount as paid, c.received_at as "receivedAt"`
const SOURCE = 'receipts c join payments p on p.id = c.payment_id'

/** Returns the refund requested with this key. */
export async function findRefundByKey(db: Queryable, key: string): Promise<StoredRefund | undefined> {
  const [found] = await queryPrepared<StoredRefund>(db, FIND_BY_KEY, [key])
  return found
}

const FIND_BY_KEY = {
  name: 'refunds_find_by_key',
  text: `select ${FIELDS} from refund_requests r join (${SOURCE}) on c.id = r.receipt_id where r.key = $1`,
}

/** Returns the refund with a public id, locked until the transaction ends. */
export async function lockRefund(tx: Queryable, publicId: string): Promise<StoredRefund | undefined> {
  const [found] = await queryPrepared<StoredRefund>(tx, LOCK_REFUND, [publicId])
  return found
}

const LOCK_REFUND = {
  name: 'refunds_lock',
  text: `
    select ${FIELDS} from refund_requests r join (${SOURCE}) on c.id = r.receipt_id
    where r.public_id = $1 for update of r`,
}

/** Returns the refund with a public id, with the data to send. */
export async function findRefundToSend(db: Queryable, publicId: string): Promise<StoredRefund | undefined> {
  const [found] = await queryPrepared<StoredRefund>(db, FIND_TO_SEND, [publicId])
  return found
}

const FIND_TO_SEND = {
  name: 'refunds_find_to_send',
  text: `select ${FIELDS} from refund_requests r join (${SOURCE}) on c.id = r.receipt_id where r.public_id = $1`,
}

/** Marks a refund as sent before its provider is called; returns whether it is still to be sent. */
export async function markRefundSent(tx: Queryable, publicId: string, now: Date): Promise<boolean> {
  return (await queryPrepared(tx, MARK_SENT, [publicId, now])).length > 0
}

const MARK_SENT = {
  name: 'refunds_mark_sent',
  text: `
    update refund_requests set state = case state when 'asked' then 'sent' else state end, updated_at = $2
    where public_id = $1 and state in ('asked', 'sent', 'unknown') returning id`,
}

/** Returns how many refunds of the same receipt preceded this one, except failed ones. */
export async function countEarlierRefunds(db: Queryable, { id, receiptId }: StoredRefund): Promise<number> {
  const [found] = await queryPrepared<{ count: number }>(db, COUNT_EARLIER, [receiptId, id])
  return found?.count ?? 0
}

const COUNT_EARLIER = {
  name: 'refunds_count_earlier',
  text: `
    select count(*) as count from refund_requests
    where receipt_id = $1 and id < $2 and state in ('sent', 'unknown', 'done')`,
}

/** Returns how many refunds a receipt had, in any state; while it is locked, none can be added. */
export async function countReceiptRefunds(tx: Queryable, receiptId: number): Promise<number> {
  const [found] = await queryPrepared<{ count: number }>(tx, COUNT_OF_RECEIPT, [receiptId])
  return found?.count ?? 0
}

const COUNT_OF_RECEIPT = {
  name: 'refunds_count_of_receipt',
  text: 'select count(*) as count from refund_requests where receipt_id = $1',
}

/** The new data of a refund. */
export type RefundChange = Readonly<{
  publicId: string
  /** The states in which this change applies. */
  from: readonly RefundState[]
  state: RefundState
  providerRefundId?: string | undefined
  now: Date
}>

/** Updates a refund that is in one of the states; returns whether it was. */
export async function updateRefund(db: Queryable, change: RefundChange): Promise<boolean> {
  const { publicId, from, state, providerRefundId, now } = change
  return (
    (await queryPrepared(db, UPDATE_REFUND, [publicId, from, state, providerRefundId ?? null, now])).length >
    0
  )
}

const UPDATE_REFUND = {
  name: 'refunds_note',
  text: `
    update refund_requests set state = $3, provider_refund_id = coalesce($4, provider_refund_id), updated_at = $5
    where public_id = $1 and state = any($2::text[]) returning id`,
}

/** Marks a waiting refund as paid by an operator; returns whether it was waiting. */
export async function markPaidManually(
  db: Queryable,
  paid: Readonly<{ publicId: string; how: string; reference: string; accountId: number; now: Date }>,
): Promise<boolean> {
  const { publicId, how, reference, accountId, now } = paid
  return (await queryPrepared(db, MARK_PAID, [publicId, how, reference, accountId, now])).length > 0
}

const MARK_PAID = {
  name: 'refunds_note_paid_by_hand',
  text: `
    update refund_requests set state = 'paid_by_hand', manual_payment_method = $2, paid_reference = $3, paid_by = $4, updated_at = $5
    where public_id = $1 and state = 'refused' returning id`,
}

/** Records refunded units of lines. Violates `supplier_order_lines_refunded` for more units than were sent. */
export async function refundUnits(
  tx: Queryable,
  units: readonly Readonly<{ lineId: number; quantity: number }>[],
): Promise<void> {
  await queryPrepared(tx, REFUND_UNITS, [JSON.stringify(units)])
}

const REFUND_UNITS = {
  name: 'refunds_refund_units',
  text: `
    update supplier_order_lines l set refunded_quantity = l.refunded_quantity + x.quantity
    from json_to_recordset($1) as x("lineId" bigint, quantity int) where l.id = x."lineId"`,
}
