import { queryPrepared, type Queryable } from '#database/database.ts'
import type { LabelState, SupplierOrderState } from '../shapes.ts'

/** An order to pack, with its newest valid label. */
export type OrderToPack = Readonly<{
  id: number
  publicId: string
  number: string
  state: SupplierOrderState
  shipBy: Date | null
  firstName: string
  lastName: string
  city: string
  country: string
  warehouse: string
  shippingService: string | null
  labelState: LabelState | null
  labelService: string | null
}>

type PackingQuery = Readonly<{ ownerId: number; endOfDay: Date; limit: number }>

/** Lists the orders of an owner's store to be packed, most urgent first. */
export async function listOrdersToPack(
  db: Queryable,
  { ownerId, endOfDay, limit }: PackingQuery,
): Promise<OrderToPack[]> {
  return queryPrepared<OrderToPack>(db, LIST, [ownerId, endOfDay, limit])
}

// Each half uses its own index; together they would read all orders of the store.
const LIST = {
  name: 'orders_list_to_pack',
  text: `
    with own as (select id from suppliers where owner_id = $1),
    wanted as (
      select o.id from supplier_orders o
      where o.supplier_id = any(select id from own) and o.state in ('accepted', 'in_progress') and o.ship_by < $2
      union
      select l.supplier_order_id from parcel_labels l join supplier_orders o on o.id = l.supplier_order_id
      where l.case_id is null and l.packed_at is null and l.state in ('asked', 'bought', 'used') and o.supplier_id = any(select id from own)
        and o.state in ('accepted', 'in_progress', 'shipped'))
    select o.id, o.public_id as "publicId", p.number, o.state, o.ship_by as "shipBy", coalesce(o.recipient ->> 'firstName', p.first_name) as "firstName",
      coalesce(o.recipient ->> 'lastName', p.last_name) as "lastName", coalesce(o.recipient ->> 'city', p.city) as city, p.country, o.warehouse, o.shipping_service as "shippingService",
      l.state as "labelState", l.carrier_service as "labelService"
    from wanted w join supplier_orders o on o.id = w.id join purchases p on p.id = o.purchase_id
    left join lateral (
      select state, carrier_service from parcel_labels
      where supplier_order_id = o.id and case_id is null and packed_at is null and state in ('asked', 'bought', 'used', 'failed')
      order by id desc limit 1) l on true
    where p.shipping_method = 'ship'
    order by o.ship_by nulls last, o.id limit $3`,
}

/** Stores whether an order's parcels with labels are packed; returns how many such labels there are. */
export async function updatePackedAt(
  tx: Queryable,
  { orderId, packedAt }: Readonly<{ orderId: number; packedAt: Date | null }>,
): Promise<number> {
  return (await queryPrepared(tx, UPDATE_PACKED_AT, [orderId, packedAt])).length
}

const UPDATE_PACKED_AT = {
  name: 'orders_update_packed_at',
  text: `
    update parcel_labels set packed_at = $2
    where supplier_order_id = $1 and case_id is null and state in ('asked', 'bought', 'used') returning id`,
}
