import { queryPrepared, type Queryable } from '#database/database.ts'
import type { EffectState } from '#platform/effects/effect.ts'
import { formerNumbersOf } from './tracking-queries.ts'

/** The effect that sets a reported parcel's current numbers, or deletes its report, by the correction's public id. */
export const CORRECTION_EFFECT = 'shop_orders.correct_parcel'

/** Lists corrections of reported parcels that were not sent to an order's store, oldest first. */
export async function listOpenCorrections(
  db: Queryable,
  shopOrderId: string,
): Promise<Readonly<{ id: string; connectionId: number | null }>[]> {
  return queryPrepared(db, LIST_OPEN, [shopOrderId])
}

const LIST_OPEN = {
  name: 'shop_orders_list_open_corrections',
  text: `
    select c.public_id as id, s.connection_id as "connectionId"
    from shop_orders s
    join purchases b on b.vendor_order = s.public_id and b.paid_at is not null
    join supplier_orders o on o.purchase_id = b.id
    join parcel_corrections c on c.supplier_order_id = o.id
    join effects r on r.kind = 'shop_orders.send_parcel' and r.subject = c.parcel and r.created_at <= c.created_at
    where s.public_id = $1
      and not exists (select from effects e where e.kind = '${CORRECTION_EFFECT}' and e.subject = c.public_id)
    order by c.id`,
}

/** A correction of a parcel of a store's order, with the state of the parcel's report to the store. */
export type StoreCorrection = Readonly<{
  shopOrderId: string
  connectionId: number | null
  orderId: string
  parcelId: string
  isRemoved: boolean
  formerNumbers: readonly string[]
  /** The store's ids of the order's other parcels. */
  otherIds: readonly string[]
  report: Readonly<{
    reference: string
    state: EffectState
    /** How often the store was called. */
    requests: number
    externalId: string | null
  }> | null
}>

/** Returns a correction by its public id; undefined if it is not of a store's order. */
export async function findCorrection(db: Queryable, id: string): Promise<StoreCorrection | undefined> {
  const [found] = await queryPrepared<StoreCorrection>(db, FIND, [id])
  return found
}

const FIND = {
  name: 'shop_orders_find_correction',
  text: `
    select s.public_id as "shopOrderId", s.connection_id as "connectionId", s.external_id as "orderId", c.parcel as "parcelId",
      not exists (select from parcels p where p.public_id = c.parcel) as "isRemoved",
      ${formerNumbersOf('c.parcel')} as "formerNumbers",
      (select coalesce(array_agg(e.external_id), '{}') from supplier_orders y
        join purchases z on z.id = y.purchase_id
        join parcels x on x.supplier_order_id = y.id and x.public_id <> c.parcel
        join effects e on e.kind = 'shop_orders.send_parcel' and e.subject = x.public_id and e.external_id is not null
        where z.vendor_order = s.public_id) as "otherIds",
      (select json_build_object('reference', e.public_id, 'state', e.state, 'requests', e.requests,
          'externalId', e.external_id)
        from effects e where e.kind = 'shop_orders.send_parcel' and e.subject = c.parcel) as report
    from parcel_corrections c
    join supplier_orders o on o.id = c.supplier_order_id
    join purchases b on b.id = o.purchase_id
    join shop_orders s on s.public_id = b.vendor_order
    where c.public_id = $1`,
}
