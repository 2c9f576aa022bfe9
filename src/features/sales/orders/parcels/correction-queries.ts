import { newId } from '#core/ids.ts'
import { queryPrepared, type Queryable } from '#database/database.ts'
import type { LockedOrder } from '../lifecycle/lifecycle-queries.ts'
import type { parcelCorrections } from '../tables.ts'
import type { ParcelDetails, Tracking } from './parcel-queries.ts'

/** A change of a parcel's numbers; without numbers after it the parcel was reversed. */
export type ParcelCorrection = Readonly<{
  locked: LockedOrder
  parcel: ParcelDetails
  after: readonly Tracking[]
  now: Date
}>

/** Stores a change of a parcel's numbers, if they differ; returns whether they did. */
export async function insertCorrection(
  tx: Queryable,
  { locked, parcel, after, now }: ParcelCorrection,
): Promise<boolean> {
  const before = toJson(parcel.trackings)
  if (before === toJson(after)) return false
  const id = newId('parcelCorrection', now.getTime())
  await queryPrepared(tx, INSERT, [id, locked.order.id, parcel.publicId, before, toJson(after), now])
  return true
}

function toJson(trackings: readonly Tracking[]): string {
  return JSON.stringify(trackings.map(({ carrier, number }) => ({ carrier, number })))
}

const INSERT = {
  name: 'orders_insert_parcel_correction',
  text: `
    insert into parcel_corrections (public_id, supplier_order_id, parcel, numbers_before, numbers_after, created_at)
    values ($1, $2, $3, $4, $5, $6)`,
}

/** A stored change of a parcel's numbers, with the key of its order. */
export type StoredCorrection = Pick<
  typeof parcelCorrections.$inferSelect,
  'publicId' | 'supplierOrderId' | 'parcel' | 'numbersBefore' | 'numbersAfter' | 'createdAt'
>

/** Lists the changes of numbers of all parcels of these orders, the oldest first. */
export async function listCorrections(
  db: Queryable,
  orderIds: readonly number[],
): Promise<StoredCorrection[]> {
  return queryPrepared<StoredCorrection>(db, LIST, [orderIds])
}

const LIST = {
  name: 'orders_list_parcel_corrections',
  text: `
    select public_id as "publicId", supplier_order_id as "supplierOrderId", parcel, numbers_before as "numbersBefore",
      numbers_after as "numbersAfter", created_at as "createdAt"
    from parcel_corrections where supplier_order_id = any($1::bigint[]) order by id`,
}
