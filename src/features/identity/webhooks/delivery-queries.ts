import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'

/** The channel of the database's notifications about webhooks to send. */
export const WEBHOOK_CHANNEL = 'webhooks'

/** One attempt at a delivery. */
export type DeliveryAttempt = Readonly<{
  at: string
  status: number | null
  milliseconds: number
  message: string
}>

/** A delivery in a list; `key` is its position. */
export type DeliveryRow = Readonly<{
  key: number
  id: string
  event: string
  type: string
  data: object
  state: 'pending' | 'delivered' | 'failed'
  occurredAt: Date
  nextAttemptAt: Date | null
  attempts: readonly DeliveryAttempt[]
}>

/** A filter of an endpoint's deliveries. */
export type DeliveryFilter = Readonly<{
  endpoint: number
  state: DeliveryRow['state'] | undefined
  cursor: number | undefined
  limit: number
}>

/** Returns deliveries of an endpoint, the newest first. */
export async function listDeliveries(db: Queryable, filter: DeliveryFilter): Promise<DeliveryRow[]> {
  const { endpoint, state, cursor, limit } = filter
  return queryPrepared<DeliveryRow>(db, LIST, [endpoint, state ?? null, cursor ?? null, limit])
}

const LIST = {
  name: 'webhooks_list_deliveries',
  text: `
    select d.id as key, d.public_id as id, e.public_id as event, e.type, e.data, d.state, e.occurred_at as "occurredAt",
      d.next_attempt_at as "nextAttemptAt", d.log as attempts
    from webhook_deliveries d join webhook_events e on e.id = d.event_id
    where d.endpoint_id = $1 and ($2::text is null or d.state = $2) and ($3::bigint is null or d.id < $3)
    order by d.id desc limit $4`,
}

/** Schedules a delivery of an endpoint for now; returns whether there is one. */
export async function updateReplayed(
  tx: Transaction,
  { endpoint, id, now }: Readonly<{ endpoint: number; id: string; now: Date }>,
): Promise<boolean> {
  return (await queryPrepared(tx, REPLAY, [endpoint, id, now])).length > 0
}

const REPLAY = {
  name: 'webhooks_replay',
  text: `
    update webhook_deliveries set state = 'pending', attempts = 0, next_attempt_at = $3
    where endpoint_id = $1 and public_id = $2 returning id`,
}

/** An event for one endpoint. */
export type NewEvent = Readonly<{
  endpoint: number
  id: string
  deliveryId: string
  type: string
  data: object
  now: Date
}>

/** Stores an event for one endpoint alone. */
export async function insertEvent(tx: Transaction, event: NewEvent): Promise<void> {
  const { endpoint, id, deliveryId, type, data, now } = event
  await queryPrepared(tx, INSERT, [endpoint, id, deliveryId, type, JSON.stringify(data), now])
}

const INSERT = {
  name: 'webhooks_insert_event',
  text: `
    with stored as (
      insert into webhook_events (public_id, type, data, occurred_at) values ($2, $4, $5, $6) returning id)
    insert into webhook_deliveries (public_id, endpoint_id, event_id, next_attempt_at, created_at)
    select $3, $1, stored.id, $6, $6 from stored`,
}

/** A due delivery with all data of an attempt; the secrets are sealed. */
export type DueDelivery = Readonly<{
  key: number
  endpoint: number
  endpointId: string
  url: string
  secret: Uint8Array
  previousSecret: Uint8Array | null
  event: string
  type: string
  data: object
  occurredAt: Date
  attempts: number
}>

/**
 * Claims due deliveries, at most five of each endpoint, so that a slow endpoint does not delay others. They are due
 * again when the lease ends, in case this process dies.
 */
export async function claimDue(
  tx: Transaction,
  { now, leaseUntil, limit }: Readonly<{ now: Date; leaseUntil: Date; limit: number }>,
): Promise<DueDelivery[]> {
  return queryPrepared<DueDelivery>(tx, CLAIM, [now, leaseUntil, limit])
}

