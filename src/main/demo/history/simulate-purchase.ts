import { decidePayment } from '#connectors/sandbox-pay/payment-queries.ts'
import { OrderForm } from '#features/sales/checkout/contract.ts'
import { confirmPayment, payOrder } from '#features/sales/checkout/payment/pay-order.ts'
import { placeOrder } from '#features/sales/checkout/placing/place-order.ts'
import { fireTimers } from '#features/sales/orders/timers/fire-timers.ts'
import { findPurchase, listSupplierOrders } from '#features/sales/orders/service.ts'
import { quoteShipments } from '#features/sales/shipping/rates/quote-shipments.ts'
import { toDecimal } from '#core/money.ts'
import { addMs, MINUTE } from '#core/time.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { createShopperAccount } from '../demo-accounts.ts'
import type { PlannedPurchase } from './plan-history.ts'
import { simulateSupplierOrder } from './simulate-supplier-order.ts'
import type { SimulationStage } from './simulation-deps.ts'
import type { Process } from './timeline.ts'

/** The context of a simulated purchase; `buyer` is an existing account. */
export type PurchaseContext = Readonly<{
  planned: PlannedPurchase
  buyer: Actor | undefined
}>

/** Simulates a purchase from the buyer's sign-up until its supplier orders start. */
export async function* simulatePurchase(
  stage: SimulationStage,
  { planned, ...story }: PurchaseContext,
): Process {
  yield addMs(planned.placedAt, -3 * MINUTE)
  const { db, featureDeps, timeline, suppliers } = stage
  const hasAccount = !planned.buyer.isGuest
  const buyer =
    story.buyer ?? (hasAccount ? await createShopperAccount(stage, planned.buyer, planned.key) : undefined)
  yield planned.placedAt
  const { publicId, totalAmount } = await placePlannedOrder(stage, planned, buyer)
  if (!planned.isPaid) return
  yield addMs(planned.placedAt, 2 * MINUTE)
  const { checkoutDeps } = featureDeps
  const paymentRequest = { orderID: publicId, amount: toDecimal(totalAmount), paymentMethod: 'vm' } as const
  const { providerRef, transactionId } = await payOrder(db, {
    checkoutDeps,
    input: paymentRequest,
    now: timeline.now(),
  })
  yield addMs(planned.placedAt, 3 * MINUTE)
  const decision = { state: 'paid', webhookCount: 0, dueAt: null, now: timeline.now() } as const
  await decidePayment(db, providerRef, decision)
  await confirmPayment(db, { checkoutDeps, transactionId, now: timeline.now() })
  const paidAt = timeline.now()
  const purchase = await findPurchase(db, publicId)
  if (!purchase) throw new Error('the purchase is not there')
  for (const order of await listSupplierOrders(db, [purchase.id])) {
    const supplier = suppliers.get(order.supplierId)
    if (!supplier) throw new Error('an order belongs to no supplier of the demo')
    const plannedOrder = planned.partOf(supplier.slug)
    const orderContext = {
      id: order.publicId,
      orderId: order.id,
      purchaseId: publicId,
      supplier,
      buyer,
      paidAt,
    }
    await timeline.add(
      simulateSupplierOrder(stage, { ...orderContext, supplierOrder: plannedOrder, planned }),
    )
  }
  yield addMs(paidAt, 11 * MINUTE)
  await fireTimers(db, { deps: featureDeps.orders, now: timeline.now(), log: stage.log })
}

async function placePlannedOrder(
  stage: SimulationStage,
  { key, buyer: plannedBuyer, products }: PlannedPurchase,
  buyer: Actor | undefined,
) {
  const { db, featureDeps, rates: rateSource, config, timeline } = stage
  const now = timeline.now()
  const { country, zipCode: postcode, city, state } = plannedBuyer.place
  const box = { weightGrams: 600, lengthMm: 200, widthMm: 150, heightMm: 80 }
  const shipment = { country, postcode, city, state, ...box }
  const quotes = await quoteShipments(db, { shipment, units: products, now, rateSource })
  const cheapest = quotes.flatMap(({ rates: [rate] }) => rate ?? [])
  const form = OrderForm.parse({
    ...plannedBuyer.place,
    email: buyer?.email ?? plannedBuyer.email,
    firstName: plannedBuyer.firstName,
    lastName: plannedBuyer.lastName,
    shippingMethod: 'ship',
    selectedShippingRate: { id: cheapest.map(({ id }) => id).join('+') },
    items: products.map(({ productId: id, variantId, quantity }) => ({ id, variantId, quantity })),
  })
  return placeOrder(db, {
    form,
    buyer,
    key,
    client: 'demo',
    limitFactor: 1000,
    commission: config.commission,
    enqueue: featureDeps.checkoutDeps.enqueue,
    now,
  })
}
