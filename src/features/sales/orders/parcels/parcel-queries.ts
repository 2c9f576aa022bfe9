import { selectColumns, queryPrepared, type Queryable } from '#database/database.ts'
import type { CarrierName } from '#core/shipping/carriers.ts'
import type { TrackingState } from '../shapes.ts'
import type { LineUnits } from '../lifecycle/lifecycle-queries.ts'
import { parcels } from '../tables.ts'

/** A parcel as stored. */
export type Parcel = typeof parcels.$inferSelect

/** A tracking number of a parcel, and its carrier. */
export type Tracking = Readonly<{ carrier: CarrierName; number: string }>

/** A number with its carrier's updates. */
export type TrackingDetails = Tracking &
  Readonly<{
    state: TrackingState | null
    expectedAt: string | null
    lastStep: Readonly<{ message: string; location: string; at: string }> | null
  }>

/** A parcel with its numbers, oldest first, and what is in it. */
export type ParcelDetails = Parcel &
  Readonly<{ trackings: readonly TrackingDetails[]; lines: readonly LineUnits[] }>

/** How items get to their buyer: by a tracking number, or collected with a code. The note is the place and time. */
export type DeliveryMethod =
  | Readonly<{ tracking: Tracking }>
  | Readonly<{ collection: Readonly<{ code: string; note: string }> }>

/** A new parcel, with its units. */
export type NewParcel = Readonly<{
  publicId: string
  orderId: number
  idempotencyKey: string
  requestHash: string
  way: DeliveryMethod
  units: readonly LineUnits[]
  now: Date
}>

/**
 * Inserts a parcel with its tracking number and items, which count as sent; returns its key. Violates
 * `supplier_order_lines_units` for more than is left.
 */
export async function insertParcel(tx: Queryable, parcel: NewParcel): Promise<number> {
  const { publicId, orderId, idempotencyKey, requestHash, way, units, now } = parcel
  const tracking = 'tracking' in way ? way.tracking : undefined
  const collection = 'collection' in way ? way.collection : undefined
  const values = [
    publicId,
    orderId,
    idempotencyKey,
    requestHash,
    now,
    tracking?.carrier ?? null,
    tracking?.number ?? null,
    JSON.stringify(units),
    collection?.code ?? null,
    collection?.note ?? '',
  ]
  const [row] = await queryPrepared<{ id: number }>(tx, INSERT_PARCEL, values)
  if (!row) throw new Error('the parcel was not kept')
  return row.id
}

const INSERT_PARCEL = {
  name: 'orders_insert_parcel',
  text: `
    with parcel as (
      insert into parcels (public_id, supplier_order_id, idempotency_key, request_hash, shipped_at, collection_code,
        collection_note)
      values ($1, $2, $3, $4, $5, $9, $10) returning id),
    tracking as (
      insert into parcel_trackings (parcel_id, carrier, number, created_at) select id, $6, $7, $5 from parcel where $6::text is not null),
    units as (select "lineId", quantity from json_to_recordset($8) as x("lineId" bigint, quantity int)),
    packed as (
      insert into parcel_lines (parcel_id, supplier_order_line_id, quantity)
      select p.id, u."lineId", u.quantity from parcel p cross join units u),
    sent as (
      update supplier_order_lines l set shipped_quantity = l.shipped_quantity + u.quantity
      from units u where l.id = u."lineId")
    select id from parcel`,
}

/** Returns the parcel of an order that was added with this idempotency key. */
export async function findParcelByKey(
  db: Queryable,
  orderId: number,
  key: string,
): Promise<Parcel | undefined> {
  const [found] = await queryPrepared<Parcel>(db, FIND_BY_KEY, [orderId, key])
  return found
}

const FIND_BY_KEY = {
  name: 'orders_find_parcel_by_key',
  text: `select ${selectColumns(parcels, 'p')} from parcels p where p.supplier_order_id = $1 and p.idempotency_key = $2`,
}

/** Lists all parcels of these orders with their tracking numbers and items, oldest first. */
export async function listParcels(db: Queryable, orderIds: readonly number[]): Promise<ParcelDetails[]> {
  return queryPrepared<ParcelDetails>(db, LIST_PARCELS, [orderIds])
}

const LIST_PARCELS = {
  name: 'orders_list_parcels',
  text: `
    select ${selectColumns(parcels, 'p')},
      (select coalesce(json_agg(json_build_object('carrier', t.carrier, 'number', t.number, 'state', t.state,
          'expectedAt', t.expected_at, 'lastStep', (
            select json_build_object('message', e.message, 'location', e.location, 'at', e.at) from tracking_events e
            where e.tracking_id = t.id order by e.at desc, e.id desc limit 1)) order by t.id), '[]')
        from parcel_trackings t where t.parcel_id = p.id) as trackings,
      (select coalesce(json_agg(json_build_object('lineId', l.supplier_order_line_id, 'quantity', l.quantity)
          order by l.supplier_order_line_id), '[]')
        from parcel_lines l where l.parcel_id = p.id) as lines
    from parcels p where p.supplier_order_id = any($1::bigint[]) order by p.id`,
}

