import type { Database } from '#database/database.ts'
import { AppError } from '#core/errors.ts'
import type { OrderDeps } from '../../port.ts'
import { type LabelRequest, requestLabel } from '../buy-label.ts'
import { type ParcelBody, resolveParcel } from '../planning/resolve-parcel.ts'

type LabelsRequest = Readonly<{
  ownerId: number
  /** The account that buys them. */
  memberId: number
  batch: string
  labels: readonly (ParcelBody &
    Readonly<{ order: string; service: string; quote: NonNullable<LabelRequest['quote']> }>)[]
  hubCountry: string
  deps: OrderDeps
  now: Date
}>

/**
 * Requests labels for a store's orders, each in its own transaction, and returns each result: being bought, or why not.
 * Repeating a batch buys nothing twice.
 */
export async function requestLabels(
  db: Database,
  { ownerId, memberId, batch, labels, hubCountry, deps, now }: LabelsRequest,
): Promise<{ id: string; isDone: boolean; message: string }[]> {
  const results = []
  const scope = { ownerId }
  const cause = { actor: 'supplier', accountId: memberId } as const
  for (const { order: id, service, quote, ...body } of labels) {
    try {
      const parcel = await resolveParcel(db, { id, scope }, body)
      await requestLabel(
        db,
        { id, scope, cause, deps, now },
        { ...parcel, hubCountry, service, quote, batch, idempotencyKey: batch },
      )
      results.push({ id, isDone: true, message: 'The label is being bought.' })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.push({ id, isDone: false, message: error.message })
    }
  }
  return results
}
