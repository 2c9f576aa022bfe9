import {
  acceptOrder,
  cancelOrder,
  confirmReceipt,
  rejectOrder,
} from '#features/sales/orders/lifecycle/answer-order.ts'
import { markParcelArrived, sendParcel } from '#features/sales/orders/parcels/send-parcel.ts'
import { listLines, listParcels } from '#features/sales/orders/service.ts'
import { answerReview } from '#features/catalogue/reviews/writing/answer-review.ts'
import { saveReview } from '#features/catalogue/reviews/writing/save-review.ts'
import { DAY, HOUR, later, MINUTE } from '#core/time.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { chance } from '../../../../demo/compose/chance.ts'
import { playComplaint } from './play-complaint.ts'
import type { PlannedPart, PlannedPurchase } from './plan-history.ts'
import type { SetStage, StagedSupplier } from './stage.ts'
import type { Story } from './timeline.ts'

/** A paid supplier order whose story is played. */
export type OrderStory = Readonly<{
  id: string
  orderId: number
  purchaseId: string
  supplier: StagedSupplier
  buyer: Actor | undefined
  paidAt: Date
  part: PlannedPart
  planned: PlannedPurchase
}>

/** A supplier order from its payment until it has arrived and was reviewed, or until it ends otherwise. */
export async function* playSupplierOrder(stage: SetStage, story: OrderStory): Story {
  const { db, desks, timeline } = stage
  const { part, paidAt } = story
  const acting = () => ({ id: story.id, desk: desks.orders, now: timeline.now() })
  const asBuyer = () => ({ ...acting(), whose: { purchaseId: story.purchaseId }, cause: buyersCause(story) })
  const asSupplier = () => ({ ...acting(), ...ownedBy(story.supplier) })
  if (part.fate === 'cancelled') {
    yield later(paidAt, 40 * MINUTE)
    const cause = { ...buyersCause(story), reason: 'The buyer changed their mind' }
    await cancelOrder(db, { ...asBuyer(), cause })
    return
  }
  yield later(paidAt, 15 * MINUTE + part.acceptMs)
  if (part.fate === 'rejected') {
    const said = { ...asSupplier(), cause: { ...ownedBy(story.supplier).cause, reason: 'Out of stock' } }
    await rejectOrder(db, said, { units: undefined, reason: 'out_of_stock' })
    return
  }
  await acceptOrder(db, asSupplier())
  if (part.fate === 'sent_in_part') {
    const [, second] = await listLines(db, [story.orderId])
    if (second) {
      const said = {
        ...asSupplier(),
        cause: { ...ownedBy(story.supplier).cause, reason: 'Damaged in the workshop' },
      }
      await rejectOrder(db, said, {
        units: [{ lineId: second.id, quantity: second.quantity }],
        reason: 'other',
      })
    }
  }
  const shippedAt = later(paidAt, part.acceptMs + part.shipMs)
  yield shippedAt
  const parcel = { carrier: 'other', number: trackingNumber(story.id), units: undefined } as const
  await sendParcel(db, asSupplier(), { ...parcel, idempotencyKey: `${story.planned.key}-parcel` })
  if (part.heardBy !== 'nobody') {
    yield later(shippedAt, part.transitMs)
    if (part.heardBy === 'buyer') await confirmReceipt(db, asBuyer())
    const parcels = part.heardBy === 'carrier' ? await listParcels(db, [story.orderId]) : []
    for (const { publicId } of parcels)
      await markParcelArrived(db, { ...acting(), whose: {}, cause: { actor: 'carrier' } }, publicId)
  }
  if (part.fate === 'complained') return yield* playComplaint(stage, story)
  yield* playReview(stage, story)
}

async function* playReview(stage: SetStage, { buyer, planned, supplier }: OrderStory): Story {
  const { review, pieces } = planned
  const piece = pieces.find(({ id, slug }) => id === review?.piece && slug === supplier.slug)
  if (!review || !piece) return
  yield review.at
  const { db, timeline } = stage
  const { rating, text, answer } = review
  const written = { productId: piece.productId, rating, review: text }
  const reviewId = await saveReview(db, { written, actor: buyer, now: timeline.now() })
  if (answer === undefined) return
  yield later(timeline.now(), 5 * HOUR + chance(`${planned.key} answers`) * 2 * DAY)
  await answerReview(db, { reviewId, ownerId: supplier.owner.id, answer, now: timeline.now() })
}

/** A supplier is the cause, and works on its own orders only. */
export function ownedBy({ owner }: StagedSupplier) {
  return { whose: { ownerId: owner.id }, cause: { actor: 'supplier', personId: owner.id } } as const
}

function buyersCause({ buyer }: OrderStory) {
  return { actor: 'shopper', ...(buyer ? { personId: buyer.id } : {}) } as const
}

function trackingNumber(id: string): string {
  return `DEMO${Math.floor(chance(id) * 1e12)
    .toString()
    .padStart(12, '0')}`
}