const CLAIM = {
  name: 'webhooks_claim_due',
  text: `
    with due as (
      select id from (
        select d.id, row_number() over (partition by d.endpoint_id order by d.next_attempt_at, d.id) as place
        from webhook_deliveries d where d.state = 'pending' and d.next_attempt_at <= $1) ranked
      where place <= 5 order by id limit $3),
    claimed as (
      select d.id from webhook_deliveries d join due using (id)
      where d.state = 'pending' and d.next_attempt_at <= $1 for update of d skip locked)
    update webhook_deliveries d set next_attempt_at = $2, attempts = d.attempts + 1
    from claimed, webhook_endpoints w, webhook_events e
    where d.id = claimed.id and w.id = d.endpoint_id and e.id = d.event_id and w.state = 'active' and w.removed_at is null
    returning d.id as key, w.id as endpoint, w.public_id as "endpointId", w.url, w.secret,
      case when w.previous_until > $1 then w.previous_secret end as "previousSecret", e.public_id as event, e.type, e.data,
      e.occurred_at as "occurredAt", d.attempts`,
}

/** The state of a delivery after an attempt. */
export type DeliveryChange = Readonly<{
  key: number
  state: DeliveryRow['state']
  attempt: DeliveryAttempt
  nextAttemptAt: Date | null
}>

/** The most attempts listed of a delivery. */
const MAX_LOGGED = 20

/** Stores a delivery's state after an attempt. */
export async function updateAttempted(tx: Transaction, change: DeliveryChange): Promise<void> {
  const { key, state, attempt, nextAttemptAt } = change
  await queryPrepared(tx, UPDATE, [key, state, JSON.stringify([attempt]), nextAttemptAt, MAX_LOGGED])
}

const UPDATE = {
  name: 'webhooks_update_attempted',
  text: `
    update webhook_deliveries set state = $2, next_attempt_at = $4,
      log = case when jsonb_array_length(log) < $5 then log else log - 0 end || $3::jsonb
    where id = $1`,
}

/** The state of an endpoint after an attempt, and who manages it. */
export type EndpointHealth = Readonly<{
  state: 'active' | 'paused'
  url: string
  failingSince: Date | null
  /** The business's original account, or the one that added an endpoint of the marketplace. */
  email: string | null
}>

/** Records an attempt's success or failure at an endpoint; returns the endpoint's health. */
export async function updateHealth(
  tx: Transaction,
  { endpoint, isDelivered, now }: Readonly<{ endpoint: number; isDelivered: boolean; now: Date }>,
): Promise<EndpointHealth | undefined> {
  return (await queryPrepared<EndpointHealth>(tx, UPDATE_HEALTH, [endpoint, isDelivered, now]))[0]
}

const UPDATE_HEALTH = {
  name: 'webhooks_update_health',
  text: `
    update webhook_endpoints w set failing_since = case when $2 then null else coalesce(w.failing_since, $3) end
    where w.id = $1
    returning w.state, w.url, w.failing_since as "failingSince",
      (select a.email from accounts a where a.id = coalesce(w.business_id, w.created_by) and a.closed_at is null) as email`,
}

/** Marks a paused endpoint's pending deliveries as failed, so that they are no longer sent automatically. */
export async function failPending(tx: Transaction, endpoint: number): Promise<void> {
  await queryPrepared(
    tx,
    {
      name: 'webhooks_fail_pending',
      text: `update webhook_deliveries set state = 'failed', next_attempt_at = null where endpoint_id = $1 and state = 'pending'`,
    },
    [endpoint],
  )
}

/** Deletes events of before a moment with their deliveries; returns how many events. */
export async function deleteEventsBefore(db: Queryable, before: Date): Promise<number> {
  return (await queryPrepared(db, DELETE_OLD, [before])).length
}

const DELETE_OLD = {
  name: 'webhooks_delete_old',
  text: `
    delete from webhook_events where id in (
      select e.id from webhook_events e where e.occurred_at < $1 and not exists (
        select from webhook_deliveries d where d.event_id = e.id and d.state = 'pending') limit 10000)
    returning id`,
}
