import { sql } from 'drizzle-orm'
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
import { queryRows } from '#database/database.ts'
import { DAY, HOUR, addMs, MINUTE } from '#core/time.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { seededRandom } from '../../../../demo/compose/seeded-random.ts'
import { simulateComplaint } from './simulate-complaint.ts'
import type { PlannedSupplierOrder, PlannedPurchase } from './plan-history.ts'
import type { SimulationStage, DemoSupplier } from './simulation-deps.ts'
import type { Process } from './timeline.ts'

/** A paid supplier order to be simulated. */
export type SupplierOrderContext = Readonly<{
  id: string
  orderId: number
  purchaseId: string
  supplier: DemoSupplier
  buyer: Actor | undefined
  paidAt: Date
  supplierOrder: PlannedSupplierOrder
  planned: PlannedPurchase
}>

/** Simulates a supplier order from its payment until it is delivered and reviewed, or ends otherwise. */
export async function* simulateSupplierOrder(stage: SimulationStage, context: SupplierOrderContext): Process {
  const { db, featureDeps, timeline } = stage
  const { supplierOrder, paidAt } = context
  const actionInput = () => ({ id: context.id, deps: featureDeps.orders, now: timeline.now() })
  const asBuyer = () => ({
    ...actionInput(),
    scope: { purchaseId: context.purchaseId },
    cause: toBuyerCause(context),
  })
  const asSupplier = () => ({ ...actionInput(), ...asSupplierCause(context.supplier) })
  if (supplierOrder.outcome === 'cancelled') {
    yield addMs(paidAt, 40 * MINUTE)
    const cause = { ...toBuyerCause(context), reason: 'The buyer changed their mind' }
    await cancelOrder(db, { ...asBuyer(), cause })
    return
  }
  yield addMs(paidAt, 15 * MINUTE + supplierOrder.acceptMs)
  if (supplierOrder.outcome === 'rejected') {
    const rejection = {
      ...asSupplier(),
      cause: { ...asSupplierCause(context.supplier).cause, reason: 'Out of stock' },
    }
    await rejectOrder(db, rejection, { units: undefined, reason: 'out_of_stock' })
    return
  }
  await acceptOrder(db, asSupplier())
  if (supplierOrder.outcome === 'cancellation_requested') {
    yield addMs(timeline.now(), 2 * HOUR)
    const cause = { ...toBuyerCause(context), reason: 'I ordered the wrong size' }
    await cancelOrder(db, { ...asBuyer(), cause })
    return
  }
  if (supplierOrder.outcome === 'sent_in_part') {
    const [, second] = await listLines(db, [context.orderId])
    if (second) {
      const partialRejection = {
        ...asSupplier(),
        cause: { ...asSupplierCause(context.supplier).cause, reason: 'Damaged in the workshop' },
      }
      await rejectOrder(db, partialRejection, {
        units: [{ lineId: second.id, quantity: second.quantity }],
        reason: 'other',
      })
    }
  }
  const shippedAt = addMs(paidAt, supplierOrder.acceptMs + supplierOrder.shipMs)
  yield shippedAt
  const parcel = { carrier: 'other', number: createTrackingNumber(context.id), units: undefined } as const
  await sendParcel(db, asSupplier(), { ...parcel, idempotencyKey: `${context.planned.key}-parcel` })
  if (supplierOrder.reportedBy !== 'nobody') {
    yield addMs(shippedAt, await pickTransitTime(stage, context, shippedAt))
    if (supplierOrder.reportedBy === 'buyer') await confirmReceipt(db, asBuyer())
    const parcels = supplierOrder.reportedBy === 'carrier' ? await listParcels(db, [context.orderId]) : []
    for (const { publicId } of parcels)
      await markParcelArrived(db, { ...actionInput(), scope: {}, cause: { actor: 'carrier' } }, publicId)
  }
  if (supplierOrder.outcome === 'complained') return yield* simulateComplaint(stage, context)
  yield* simulateReview(stage, context)
}

/** Picks the transit time: except for a few, parcels arrive by the estimated date. */
async function pickTransitTime(
  { db }: SimulationStage,
  { orderId, supplierOrder, planned }: SupplierOrderContext,
  shippedAt: Date,
): Promise<number> {
  if (seededRandom(`${planned.key} slow`) < 0.03) return supplierOrder.transitMs
  const [order] = await queryRows<{ deliverBy: Date | null }>(
    db,
    sql`select deliver_by as "deliverBy" from supplier_orders where id = ${orderId}`,
  )
  const promised = order?.deliverBy ? (order.deliverBy.getTime() - shippedAt.getTime()) * 0.9 : Infinity
  return Math.min(supplierOrder.transitMs, Math.max(DAY / 2, promised))
}

async function* simulateReview(
  stage: SimulationStage,
  { buyer, planned, supplier }: SupplierOrderContext,
): Process {
  const { review, products } = planned
  const item = products.find(({ id, slug }) => id === review?.product && slug === supplier.slug)
  if (!review || !item) return
  yield review.at
  const { db, timeline } = stage
  const { rating, text, answer } = review
  const reviewForm = { productId: item.productId, rating, review: text }
  const reviewId = await saveReview(db, { written: reviewForm, actor: buyer, now: timeline.now() })
  if (answer === undefined) return
  yield addMs(timeline.now(), 5 * HOUR + seededRandom(`${planned.key} answers`) * 2 * DAY)
  await answerReview(db, { reviewId, ownerId: supplier.owner.id, answer, now: timeline.now() })
}

/** Returns a supplier as the cause of a change, restricted to its own orders. */
export function asSupplierCause({ owner }: DemoSupplier) {
  return { scope: { ownerId: owner.id }, cause: { actor: 'supplier', accountId: owner.id } } as const
}

function toBuyerCause({ buyer }: SupplierOrderContext) {
  return { actor: 'shopper', ...(buyer ? { accountId: buyer.id } : {}) } as const
}

function createTrackingNumber(id: string): string {
  return `DEMO${Math.floor(seededRandom(id) * 1e12)
    .toString()
    .padStart(12, '0')}`
}
