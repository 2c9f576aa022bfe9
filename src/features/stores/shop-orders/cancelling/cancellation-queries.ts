import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'

/** The data of a vendor's store order for its cancellation. */
export type CancellableOrder = Readonly<{
  number: string
  platform: 'shopify' | 'woocommerce' | 'manual'
  shopState: 'unpaid' | 'paid' | 'cancelled' | 'refunded'
  connectionId: number | null
  /** The rights that its store does not grant us. */
  limits: readonly 'cancel_orders'[]
  /** Whether a supplier has shipped anything of it. */
  isShipped: boolean
  /** Whether its vendor is cancelling it. */
  isCancelling: boolean
  /** Whether its store has finally refused the cancellation. */
  isRefused: boolean
}>

/** Returns an order of an account, locked until the transaction ends; `kind` is the effect's. */
export async function lockCancellable(
  tx: Transaction,
  { accountId, id, kind }: Readonly<{ accountId: number; id: string; kind: string }>,
): Promise<CancellableOrder | undefined> {
  const [found] = await queryPrepared<CancellableOrder>(tx, LOCK_ORDER, [accountId, id, kind])
  return found
}

/** Whether a parcel of the order `s` exists. */
const IS_SHIPPED = `
  exists (select from purchases b join supplier_orders o on o.purchase_id = b.id join parcels p on p.supplier_order_id = o.id
    where b.vendor_order = s.public_id)`

const LOCK_ORDER = {
  name: 'shop_orders_lock_cancellable',
  text: `
    select s.number, s.platform, s.shop_state as "shopState", s.connection_id as "connectionId",
      coalesce((select c.limits from store_connections c where c.id = s.connection_id), '{}') as limits,
      s.cancel_requested_at is not null as "isCancelling", ${IS_SHIPPED} as "isShipped",
      exists (select from effects e where e.kind = $3 and e.subject = s.public_id and e.state = 'refused'
        and e.next_attempt_at is null) as "isRefused"
    from shop_orders s where s.account_id = $1 and s.public_id = $2 for update of s`,
}

/** Stores since when an order is being cancelled in its store; null if it continues. */
export async function saveCancelRequest(
  tx: Transaction,
  { id, requestedAt }: Readonly<{ id: string; requestedAt: Date | null }>,
): Promise<void> {
  await queryPrepared(tx, SAVE_REQUEST, [id, requestedAt])
}

const SAVE_REQUEST = {
  name: 'shop_orders_save_cancel_request',
  text: `
    update shop_orders set cancel_requested_at = case when $2::timestamptz is null then null
      else coalesce(cancel_requested_at, $2) end where public_id = $1`,
}

/** Returns the order that is being cancelled, by its public id; undefined if it isn't. */
export async function findOrderToCancel(
  db: Queryable,
  id: string,
): Promise<Readonly<{ connectionId: number | null; externalId: string }> | undefined> {
  const [found] = await queryPrepared<{ connectionId: number | null; externalId: string }>(db, FIND_ORDER, [
    id,
  ])
  return found
}

const FIND_ORDER = {
  name: 'shop_orders_find_order_to_cancel',
  text: `
    select connection_id as "connectionId", external_id as "externalId" from shop_orders
    where public_id = $1 and cancel_requested_at is not null`,
}
