import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { CarrierName } from '#core/shipping/carriers.ts'
import type { NamedOrder } from '../record-order-action.ts'

/** Units of a line of a store's order, by the store's id of the line. */
type Units = readonly Readonly<{ lineId: string; quantity: number }>[]

/** A parcel of a store's order; without a connection the store is no longer connected. */
export type ShippedParcel = Readonly<{
  shopOrderId: string
  connectionId: number | null
  orderId: string
  units: Units
  /** All units of the order that are in parcels. */
  sentUnits: Units
  trackings: readonly Readonly<{ carrier: CarrierName; number: string }>[]
  shippedAt: Date
  /** The other parcels of the order, by their public ids. */
  otherParcels: readonly string[]
  /** Former numbers of the parcel. */
  formerNumbers: readonly string[]
  /** Whether another parcel of the order was reversed, and its store does not have that yet. */
  isBlocked: boolean
}>

/**
 * Returns a parcel with the data that its store needs; undefined if it was reversed or has no store's order. `id` is
 * its public id.
 */
export async function findShippedParcel(db: Queryable, id: string): Promise<ShippedParcel | undefined> {
  const [found] = await queryPrepared<ShippedParcel>(db, FIND_PARCEL, [id])
  return found
}

const UNITS = `
  coalesce(json_agg(json_build_object('lineId', u.external_id, 'quantity', u.quantity) order by u.external_id), '[]')`

/** Units of parcels of the order, by line. */
const unitsOf = (condition: string) => `(
  select ${UNITS} from (
    select c.external_id, sum(l.quantity)::int as quantity
    from parcels x
    join parcel_lines l on l.parcel_id = x.id
    join shop_order_units c on c.supplier_order_line_id = l.supplier_order_line_id
    where c.order_id = s.id and ${condition} group by c.external_id) u)`

/** Returns the SQL of a parcel's former numbers, in their order. */
export const formerNumbersOf = (parcel: string) => `(
  select coalesce(array_agg(distinct n ->> 'number'), '{}') from parcel_corrections f
  cross join jsonb_array_elements(f.numbers_before) n where f.parcel = ${parcel})`

const FIND_PARCEL = {
  name: 'shop_orders_find_shipped_parcel',
  text: `
    select s.public_id as "shopOrderId", s.connection_id as "connectionId", s.external_id as "orderId",
      ${unitsOf('x.id = p.id')} as units, ${unitsOf('x.supplier_order_id = any(m.orders)')} as "sentUnits",
      (select coalesce(json_agg(json_build_object('carrier', t.carrier, 'number', t.number) order by t.id), '[]')
        from parcel_trackings t where t.parcel_id = p.id) as trackings,
      p.shipped_at as "shippedAt",
      (select coalesce(array_agg(x.public_id), '{}') from parcels x
        where x.supplier_order_id = any(m.orders) and x.id <> p.id) as "otherParcels",
      ${formerNumbersOf('p.public_id')} as "formerNumbers",
      exists (select from parcel_corrections c join effects e on e.kind = 'shop_orders.correct_parcel' and e.subject = c.public_id
        where c.supplier_order_id = any(m.orders) and c.numbers_after = '[]' and e.state not in ('done', 'cancelled')
          and e.next_attempt_at is not null) as "isBlocked"
    from parcels p
    join supplier_orders o on o.id = p.supplier_order_id
    join purchases b on b.id = o.purchase_id
    join shop_orders s on s.public_id = b.vendor_order
    cross join lateral (
      select array_agg(y.id) as orders from supplier_orders y join purchases z on z.id = y.purchase_id
      where z.vendor_order = s.public_id and z.paid_at is not null) m
    where p.public_id = $1`,
}

/** Returns the parcels of a store's order that have a tracking number, with the order's connection, oldest first. */
export async function listShippedParcels(
  db: Queryable,
  shopOrderId: string,
): Promise<Readonly<{ id: string; connectionId: number | null }>[]> {
  return queryPrepared(db, LIST_PARCELS, [shopOrderId])
}

