import { z } from 'zod'
import { refused } from '#core/errors.ts'
import { addMs, HOUR, MINUTE } from '#core/time.ts'
import { type Database, inTransaction, type Queryable, type Transaction } from '#database/database.ts'
import { carrierTitle } from '#core/shipping/carriers.ts'
import { trackingUrl } from '#features/sales/orders/service.ts'
import {
  findConnectionByKey,
  openKeys,
  type StoreAccess,
  type StoreConnectionDeps,
  type StoreConnector,
  type StoreParcel,
  type StoreParcelResult,
} from '#features/stores/connections/service.ts'
import { type Effect, effect, type EffectAnswer, type EffectAttempt } from '#platform/effects/effect.ts'
import type { EffectTrailData } from '#platform/effects/effect-shapes.ts'
import { listEffectTrails } from '#platform/effects/effect-trail.ts'
import { type EffectRequest, requestEffects } from '#platform/effects/request-effects.ts'
import { CORRECTION_EFFECT, listOpenCorrections } from './correction-queries.ts'
import {
  findShippedParcel,
  hasStoreProblem,
  listShippedParcels,
  refreshStoreProblem,
  type ShippedParcel,
} from './tracking-queries.ts'

/** The effect that reports a parcel to a vendor's store, by the parcel's public id. */
export const TRACKING_EFFECT = 'shop_orders.send_parcel'

/** The number of attempts without an answer after which its vendor decides; a store may be down for days. */
const MAX_REQUESTS = 14

/** The wait until an order that is on hold in its store is tried again. */
const WAIT_MS = HOUR

/** Enqueues the updates about an order's parcels that its store has not received. Repeating it changes nothing. */
export async function requestTracking(
  db: Database,
  { stores }: Readonly<{ stores: Pick<StoreConnectionDeps, 'enqueue'> }>,
  { id, now }: Readonly<{ id: string; now: Date }>,
): Promise<void> {
  // A reversed parcel no longer needs an action.
  if (await hasStoreProblem(db, id))
    await inTransaction(db, (tx) => refreshStoreProblem(tx, { shopOrderId: id, kind: TRACKING_EFFECT }))
  const parcels = await listShippedParcels(db, id)
  const requested = new Set((await listParcelUpdates(db, parcels)).map(({ subject }) => subject))
  // Reversals come first, because they free units that are sent again.
  const requests = [
    ...(await listOpenCorrections(db, id)).map((correction) => toRequest(CORRECTION_EFFECT, correction)),
    ...parcels
      .filter((parcel) => !requested.has(parcel.id))
      .map((parcel) => toRequest(TRACKING_EFFECT, parcel)),
  ]
  if (requests.length === 0) return
  await inTransaction(db, (tx) => requestEffects(tx, requests, { enqueue: stores.enqueue, now }))
}

function toRequest(
  kind: string,
  { id: subject, connectionId }: Readonly<{ id: string; connectionId: number | null }>,
): EffectRequest {
  return { kind, subject, lane: `store ${connectionId ?? 'gone'}` }
}

/** Returns the updates sent to stores about these parcels, attempt by attempt. */
export async function listParcelUpdates(
  db: Queryable,
  parcels: readonly Readonly<{ id: string }>[],
): Promise<EffectTrailData[]> {
  if (parcels.length === 0) return []
  return listEffectTrails(db, { kind: TRACKING_EFFECT, subjects: parcels.map(({ id }) => id) })
}

/**
 * Returns the effect that reports a parcel to a vendor's store. A parcel that its supplier reverses before that is left
 * out; a disconnected store, or one that refuses, waits for its vendor.
 */
export function trackingEffect(stores: StoreConnectionDeps): Effect {
  return effect({
    kind: TRACKING_EFFECT,
    input: z.object({}),
    maxRequests: MAX_REQUESTS,
    begin: async (tx, { subject }) => (await findShippedParcel(tx, subject)) !== undefined,
    async lookUp(attempt, { db }) {
      const { connector, access, parcel } = await openParcel(db, stores, attempt)
      const found = await connector.findParcel(access, parcel)
      return found === 'none' ? 'none' : toAnswer(found, attempt)
    },
    async perform(attempt, { db }) {
      const { connector, access, parcel, isBlocked } = await openParcel(db, stores, attempt)
      if (isBlocked) return { outcome: 'postponed', message: BLOCKED, until: addMs(attempt.now, MINUTE) }
      return toAnswer(await connector.sendParcel(access, parcel), attempt)
    },
    settle: (tx, { subject }) => noteProblems(tx, subject),
  })
}

const BLOCKED = 'Waiting until your store has removed another parcel.'

/** Returns the answer of an effect for the outcome of a parcel in its store. */
export function toAnswer(result: StoreParcelResult, { now }: Pick<EffectAttempt, 'now'>): EffectAnswer {
  switch (result.outcome) {
    case 'sent':
      return { outcome: 'done', externalId: result.externalId, message: result.message }
    case 'refused':
      return { outcome: 'refused', message: result.reason }
    case 'waiting':
      return { outcome: 'postponed', message: result.reason, until: addMs(now, WAIT_MS) }
  }
}

type OpenParcel = Readonly<{
  connector: StoreConnector
  access: StoreAccess
  parcel: StoreParcel
  isBlocked: boolean
}>

/** Throws `store_gone` if the store is no longer connected. */
async function openParcel(
  db: Database,
  stores: StoreConnectionDeps,
  { subject, reference }: EffectAttempt,
): Promise<OpenParcel> {
  const shipped = await findShippedParcel(db, subject)
  const connection = shipped?.connectionId ? await findConnectionByKey(db, shipped.connectionId) : undefined
  if (!shipped || !connection)
    throw refused(
      'store_gone',
      'This store is no longer connected. Add the tracking number there yourself.',
      { isRequested: false },
    )
  const others = await listParcelUpdates(
    db,
    shipped.otherParcels.map((id) => ({ id })),
  )
  return {
    connector: stores.connectorFor(connection.platform),
    access: await openKeys(stores, connection),
    isBlocked: shipped.isBlocked,
    parcel: toStoreParcel(shipped, {
      reference,
      otherIds: others.flatMap(({ externalId }) => externalId ?? []),
    }),
  }
}

/** Returns a parcel in the form for its store. Carriers without a name of their own have none there either. */
export function toStoreParcel(
  { orderId, units, sentUnits, trackings, shippedAt, formerNumbers }: ShippedParcel,
  known: Pick<StoreParcel, 'reference' | 'otherIds'>,
): StoreParcel {
  return {
    ...known,
    orderId,
    units,
    sentUnits,
    shippedAt,
    formerNumbers,
    trackings: trackings.map(({ carrier, number }) => ({
      carrier: carrier === 'other' ? '' : carrierTitle(carrier),
      number,
      url: trackingUrl(carrier, number),
    })),
  }
}

/** Marks the order as needing attention while one of its parcels waits for its vendor. */
async function noteProblems(tx: Transaction, parcelId: string): Promise<void> {
  const shipped = await findShippedParcel(tx, parcelId)
  if (shipped) await refreshStoreProblem(tx, { ...shipped, kind: TRACKING_EFFECT })
}
