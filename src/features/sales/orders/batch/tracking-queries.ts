import { queryPrepared, type Queryable } from '#database/database.ts'
import type { SupplierOrderState } from '../shapes.ts'

/** A paid order of a store with its number, its unshipped units and its tracking numbers. */
export type NumberedOrder = Readonly<{
  id: string
  number: string
  state: SupplierOrderState
  isPickup: boolean
  left: number
  trackingNumbers: readonly string[]
}>

/** Returns the paid orders of an owner's store that have these numbers. */
export async function listOrdersByNumber(
  db: Queryable,
  ownerId: number,
  numbers: readonly string[],
): Promise<NumberedOrder[]> {
  return queryPrepared<NumberedOrder>(db, LIST_BY_NUMBER, [ownerId, numbers])
}

const LIST_BY_NUMBER = {
  name: 'orders_list_by_number',
  text: `
    select o.public_id as id, p.number, o.state, p.shipping_method = 'pickup' as "isPickup",
      (select coalesce(sum(l.quantity - l.shipped_quantity - l.withdrawn_quantity), 0)
        from supplier_order_lines l where l.supplier_order_id = o.id) as left,
      array(select t.number from parcels c join parcel_trackings t on t.parcel_id = c.id
        where c.supplier_order_id = o.id) as "trackingNumbers"
    from supplier_orders o
    join suppliers s on s.id = o.supplier_id
    join purchases p on p.id = o.purchase_id
    where s.owner_id = $1 and p.number = any($2::text[]) and p.paid_at is not null`,
}
