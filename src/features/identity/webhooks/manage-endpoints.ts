import { invalid, notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { addMs, DAY } from '#core/time.ts'
import { TEST_EVENT, WEBHOOK_EVENTS } from '#core/webhook-events.ts'
import { type Database, inTransaction, type Queryable, type Transaction } from '#database/database.ts'
import { type AuditSource, type AuditValues, recordChange } from '#features/identity/audit/service.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import type { WebhookDeliveryData, WebhookEndpointData } from './contract.ts'
import { toBody, toSecretContext } from './deliver.ts'
import {
  type DeliveryFilter,
  type DeliveryRow,
  failPending,
  insertEvent,
  listDeliveries,
  updateReplayed,
} from './delivery-queries.ts'
import {
  type EndpointFields,
  type EndpointOwner,
  type EndpointRef,
  type EndpointRow,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  removeEndpoints,
  updateFields,
  updateSecret,
  updateState,
} from './endpoint-queries.ts'
import type { WebhookDeps } from './port.ts'
import { createSecret } from './signature.ts'

/** The name of the job that attempts due deliveries. */
export const DELIVER_JOB = 'webhooks.deliver'

const MAX_ENDPOINTS = 10
const PAGE_SIZE = 50

/** The source of an endpoint's change, as the log records it, and its dependencies. */
export type WebhookChange = Readonly<{ source: AuditSource; owner: EndpointOwner; deps: WebhookDeps }>

/** Returns the endpoints of a business or the marketplace. */
export async function readEndpoints(
  db: Queryable,
  owner: EndpointOwner,
  now: Date,
): Promise<WebhookEndpointData[]> {
  return (await listEndpoints(db, owner, now)).map(toEndpointView)
}

/** A query of deliveries. */
export type DeliveryQuery = Pick<DeliveryFilter, 'state' | 'cursor'>

/** Returns an endpoint with a page of its deliveries, and the cursor of the next one. Throws `endpoint_not_found`. */
export async function readDeliveries(
  db: Queryable,
  ref: EndpointRef,
  query: DeliveryQuery,
): Promise<{ endpoint: WebhookEndpointData; deliveries: WebhookDeliveryData[]; nextCursor: number | null }> {
  const endpoint = await getEndpoint(db, ref)
  const found = await listDeliveries(db, { ...query, endpoint: endpoint.key, limit: PAGE_SIZE + 1 })
  const shown = found.slice(0, PAGE_SIZE)
  const nextCursor = found.length > PAGE_SIZE ? (shown.at(-1)?.key ?? null) : null
  return { endpoint: toEndpointView(endpoint), deliveries: shown.map(toDeliveryView), nextCursor }
}

/**
 * Adds an endpoint and returns it with its signing secret, which is stored sealed and not shown again. Throws `event_unknown`;
 * refuses with `server_address` and `too_many_endpoints`.
 */
export async function createEndpoint(
  db: Database,
  { source, owner, deps }: WebhookChange,
  { type, ...fields }: EndpointFields & Pick<Actor, 'type'>,
): Promise<{ endpoint: WebhookEndpointData; secret: string }> {
  await checkFields(deps, type, fields)
  const { now, memberId } = source
  const id = newId('webhookEndpoint', now.getTime())
  const secret = createSecret()
  const sealed = await deps.sealer.seal(secret, toSecretContext(id))
  const endpoint = await inTransaction(db, async (tx) => {
    if (!(await insertEndpoint(tx, { ...fields, id, owner, now, memberId, secret: sealed }, MAX_ENDPOINTS)))
      throw refused('too_many_endpoints', `You can have ${MAX_ENDPOINTS} endpoints. Remove one first.`)
    await record(
      tx,
      { source, owner },
      { id, action: 'Added a webhook endpoint', before: {}, after: toValues(fields) },
    )
    return getEndpoint(tx, { id, owner, now })
  })
  return { endpoint: toEndpointView(endpoint), secret }
}

/** Changes the URL and the events of an endpoint. Throws like `createEndpoint`, and `endpoint_not_found`. */
export async function updateEndpoint(
  db: Database,
  { source, owner, deps }: WebhookChange,
  { id, type, ...fields }: EndpointFields & Pick<Actor, 'type'> & Readonly<{ id: string }>,
): Promise<void> {
  await checkFields(deps, type, fields)
  await inTransaction(db, async (tx) => {
    const endpoint = await getEndpoint(tx, { id, owner, now: source.now })
    await updateFields(tx, endpoint.key, fields)
    const [before, after] = [toValues(endpoint), toValues(fields)]
    await record(tx, { source, owner }, { id, action: 'Changed a webhook endpoint', before, after })
  })
}

/**
 * Pauses or resumes an endpoint; pending deliveries of a paused one are no longer sent. Throws `endpoint_not_found`.
 */
export async function setState(
  db: Database,
  { source, owner }: WebhookChange,
  { id, state }: Readonly<{ id: string; state: EndpointRow['state'] }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const endpoint = await getEndpoint(tx, { id, owner, now: source.now })
    await updateState(tx, endpoint.key, { state })
    if (state === 'paused') await failPending(tx, endpoint.key)
    const action = state === 'paused' ? 'Paused a webhook endpoint' : 'Resumed a webhook endpoint'
    const [before, after] = [{ state: endpoint.state }, { state }]
    await record(tx, { source, owner }, { id, action, before, after })
  })
}

