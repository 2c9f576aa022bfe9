import { MAX_SHOWN } from '#core/shown-rows.ts'
import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { PrivacyKind } from '#features/stores/connections/service.ts'

/** A customer's request through a store's platform. */
export type PrivacyRequest = Readonly<{
  key: number
  id: string
  accountId: number
  connectionId: number | null
  store: string
  kind: PrivacyKind
  orderIds: readonly string[]
  receivedAt: Date
  doneAt: Date | null
}>

/** A request to store. */
export type NewPrivacyRequest = Omit<PrivacyRequest, 'key' | 'doneAt'> & Readonly<{ eventKey: string }>

/** Stores a request; returns its key, undefined if it was stored before. */
export async function insertPrivacyRequest(
  tx: Transaction,
  request: NewPrivacyRequest,
): Promise<number | undefined> {
  const { id, accountId, connectionId, store, eventKey, kind, orderIds, receivedAt } = request
  const values = [id, accountId, connectionId, store, eventKey, kind, orderIds, receivedAt]
  const [stored] = await queryPrepared<{ key: number }>(tx, INSERT, values)
  return stored?.key
}

const INSERT = {
  name: 'shop_orders_insert_privacy_request',
  text: `
    insert into store_privacy_requests (public_id, account_id, connection_id, store_name, event_key, kind, order_ids, received_at)
    values ($1, $2, $3, $4, $5, $6, $7::text[], $8)
    on conflict (connection_id, event_key) do nothing returning id as key`,
}

const COLUMNS = `id as key, public_id as id, account_id as "accountId", connection_id as "connectionId", store_name as store, kind,
  order_ids as "orderIds", received_at as "receivedAt", done_at as "doneAt"`

/** Returns a request that is not done, locked until the transaction ends. */
export async function lockOpenRequest(tx: Transaction, key: number): Promise<PrivacyRequest | undefined> {
  const [found] = await queryPrepared<PrivacyRequest>(tx, LOCK, [key])
  return found
}

const LOCK = {
  name: 'shop_orders_lock_privacy_request',
  text: `select ${COLUMNS} from store_privacy_requests where id = $1 and done_at is null for update`,
}

/** Returns the keys of the requests that wait to be performed. */
export async function listOpenRequests(db: Queryable): Promise<number[]> {
  const found = await queryPrepared<{ key: number }>(db, LIST_OPEN, [])
  return found.map(({ key }) => key)
}

const LIST_OPEN = {
  name: 'shop_orders_list_open_privacy_requests',
  text: `select id as key from store_privacy_requests where done_at is null and kind <> 'data' order by id limit 1000`,
}

/** Returns the newest requests of an account. */
export async function listPrivacyRequests(db: Queryable, accountId: number): Promise<PrivacyRequest[]> {
  return queryPrepared<PrivacyRequest>(db, LIST, [accountId])
}

const LIST = {
  name: 'shop_orders_list_privacy_requests',
  text: `select ${COLUMNS} from store_privacy_requests where account_id = $1 order by id desc limit ${MAX_SHOWN.privacyRequests}`,
}

/** Marks a request as done. */
export async function markRequestDone(tx: Queryable, key: number, now: Date): Promise<void> {
  await queryPrepared(tx, MARK_DONE, [key, now])
}

const MARK_DONE = {
  name: 'shop_orders_mark_privacy_request_done',
  text: 'update store_privacy_requests set done_at = coalesce(done_at, $2) where id = $1',
}

/** An order of a request; one that suppliers still send is not erased yet. */
export type ConcernedOrder = Readonly<{ key: number; id: string; externalId: string; isActive: boolean }>

/** Returns the orders of a store that a request names, or all of them. */
export async function listConcernedOrders(
  db: Queryable,
  {
    accountId,
    connectionId,
    kind,
    orderIds,
  }: Pick<PrivacyRequest, 'accountId' | 'connectionId' | 'kind' | 'orderIds'>,
): Promise<ConcernedOrder[]> {
  return queryPrepared<ConcernedOrder>(db, LIST_CONCERNED, [
    accountId,
    connectionId,
    kind === 'erase_store' ? null : orderIds,
  ])
}

const LIST_CONCERNED = {
  name: 'shop_orders_list_concerned_orders',
  text: `
    select s.id as key, s.public_id as id, s.external_id as "externalId",
      exists (select from purchases p join supplier_orders o on o.purchase_id = p.id
        where p.vendor_order = s.public_id and p.paid_at is not null
          and o.state not in ('completed', 'cancelled', 'rejected', 'refunded', 'expired')) as "isActive"
    from shop_orders s
    where s.account_id = $1 and s.connection_id = $2 and ($3::text[] is null or s.external_id = any($3::text[]))
    order by s.id`,
}

/** Erases the customers' data of orders, and the webhooks that reported them. */
export async function eraseCustomers(
  tx: Transaction,
  {
    connectionId,
    orders,
    now,
  }: Readonly<{ connectionId: number; orders: readonly ConcernedOrder[]; now: Date }>,
): Promise<void> {
  const externalIds = orders.map(({ externalId }) => externalId)
  await queryPrepared(tx, ERASE_ADDRESSES, [orders.map(({ key }) => key), now])
  await queryPrepared(tx, DELETE_EVENTS, [connectionId, externalIds])
}

const ERASE_ADDRESSES = {
  name: 'shop_orders_erase_addresses',
  text: 'update shop_orders set address = null, erased_at = $2 where id = any($1::bigint[])',
}
const DELETE_EVENTS = {
  name: 'shop_orders_delete_events_of_orders',
  text: 'delete from shop_order_events where connection_id = $1 and external_order_id = any($2::text[])',
}
