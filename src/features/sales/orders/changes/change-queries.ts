import type { Id } from '#core/ids.ts'
import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { LineUnits } from '../lifecycle/lifecycle-queries.ts'
import type { Recipient } from './recipient-rules.ts'

/** The content of a change: a new recipient and address, or unwanted units. */
export type ChangeContent = Readonly<
  { kind: 'recipient'; content: Recipient } | { kind: 'units'; content: readonly LineUnits[] }
>

/**
 * The state of a change: `applied` at once, or requested from the supplier and answered; `withdrawn` if it is no longer
 * requested.
 */
export type ChangeState = 'applied' | 'open' | 'accepted' | 'declined' | 'withdrawn'

/** Who requests a change: the vendor's store, or the vendor. */
export type ChangeRequester = 'store' | 'vendor'

/** A change of a supplier order after it was paid. */
export type ChangeRequest = ChangeContent &
  Readonly<{
    id: Id<'changeRequest'>
    supplierOrderId: number
    requestedBy: ChangeRequester
    state: ChangeState
    reason: string | null
    requestedAt: Date
    answeredAt: Date | null
  }>

const COLUMNS = `r.public_id as id, r.supplier_order_id as "supplierOrderId", r.kind, r.content, r.requested_by as "requestedBy", r.state, r.reason,
  r.requested_at as "requestedAt", r.answered_at as "answeredAt"`

/** Returns the changes of these orders, the oldest first. */
export async function listChangeRequests(
  db: Queryable,
  orderIds: readonly number[],
): Promise<ChangeRequest[]> {
  if (orderIds.length === 0) return []
  return queryPrepared<ChangeRequest>(db, LIST, [orderIds])
}

const LIST = {
  name: 'orders_list_change_requests',
  text: `select ${COLUMNS} from order_change_requests r where r.supplier_order_id = any($1::bigint[]) order by r.id`,
}

/** A change to store. */
export type NewChange = ChangeContent &
  Readonly<{
    id: Id<'changeRequest'>
    orderId: number
    requestedBy: ChangeRequester
    state: 'applied' | 'open'
    reason: string | null
    now: Date
  }>

/** Stores a change. Violates `order_change_requests_open` if another one of its kind is open. */
export async function insertChange(tx: Transaction, change: NewChange): Promise<void> {
  const { id, orderId, kind, content, requestedBy, state, reason, now } = change
  await queryPrepared(tx, INSERT, [
    id,
    orderId,
    kind,
    JSON.stringify(content),
    state,
    reason,
    now,
    requestedBy,
  ])
}

const INSERT = {
  name: 'orders_insert_change_request',
  text: `
    insert into order_change_requests (public_id, supplier_order_id, kind, content, state, reason, requested_at, answered_at, requested_by)
    values ($1, $2, $3, $4, $5, $6, $7::timestamptz, case when $5 = 'open' then null else $7::timestamptz end, $8)`,
}

/** The end of a request: an answer with its reason, or its withdrawal. */
export type ChangeAnswer = Readonly<{
  id: string
  state: Exclude<ChangeState, 'open' | 'applied'>
  reason: string | null
  now: Date
}>

/** Closes an open request. */
export async function closeChange(tx: Transaction, { id, state, reason, now }: ChangeAnswer): Promise<void> {
  await queryPrepared(tx, CLOSE, [id, state, reason, now])
}

const CLOSE = {
  name: 'orders_close_change_request',
  text: `
    update order_change_requests set state = $2, reason = coalesce($3, reason), answered_at = $4
    where public_id = $1 and state = 'open'`,
}

/** Sets the recipient and address of an order. */
export async function updateRecipient(tx: Transaction, orderId: number, recipient: Recipient): Promise<void> {
  await queryPrepared(tx, UPDATE_RECIPIENT, [orderId, JSON.stringify(recipient)])
}

const UPDATE_RECIPIENT = {
  name: 'orders_update_recipient',
  text: 'update supplier_orders set recipient = $2::jsonb where id = $1',
}