/** How long the previous secret signs beside the new one. */
const OVERLAP_MS = DAY

/** Replaces the signing secret of an endpoint and returns the new one. Throws `endpoint_not_found`. */
export async function rotateSecret(
  db: Database,
  { source, owner, deps }: WebhookChange,
  id: string,
): Promise<string> {
  const secret = createSecret()
  const sealed = await deps.sealer.seal(secret, toSecretContext(id))
  await inTransaction(db, async (tx) => {
    const { now } = source
    const endpoint = await getEndpoint(tx, { id, owner, now })
    const previousUntil = addMs(now, OVERLAP_MS)
    await updateSecret(tx, endpoint.key, { secret: sealed, previousUntil })
    const after = { previousSecretUntil: previousUntil.toISOString() }
    await record(tx, { source, owner }, { id, action: 'Replaced a webhook secret', before: {}, after })
  })
  return secret
}

/** Removes an endpoint with its undelivered events. Throws `endpoint_not_found`. */
export async function removeEndpoint(
  db: Database,
  { source, owner }: WebhookChange,
  id: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const endpoint = await getEndpoint(tx, { id, owner, now: source.now })
    await removeEndpoints(tx, { key: endpoint.key }, source.now)
    const before = toValues(endpoint)
    const after = { url: null, description: null, events: [] }
    await record(tx, { source, owner }, { id, action: 'Removed a webhook endpoint', before, after })
  })
}

/** Sends a test event to an endpoint. Throws `endpoint_not_found`; refuses with `endpoint_paused`. */
export async function sendTest(
  db: Database,
  { source, owner, deps }: WebhookChange,
  id: string,
): Promise<void> {
  const { now } = source
  await inTransaction(db, async (tx) => {
    const endpoint = await getActiveEndpoint(tx, { id, owner, now })
    await insertEvent(tx, {
      endpoint: endpoint.key,
      id: newId('webhookEvent', now.getTime()),
      deliveryId: newId('webhookDelivery', now.getTime()),
      type: TEST_EVENT,
      data: { endpoint: id, text: 'It works.' },
      now,
    })
    await deps.enqueue(tx, { job: DELIVER_JOB, input: {} })
  })
}

/** Sends a delivery again. Throws `delivery_not_found`; refuses with `endpoint_paused`. */
export async function replayDelivery(
  db: Database,
  { source, owner, deps }: WebhookChange,
  { id, delivery }: Readonly<{ id: string; delivery: string }>,
): Promise<void> {
  const { now } = source
  await inTransaction(db, async (tx) => {
    const endpoint = await getActiveEndpoint(tx, { id, owner, now })
    if (!(await updateReplayed(tx, { endpoint: endpoint.key, id: delivery, now })))
      throw notFound('delivery_not_found', 'This delivery no longer exists.')
    await deps.enqueue(tx, { job: DELIVER_JOB, input: {} })
  })
}

async function checkFields(deps: WebhookDeps, type: Actor['type'], fields: EndpointFields): Promise<void> {
  const unknown = fields.events.find((event) => !Object.hasOwn(WEBHOOK_EVENTS[type], event))
  if (unknown !== undefined) throw invalid('event_unknown', `There is no event ${unknown}.`)
  await deps.checkAddress(fields.url)
}

async function getEndpoint(db: Queryable, ref: EndpointRef): Promise<EndpointRow> {
  const endpoint = await findEndpoint(db, ref)
  if (!endpoint) throw notFound('endpoint_not_found', 'This webhook endpoint doesn’t exist.')
  return endpoint
}

async function getActiveEndpoint(tx: Transaction, ref: EndpointRef): Promise<EndpointRow> {
  const endpoint = await getEndpoint(tx, ref)
  if (endpoint.state === 'paused')
    throw refused('endpoint_paused', 'This endpoint is paused. Resume it first.')
  return endpoint
}

type LoggedChange = Readonly<{ id: string; action: string; before: AuditValues; after: AuditValues }>

async function record(
  tx: Transaction,
  { source, owner }: Pick<WebhookChange, 'source' | 'owner'>,
  { id, ...change }: LoggedChange,
): Promise<void> {
  const entry = {
    ...change,
    supplierId: null,
    businessId: owner,
    kind: 'api',
    entity: `webhook:${id}`,
  } as const
  await recordChange(tx, source, entry)
}

function toValues({ url, description, events }: EndpointFields): AuditValues {
  return { url, description, events: [...events] }
}

function toEndpointView(endpoint: EndpointRow): WebhookEndpointData {
  const { key: _key, delivered, failed, pending, createdAt, previousSecretUntil, ...shown } = endpoint
  return {
    ...shown,
    events: [...shown.events],
    createdAt: createdAt.toISOString(),
    previousSecretUntil: previousSecretUntil?.toISOString() ?? null,
    counts: { delivered, failed, pending },
  }
}

function toDeliveryView(delivery: DeliveryRow): WebhookDeliveryData {
  const { id, event, type, state, occurredAt, nextAttemptAt, attempts } = delivery
  return {
    id,
    event,
    type,
    state,
    occurredAt: occurredAt.toISOString(),
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    attempts: [...attempts],
    body: toBody(delivery),
  }
}
