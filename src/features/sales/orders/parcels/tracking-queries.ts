import { queryPrepared, type Queryable } from '#database/database.ts'
import type { CarrierName } from '#core/shipping/carriers.ts'
import type { TrackingUpdate, TrackingEvent } from '../port.ts'
import type { TrackingState } from '../shapes.ts'

/** A tracked number of a parcel, with the public ids of its parcel and order. */
export type TrackedNumber = Readonly<{
  id: number
  carrier: CarrierName
  number: string
  trackerRef: string | null
  parcelId: string
  orderId: string
  version: number
  paidAt: Date
  /** Whether the parcel has no later number, so that it was not passed to another carrier. */
  isLast: boolean
}>

const SELECT_TRACKING = `
  select t.id, t.carrier, t.number, t.tracker_ref as "trackerRef", p.public_id as "parcelId",
    o.public_id as "orderId", o.version, u.paid_at as "paidAt",
    not exists (select from parcel_trackings l where l.parcel_id = t.parcel_id and l.id > t.id) as "isLast"
  from parcel_trackings t
  join parcels p on p.id = t.parcel_id
  join supplier_orders o on o.id = p.supplier_order_id
  join purchases u on u.id = o.purchase_id`

/** Lists tracking numbers of parcels due for a check: never checked first, then longest overdue. */
export async function listDueTrackings(
  db: Queryable,
  { now, since, limit }: Readonly<{ now: Date; since: Date; limit: number }>,
): Promise<TrackedNumber[]> {
  return queryPrepared<TrackedNumber>(db, LIST_DUE, [now, since, limit])
}

const LIST_DUE = {
  name: 'orders_list_due_trackings',
  text: `${SELECT_TRACKING}
    where p.delivered_at is null and u.currency <> 'XTS' and p.shipped_at > $2 and coalesce(t.next_check_at, p.shipped_at) <= $1
    order by t.next_check_at nulls first, p.shipped_at, t.id limit $3`,
}

/** Lists the tracking numbers of an update: those with its tracker, and equal numbers without a tracker. */
export async function listMatchingTrackings(
  db: Queryable,
  { number, trackerRef }: Pick<TrackingUpdate, 'number' | 'trackerRef'>,
): Promise<TrackedNumber[]> {
  return queryPrepared<TrackedNumber>(db, LIST_MATCHING_TRACKINGS, [number, trackerRef])
}

const LIST_MATCHING_TRACKINGS = {
  name: 'orders_list_trackings_of_news',
  text: `${SELECT_TRACKING}
    where t.number = $1 and (t.tracker_ref is null or t.tracker_ref = $2) order by t.id`,
}

/** The stored fields of a tracking update. */
export type TrackingUpdateInput = Readonly<{
  trackingId: number
  news: TrackingUpdate
  steps: readonly TrackingEvent[]
  nextCheckAt: Date
}>

/**
 * Stores a carrier's tracking update, each event once. Its state is that of its latest event by time; delivered is
 * final. Returns the state, and the former one.
 */
export async function saveTrackingUpdate(
  tx: Queryable,
  { trackingId, news, steps, nextCheckAt }: TrackingUpdateInput,
): Promise<{ state: TrackingState; before: TrackingState | null }> {
  // Concurrent updates wait for each other; otherwise neither would see the other's events.
  const [locked] = await queryPrepared<{ state: TrackingState | null }>(tx, LOCK_TRACKING, [trackingId])
  if (steps.length > 0) await queryPrepared(tx, INSERT_EVENTS, [trackingId, JSON.stringify(steps)])
  const values = [trackingId, news.trackerRef, news.state, news.expectedAt, nextCheckAt]
  const [row] = await queryPrepared<{ state: TrackingState }>(tx, UPDATE_STATE, values)
  return { state: row?.state ?? news.state, before: locked?.state ?? null }
}

const LOCK_TRACKING = {
  name: 'orders_lock_tracking',
  text: 'select state from parcel_trackings where id = $1 for update',
}
const INSERT_EVENTS = {
  name: 'orders_insert_tracking_steps',
  text: `
    insert into tracking_events (tracking_id, state, message, location, at)
    select $1, x.state, x.message, x.location, x.at
    from json_to_recordset($2) as x(state text, message text, location text, at timestamptz)
    on conflict (tracking_id, state, at) do nothing`,
}
const UPDATE_STATE = {
  name: 'orders_raise_tracking_state',
  text: `
    update parcel_trackings t set tracker_ref = $2, failures = 0, next_check_at = $5,
      expected_at = coalesce($4, t.expected_at),
      state = case when t.state = 'delivered' then t.state else coalesce((
        select e.state from tracking_events e where e.tracking_id = t.id
        order by (e.state = 'delivered') desc, e.at desc, e.id desc limit 1), $3, t.state) end
    where t.id = $1 returning t.state`,
}

/** Postpones the failed check of a tracking number: longer each time, a day at most. */
export async function postponeCheck(db: Queryable, trackingId: number, now: Date): Promise<void> {
  await queryPrepared(db, POSTPONE_CHECK, [trackingId, now])
}

const POSTPONE_CHECK = {
  name: 'orders_postpone_look',
  text: `
    update parcel_trackings set failures = failures + 1,
      next_check_at = $2::timestamptz + least(interval '10 minutes' * power(2, least(failures, 8)), interval '1 day')
    where id = $1`,
}

/** Inserts a carrier's webhook event by its id, once. */
export async function insertCarrierWebhookEvent(
  db: Queryable,
  event: Readonly<{ eventId: string; number: string | null; now: Date }>,
): Promise<void> {
  await queryPrepared(db, INSERT_WEBHOOK_EVENT, [event.eventId, event.number, event.now])
}

const INSERT_WEBHOOK_EVENT = {
  name: 'orders_insert_carrier_webhook',
  text: `
    insert into carrier_webhook_events (event_id, number, received_at) values ($1, $2, $3)
    on conflict (event_id) do nothing`,
}
