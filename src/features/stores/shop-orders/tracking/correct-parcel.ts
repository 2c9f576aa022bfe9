import { z } from 'zod'
import { refused } from '#core/errors.ts'
import { addMs, MINUTE } from '#core/time.ts'
import type { Database } from '#database/database.ts'
import {
  findConnectionByKey,
  openKeys,
  type StoreConnectionDeps,
  type StoreParcel,
} from '#features/stores/connections/service.ts'
import { type Effect, effect, type EffectAnswer, type EffectAttempt } from '#platform/effects/effect.ts'
import { CORRECTION_EFFECT, findCorrection, type StoreCorrection } from './correction-queries.ts'
import { toAnswer, toStoreParcel, TRACKING_EFFECT } from './send-tracking.ts'
import { findShippedParcel, refreshStoreProblem } from './tracking-queries.ts'

/** The number of attempts without an answer after which the order's vendor decides. */
const MAX_REQUESTS = 14

/** The wait until an unclear report of a parcel is known, before it is corrected. */
const WAIT_MS = 5 * MINUTE

/**
 * Returns the effect that corrects a parcel that was reported to a vendor's store. It gets its current numbers, or its
 * report is deleted. Without a report that the store may have it is cancelled, because the report itself uses the
 * current numbers.
 */
export function correctionEffect(stores: StoreConnectionDeps): Effect {
  return effect({
    kind: CORRECTION_EFFECT,
    input: z.object({}),
    maxRequests: MAX_REQUESTS,
    async begin(tx, { subject }) {
      const report = (await findCorrection(tx, subject))?.report
      return report ? report.requests > 0 && report.state !== 'refused' : false
    },
    // Every attempt reads the store first, and changes nothing that is right.
    lookUp: async (attempt, { db }) => correct(db, stores, attempt),
    perform: async (attempt, { db }) => correct(db, stores, attempt),
    async settle(tx, { subject }) {
      const correction = await findCorrection(tx, subject)
      if (correction) await refreshStoreProblem(tx, { ...correction, kind: TRACKING_EFFECT })
    },
  })
}

/** Throws `store_gone` if the store is no longer connected. */
async function correct(
  db: Database,
  stores: StoreConnectionDeps,
  attempt: EffectAttempt,
): Promise<EffectAnswer> {
  const correction = await findCorrection(db, attempt.subject)
  const connection = correction?.connectionId
    ? await findConnectionByKey(db, correction.connectionId)
    : undefined
  if (!correction?.report || !connection)
    throw refused(
      'store_gone',
      'This store is no longer connected. Correct the tracking number there yourself.',
      { isRequested: false },
    )
  const { isRemoved, report } = correction
  if (!isRemoved && report.state !== 'done')
    return {
      outcome: 'postponed',
      message: 'It isn’t clear yet whether your store has this parcel. It is corrected there after that.',
      until: addMs(attempt.now, WAIT_MS),
    }
  const connector = stores.connectorFor(connection.platform)
  const result = await connector.correctParcel(await openKeys(stores, connection), {
    parcel: await readParcel(db, correction, attempt),
    externalId: report.externalId,
    isRemoved,
  })
  return toAnswer(result, attempt)
}

async function readParcel(
  db: Database,
  correction: StoreCorrection,
  { now }: EffectAttempt,
): Promise<StoreParcel> {
  const { parcelId, orderId, formerNumbers, otherIds, report } = correction
  const known = { reference: report?.reference ?? '', otherIds }
  const shipped = await findShippedParcel(db, parcelId)
  if (shipped) return toStoreParcel(shipped, known)
  return { ...known, orderId, formerNumbers, units: [], sentUnits: [], trackings: [], shippedAt: now }
}