/** Adds a number to a parcel; an existing one changes nothing. Returns whether the parcel exists. */
export async function addTracking(
  tx: Queryable,
  parcelId: number,
  { carrier, number, now }: Tracking & Readonly<{ now: Date }>,
): Promise<void> {
  await queryPrepared(tx, ADD_TRACKING, [parcelId, carrier, number, now])
}

const ADD_TRACKING = {
  name: 'orders_add_tracking',
  text: `
    insert into parcel_trackings (parcel_id, carrier, number, created_at) values ($1, $2, $3, $4)
    on conflict (parcel_id, carrier, number) do nothing`,
}

/** Replaces a number of a parcel by another, and deletes the former one's updates. */
export async function replaceTracking(
  tx: Queryable,
  {
    parcelId,
    before,
    carrier,
    number,
    now,
  }: Tracking & Readonly<{ parcelId: number; before: string; now: Date }>,
): Promise<void> {
  await queryPrepared(tx, DELETE_EVENTS, [parcelId, before])
  await queryPrepared(tx, REPLACE_TRACKING, [parcelId, before, carrier, number, now])
  // The parcel had the other number, too.
  await queryPrepared(tx, DELETE_REPLACED, [parcelId, before, carrier, number])
}

const DELETE_EVENTS = {
  name: 'orders_delete_events_of_number',
  text: `
    delete from tracking_events e using parcel_trackings t
    where t.parcel_id = $1 and t.number = $2 and e.tracking_id = t.id`,
}
const REPLACE_TRACKING = {
  name: 'orders_replace_tracking',
  text: `
    update parcel_trackings t set carrier = $3, number = $4, tracker_ref = null, state = null, expected_at = null,
      next_check_at = null, failures = 0, created_at = $5
    where t.parcel_id = $1 and t.number = $2
      and t.id = (select min(m.id) from parcel_trackings m where m.parcel_id = $1 and m.number = $2)
      and not exists (select from parcel_trackings o where o.parcel_id = $1 and o.carrier = $3 and o.number = $4)`,
}
const DELETE_REPLACED = {
  name: 'orders_delete_replaced_tracking',
  text: `
    delete from parcel_trackings
    where parcel_id = $1 and number = $2 and not (carrier = $3 and number = $4)`,
}

/** Removes a number from a parcel with its carrier's updates. */
export async function deleteTracking(
  tx: Queryable,
  { parcelId, number }: Readonly<{ parcelId: number; number: string }>,
): Promise<void> {
  await queryPrepared(tx, DELETE_TRACKING, [parcelId, number])
}

const DELETE_TRACKING = {
  name: 'orders_delete_tracking',
  text: `
    with gone as (select id from parcel_trackings where parcel_id = $1 and number = $2),
    events as (delete from tracking_events e using gone where e.tracking_id = gone.id)
    delete from parcel_trackings t using gone where t.id = gone.id`,
}

/** Counts the units of a parcel as not sent. */
export async function returnUnits(tx: Queryable, parcelId: number): Promise<void> {
  await queryPrepared(tx, RETURN_UNITS, [parcelId])
}

const RETURN_UNITS = {
  name: 'orders_return_units',
  text: `
    update supplier_order_lines l set shipped_quantity = l.shipped_quantity - u.quantity
    from parcel_lines u where u.parcel_id = $1 and l.id = u.supplier_order_line_id`,
}

/** Deletes a parcel without an earning, with its units and numbers. */
export async function deleteParcel(tx: Queryable, parcelId: number): Promise<void> {
  for (const query of DELETE_PARCEL) await queryPrepared(tx, query, [parcelId])
}

const DELETE_PARCEL = [
  {
    name: 'orders_delete_parcel_events',
    text: `
      delete from tracking_events e using parcel_trackings t where t.parcel_id = $1 and e.tracking_id = t.id`,
  },
  {
    name: 'orders_delete_parcel_trackings',
    text: 'delete from parcel_trackings where parcel_id = $1',
  },
  { name: 'orders_delete_parcel_lines', text: 'delete from parcel_lines where parcel_id = $1' },
  { name: 'orders_delete_parcel', text: 'delete from parcels where id = $1' },
]

/** Marks a parcel as reported delivered by its supplier; the first report counts. */
export async function markReportedDelivered(tx: Queryable, parcelId: number, now: Date): Promise<void> {
  await queryPrepared(tx, MARK_REPORTED_DELIVERED, [parcelId, now])
}

const MARK_REPORTED_DELIVERED = {
  name: 'orders_mark_said',
  text: 'update parcels set reported_delivered_at = $2 where id = $1 and reported_delivered_at is null and delivered_at is null',
}

/** Marks parcels as delivered; the first report counts. Without a parcel's key it marks all of the order. */
export async function markDelivered(
  tx: Queryable,
  { orderId, parcelId, by, now }: Readonly<{ orderId: number; parcelId?: number; by: string; now: Date }>,
): Promise<void> {
  await queryPrepared(tx, MARK_DELIVERED, [orderId, parcelId ?? null, by, now])
}

const MARK_DELIVERED = {
  name: 'orders_mark_delivered',
  text: `
    update parcels set delivered_at = $4, delivered_by = $3
    where supplier_order_id = $1 and ($2::bigint is null or id = $2) and delivered_at is null`,
}