const LIST_PARCELS = {
  name: 'shop_orders_list_shipped_parcels',
  text: `
    select p.public_id as id, s.connection_id as "connectionId"
    from shop_orders s
    join purchases b on b.vendor_order = s.public_id and b.paid_at is not null
    join supplier_orders o on o.purchase_id = b.id
    join parcels p on p.supplier_order_id = o.id
    where s.public_id = $1 and s.platform <> 'manual' and exists (select from parcel_trackings t where t.parcel_id = p.id)
    order by p.id`,
}

/** Returns the order of an account's store if a parcel, or a correction of one, belongs to it. */
export async function findOrderOfUpdate(
  db: Queryable,
  { accountId, shopOrderId, subject }: Readonly<{ accountId: number; shopOrderId: string; subject: string }>,
): Promise<NamedOrder | undefined> {
  const [found] = await queryPrepared<NamedOrder>(db, FIND_OF_PARCEL, [accountId, shopOrderId, subject])
  return found
}

const FIND_OF_PARCEL = {
  name: 'shop_orders_find_of_parcel',
  text: `
    select s.public_id as id, s.number from parcels p
    join supplier_orders o on o.id = p.supplier_order_id
    join purchases b on b.id = o.purchase_id
    join shop_orders s on s.public_id = b.vendor_order
    where s.account_id = $1 and s.public_id = $2 and p.public_id = $3
    union all
    select s.public_id as id, s.number from parcel_corrections c
    join supplier_orders o on o.id = c.supplier_order_id
    join purchases b on b.id = o.purchase_id
    join shop_orders s on s.public_id = b.vendor_order
    where s.account_id = $1 and s.public_id = $2 and c.public_id = $3`,
}

/** Returns whether an update of an order could not be sent to its store. */
export async function hasStoreProblem(db: Queryable, shopOrderId: string): Promise<boolean> {
  return (await queryPrepared(db, HAS_PROBLEM, [shopOrderId])).length > 0
}

const HAS_PROBLEM = {
  name: 'shop_orders_has_store_problem',
  text: 'select 1 from shop_orders where public_id = $1 and has_store_problem',
}

/**
 * Stores whether an order's vendor has to decide about a parcel, a correction or a cancellation that its store refused.
 */
export async function refreshStoreProblem(
  tx: Transaction,
  { shopOrderId, kind }: Readonly<{ shopOrderId: string; kind: string }>,
): Promise<void> {
  // Read after the lock, so that no other transaction changes it.
  await queryPrepared(tx, LOCK_ORDER, [shopOrderId])
  await queryPrepared(tx, REFRESH_PROBLEM, [shopOrderId, kind])
}

const LOCK_ORDER = {
  name: 'shop_orders_lock_for_store_problem',
  text: 'select 1 from shop_orders where public_id = $1 for update',
}

const REFRESH_PROBLEM = {
  name: 'shop_orders_refresh_store_problem',
  text: `
    update shop_orders s set has_store_problem = x.has_problem
    from (select exists (
      select from effects e join shop_orders c on c.public_id = e.subject and c.cancel_requested_at is not null
      where e.kind = 'shop_orders.cancel_order' and e.subject = $1 and e.state in ('unknown', 'refused')
        and e.next_attempt_at is null) or exists (
      select from purchases b
      join supplier_orders o on o.purchase_id = b.id
      join parcels p on p.supplier_order_id = o.id
      join effects e on e.kind = $2 and e.subject = p.public_id
      where b.vendor_order = $1 and e.state in ('unknown', 'refused') and e.next_attempt_at is null) or exists (
      select from purchases b
      join supplier_orders o on o.purchase_id = b.id
      join parcel_corrections c on c.supplier_order_id = o.id
      join effects e on e.kind = 'shop_orders.correct_parcel' and e.subject = c.public_id
      where b.vendor_order = $1 and e.state in ('unknown', 'refused') and e.next_attempt_at is null) as has_problem) x
    where s.public_id = $1 and s.has_store_problem <> x.has_problem`,
}
