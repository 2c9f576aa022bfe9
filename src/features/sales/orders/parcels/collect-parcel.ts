import { randomInt } from 'node:crypto'
import type { Database } from '#database/database.ts'
import { invalid, refused } from '#core/errors.ts'
import type { Acting } from '../lifecycle/answer-order.ts'
import { workOn } from '../lifecycle/change-order.ts'
import type { LineUnits, LockedOrder } from '../lifecycle/lifecycle-queries.ts'
import { arrive, packUnits, parcelOf } from './send-parcel.ts'

/** Pieces that can be collected: `where` says where and when. Without `units` all that is left. The same key is the same collection. */
export type Collection = Readonly<{
  where: string
  units: readonly LineUnits[] | undefined
  idempotencyKey: string
}>

/**
 * Says of an order that is picked up that pieces are ready; for the order that is what a parcel on its way is for others. Refuses
 * with `not_picked_up`, and as `sendParcel` does.
 */
export function readyToCollect(
  db: Database,
  acting: Acting,
  { where, units, idempotencyKey }: Collection,
): Promise<LockedOrder> {
  return packUnits(db, acting, {
    units,
    idempotencyKey,
    content: ['collect', where],
    wayOf: ({ isPickup }) => {
      if (isPickup) return { collection: { code: collectionCode(), note: where } }
      throw refused('not_picked_up', 'This order is sent: add its parcel with the tracking number instead.')
    },
  })
}

/**
 * Notes that pieces were collected, which is proved by the code that their buyer has shown: it counts as the buyer's own word.
 * Throws `parcel_not_found` and `wrong_code`.
 */
export function wasCollected(
  db: Database,
  acting: Acting,
  { parcelId, code }: Readonly<{ parcelId: string; code: string }>,
): Promise<LockedOrder> {
  return workOn(db, acting, async (tx, locked) => {
    const { collectionCode: right } = await parcelOf(tx, locked, parcelId)
    if (right === null || right !== code.trim().toUpperCase())
      throw invalid(
        'wrong_code',
        'That is not the code of these pieces. Please ask the buyer for it again.',
        {
          field: 'code',
        },
      )
    const cause = { ...acting.cause, actor: 'shopper', reason: 'Collected: the code was shown' } as const
    return arrive(tx, { acting: { ...acting, cause }, locked, parcelId })
  })
}

/** Letters and digits that are not mistaken for one another. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

function collectionCode(): string {
  return Array.from({ length: 6 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
}
