import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'

/** The owner of endpoints: a business by its original account, or the marketplace. */
export type EndpointOwner = number | null

/** A webhook endpoint with the deliveries of the last seven days by state. */
export type EndpointRow = Readonly<{
  key: number
  id: string
  url: string
  description: string
  events: readonly string[]
  state: 'active' | 'paused'
  problem: string | null
  createdAt: Date
  previousSecretUntil: Date | null
  delivered: number
  failed: number
  pending: number
}>

const ENDPOINT = `
  select w.id as key, w.public_id as id, w.url, w.description, w.events, w.state, w.problem, w.created_at as "createdAt",
    w.previous_until as "previousSecretUntil", d.delivered, d.failed, d.pending
  from webhook_endpoints w cross join lateral (
    select count(*) filter (where x.state = 'delivered')::int as delivered,
      count(*) filter (where x.state = 'failed')::int as failed, count(*) filter (where x.state = 'pending')::int as pending
    from webhook_deliveries x where x.endpoint_id = w.id and x.created_at > $2::timestamptz - interval '7 days') d
  where w.business_id is not distinct from $1 and w.removed_at is null`

/** Returns the endpoints of a business or the marketplace, the oldest first. */
export async function listEndpoints(db: Queryable, owner: EndpointOwner, now: Date): Promise<EndpointRow[]> {
  return queryPrepared<EndpointRow>(db, LIST, [owner, now])
}

const LIST = { name: 'webhooks_list_endpoints', text: `${ENDPOINT} order by w.id` }

/** An endpoint by its public id, of one owner. */
export type EndpointRef = Readonly<{ id: string; owner: EndpointOwner; now: Date }>

/** Returns an endpoint of its owner. */
export async function findEndpoint(
  db: Queryable,
  { id, owner, now }: EndpointRef,
): Promise<EndpointRow | undefined> {
  return (await queryPrepared<EndpointRow>(db, FIND, [owner, now, id]))[0]
}

const FIND = { name: 'webhooks_find_endpoint', text: `${ENDPOINT} and w.public_id = $3` }

/** A new endpoint; its secret is sealed. */
export type NewEndpoint = EndpointRef &
  Pick<EndpointRow, 'url' | 'description' | 'events'> &
  Readonly<{ secret: Uint8Array; memberId: number }>

/** Stores an endpoint, unless its owner has reached the limit; returns whether it did. */
export async function insertEndpoint(
  tx: Transaction,
  endpoint: NewEndpoint,
  maxCount: number,
): Promise<boolean> {
  const { id, owner, url, description, events, secret, memberId, now } = endpoint
  const values = [id, owner, url, description, [...events], secret, memberId, now, maxCount]
  return (await queryPrepared(tx, INSERT, values)).length > 0
}

const INSERT = {
  name: 'webhooks_insert_endpoint',
  text: `
    insert into webhook_endpoints (public_id, business_id, url, description, events, secret, state, created_by, created_at)
    select $1, $2, $3, $4, $5, $6, 'active', $7, $8
    where (select count(*) from webhook_endpoints w where w.business_id is not distinct from $2 and w.removed_at is null) < $9
    returning id`,
}

/** The changeable fields of an endpoint. */
export type EndpointFields = Pick<EndpointRow, 'url' | 'description' | 'events'>

/** Changes the URL and the events of an endpoint. */
export async function updateFields(tx: Transaction, key: number, fields: EndpointFields): Promise<void> {
  const { url, description, events } = fields
  await queryPrepared(tx, UPDATE_FIELDS, [key, url, description, [...events]])
}

const UPDATE_FIELDS = {
  name: 'webhooks_update_endpoint',
  text: 'update webhook_endpoints set url = $2, description = $3, events = $4 where id = $1',
}

/** Pauses an endpoint, with a reason if automatic, or resumes it. */
export async function updateState(
  tx: Transaction,
  key: number,
  { state, problem = null }: Readonly<{ state: EndpointRow['state']; problem?: string | null }>,
): Promise<void> {
  await queryPrepared(tx, UPDATE_STATE, [key, state, problem])
}

const UPDATE_STATE = {
  name: 'webhooks_update_state',
  text: 'update webhook_endpoints set state = $2, problem = $3, failing_since = null where id = $1',
}

/** Replaces the sealed secret of an endpoint; the previous one stays valid until a moment. */
export async function updateSecret(
  tx: Transaction,
  key: number,
  { secret, previousUntil }: Readonly<{ secret: Uint8Array; previousUntil: Date }>,
): Promise<void> {
  await queryPrepared(tx, UPDATE_SECRET, [key, secret, previousUntil])
}

const UPDATE_SECRET = {
  name: 'webhooks_update_secret',
  text: 'update webhook_endpoints set previous_secret = secret, previous_until = $3, secret = $2 where id = $1',
}

/** Removes an endpoint, or all of a business, with their undelivered events. */
export async function removeEndpoints(
  tx: Transaction,
  { key, businessId }: Readonly<{ key?: number; businessId?: number }>,
  now: Date,
): Promise<void> {
  await queryPrepared(tx, REMOVE, [key ?? null, businessId ?? null, now])
}

const REMOVE = {
  name: 'webhooks_remove_endpoints',
  text: `
    with removed as (
      update webhook_endpoints set removed_at = $3, state = 'paused'
      where (id = $1 or business_id = $2) and removed_at is null returning id)
    update webhook_deliveries d set state = 'failed', next_attempt_at = null
    from removed where d.endpoint_id = removed.id and d.state = 'pending'`,
}
