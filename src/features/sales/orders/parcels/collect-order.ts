import { randomInt } from 'node:crypto'
import type { Database } from '#database/database.ts'
import { invalid, refused } from '#core/errors.ts'
import type { OrderActionContext } from '../lifecycle/answer-order.ts'
import { withLockedOrder } from '../lifecycle/change-order.ts'
import type { LineUnits, LockedOrder } from '../lifecycle/lifecycle-queries.ts'
import { applyArrival, packUnits, getParcel } from './send-parcel.ts'

/**
 * Items that are ready to collect: `where` is the place and time. Without `units` all that is left. The same key is the
 * same collection.
 */
export type ReadyToCollectInput = Readonly<{
  where: string
  units: readonly LineUnits[] | undefined
  idempotencyKey: string
}>

/**
 * Marks items of a pickup as ready to collect. Its state is the same as that of orders with a parcel in transit.
 * Refuses with `not_picked_up`, and as `sendParcel` does.
 */
export function markReadyToCollect(
  db: Database,
  context: OrderActionContext,
  { where, units, idempotencyKey }: ReadyToCollectInput,
): Promise<LockedOrder> {
  return packUnits(db, context, {
    units,
    idempotencyKey,
    content: ['collect', where],
    wayOf: ({ isPickup }) => {
      if (isPickup) return { collection: { code: generateCollectionCode(), note: where } }
      throw refused(
        'not_picked_up',
        'This order is shipped, not collected. Add its parcel with the tracking number instead.',
      )
    },
  })
}

/**
 * Records a collection with the buyer's code, which counts as the buyer's confirmation. Throws `parcel_not_found` and
 * `wrong_code`.
 */
export function confirmCollection(
  db: Database,
  context: OrderActionContext,
  { parcelId, code }: Readonly<{ parcelId: string; code: string }>,
): Promise<LockedOrder> {
  return withLockedOrder(db, context, async (tx, locked) => {
    const { collectionCode: expectedCode } = await getParcel(tx, locked, parcelId)
    if (expectedCode === null || expectedCode !== code.trim().toUpperCase())
      throw invalid('wrong_code', 'This code doesn’t match. Ask the buyer for it again.', {
        field: 'code',
      })
    const cause = { ...context.cause, actor: 'shopper', reason: 'Collected: the code was shown' } as const
    return applyArrival(tx, { acting: { ...context, cause }, locked, parcelId })
  })
}

/** Letters and digits that are hard to confuse. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

function generateCollectionCode(): string {
  return Array.from({ length: 6 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
}
