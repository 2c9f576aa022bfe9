import { decidePayment } from '#connectors/sandbox-pay/payment-queries.ts'
import { OrderForm } from '#features/sales/checkout/contract.ts'
import { confirmPayment, payOrder } from '#features/sales/checkout/payment/pay-order.ts'
import { placeOrder } from '#features/sales/checkout/placing/place-order.ts'
import { fireTimers } from '#features/sales/orders/timers/fire-timers.ts'
import { findPurchase, listSupplierOrders } from '#features/sales/orders/service.ts'
import { quoteShipments } from '#features/sales/shipping/rates/quote-shipments.ts'
import { toDecimal } from '#core/money.ts'
import { later, MINUTE } from '#core/time.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { openShopperAccount } from '../demo-people.ts'
import type { PlannedPurchase } from './plan-history.ts'
import { playSupplierOrder } from './play-supplier-order.ts'
import type { SetStage } from './stage.ts'
import type { Story } from './timeline.ts'

/** What the story of a purchase is about; `buyer` is somebody who has an account already. */
export type PurchaseStory = Readonly<{
  planned: PlannedPurchase
  buyer: Actor | undefined
}>

/** A purchase from the sign-up of its buyer to the hand-over of its parts, whose own stories begin then. */
export async function* playPurchase(stage: SetStage, { planned, ...story }: PurchaseStory): Story {
  yield later(planned.placedAt, -3 * MINUTE)
  const { db, desks, timeline, suppliers } = stage
  const isMember = !planned.buyer.isGuest
  const buyer =
    story.buyer ?? (isMember ? await openShopperAccount(stage, planned.buyer, planned.key) : undefined)
  yield planned.placedAt
  const { publicId, totalAmount } = await place(stage, planned, buyer)
  if (!planned.isPaid) return
  yield later(planned.placedAt, 2 * MINUTE)
  const { till } = desks
  const wish = { orderID: publicId, amount: toDecimal(totalAmount), paymentMethod: 'vm' } as const
  const { providerRef, transactionId } = await payOrder(db, { till, wish, now: timeline.now() })
  yield later(planned.placedAt, 3 * MINUTE)
  const decision = { state: 'paid', notices: 0, dueAt: null, now: timeline.now() } as const
  await decidePayment(db, providerRef, decision)
  await confirmPayment(db, { till, transactionId, now: timeline.now() })
  const paidAt = timeline.now()
  const purchase = await findPurchase(db, publicId)
  if (!purchase) throw new Error('the purchase is not there')
  for (const order of await listSupplierOrders(db, [purchase.id])) {
    const supplier = suppliers.get(order.supplierId)
    if (!supplier) throw new Error('an order belongs to no supplier of the demo')
    const part = planned.partOf(supplier.slug)
    const about = { id: order.publicId, orderId: order.id, purchaseId: publicId, supplier, buyer, paidAt }
    await timeline.add(playSupplierOrder(stage, { ...about, part, planned }))
  }
  yield later(paidAt, 11 * MINUTE)
  await fireTimers(db, { desk: desks.orders, now: timeline.now(), log: stage.log })
}

async function place(
  stage: SetStage,
  { key, buyer: about, pieces }: PlannedPurchase,
  buyer: Actor | undefined,
) {
  const { db, desks, rates: rateSource, config, timeline } = stage
  const now = timeline.now()
  const { country, zipCode: postcode, city, state } = about.place
  const box = { weightGrams: 600, lengthMm: 200, widthMm: 150, heightMm: 80 }
  const shipment = { country, postcode, city, state, ...box }
  const quotes = await quoteShipments(db, { shipment, pieces, now, rateSource })
  const cheapest = quotes.flatMap(({ rates: [rate] }) => rate ?? [])
  const form = OrderForm.parse({
    ...about.place,
    email: buyer?.email ?? about.email,
    firstName: about.firstName,
    lastName: about.lastName,
    shippingMethod: 'ship',
    selectedShippingRate: { id: cheapest.map(({ id }) => id).join('+') },
    items: pieces.map(({ productId: id, variantId, quantity }) => ({ id, variantId, quantity })),
  })
  return placeOrder(db, {
    form,
    buyer,
    key,
    client: 'demo',
    limitFactor: 1000,
    commission: config.commission,
    enqueue: desks.till.enqueue,
    now,
  })
}
