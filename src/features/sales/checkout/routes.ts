import { AppError, invalid, notFound, refused } from '#core/errors.ts'
import { toDecimal } from '#core/money.ts'
import type { CommissionSettings } from '#platform/config/payout-settings.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { matchUnappliedMoney } from '#features/money/refunds/contract.ts'
import * as contract from './contract.ts'
import { listOrders } from './orders/list-orders.ts'
import { orderLinkRoute } from './orders/order-link.ts'
import { paymentMethodRoutes } from './payment-settings/routes.ts'
import { matchReceipt } from './payment/match-receipt.ts'
import { confirmPayment, payOrder, type CheckoutDeps } from './payment/pay-order.ts'
import { placeOrder } from './placing/place-order.ts'
import { readOrder, trackOrder, trackAccountOrder } from './orders/read-order.ts'
import type { PaymentResult } from './payment/apply-payment.ts'

/** The factor of unpaid limits, and the commission without a rule. */
export type CheckoutSettings = Readonly<{ limitFactor: number; commission: CommissionSettings }>

/** Returns the routes to place, read, pay and confirm orders. */
export function checkoutRoutes(deps: CheckoutDeps, { limitFactor, commission }: CheckoutSettings): Route[] {
  return [
    route(contract.saveOrder, async ({ body: form }, { db, now, client, actor, header }) => {
      const key = form.idempotencyKey ?? parseIdempotencyKey(header('idempotency-key'))
      const { publicId, totalAmount, expiresAt } = await placeOrder(db, {
        form,
        buyer: actor,
        key,
        commission,
        enqueue: deps.enqueue,
        client,
        limitFactor,
        now,
      })
      const completeOrder = {
        id: publicId,
        totalAmount: toDecimal(totalAmount),
        expiresAt: expiresAt.toISOString(),
      }
      return ok('Your order is saved.', { completeOrder })
    }),

    route(contract.getOrderByID, async ({ params }, { db, now }) => {
      const { providers } = deps
      return ok('Order', { orderDetails: await readOrder(db, { id: params.id, providers, now }) })
    }),

    route(contract.trackOrder, async ({ params }, { db, now }) =>
      ok('Order', { order: await trackOrder(db, params.id, now) }),
    ),

    orderLinkRoute(deps.enqueue),
    ...paymentMethodRoutes(deps.providers),

    route(contract.getMyOrders, async ({ query: { page } }, { db, actor }) =>
      ok('Your orders', await listOrders(db, { accountId: actor.id, page })),
    ),

    route(contract.getMyOrder, async ({ params }, { db, actor, now }) =>
      ok('Order', { order: await trackAccountOrder(db, { accountId: actor.id, publicId: params.id }, now) }),
    ),

    route(contract.getPymentURL, async ({ body: input }, { db, now }) => {
      const started = await payOrder(db, { checkoutDeps: deps, input, now })
      const { paymentUrl: payment_url, transactionId: transaction_id } = started
      return ok('Payment page', { redirectURLData: { response_code: 0, payment_url, transaction_id } })
    }),

    route(contract.updateOrder, async ({ params }, { db, now }) => {
      const result = await confirmPayment(db, { checkoutDeps: deps, transactionId: params.id, now })
      return ok('Your payment is confirmed.', { orderID: getPaidReference(result) })
    }),

    route(matchUnappliedMoney, async ({ params, body: { purchase } }, { db, now }) => {
      const { enqueue } = deps
      await matchReceipt(db, { receiptId: Number(params.receipt), purchaseId: purchase, enqueue, now })
      return ok('The order is now paid.', { orderID: purchase })
    }),
  ]
}

/**
 * Parses the header's key; undefined for an empty one. Throws `invalid_input` for a key that the body would not allow
 * either.
 */
function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (!header) return undefined
  const parsed = contract.IdempotencyKey.safeParse(header)
  if (parsed.success) return parsed.data
  throw invalid('invalid_input', 'idempotency-key: Use 8 to 100 characters.')
}

/** Returns the reference of a captured payment; throws a message to the shopper if it is not paid, or not yet. */
function getPaidReference(result: PaymentResult | undefined): string {
  switch (result?.state) {
    case 'paid':
      // Payments of vendors are confirmed in their console.
      if (!result.reference.startsWith('pur_')) throw paymentUnknown()
      return result.reference
    case 'pending':
      throw refused('payment_pending', 'The payment has not arrived yet. This can take a moment.')
    case 'failed':
      throw refused('payment_failed', 'The payment was declined. Try again with another payment method.')
    case 'cancelled':
      throw refused('payment_failed', 'The payment was cancelled. Your order is still reserved for a while.')
    case 'unapplied':
      throw new AppError(
        'refused',
        'payment_unapplied',
        'Your payment arrived too late for this order. It is safe and will be refunded.',
      )
    default:
      throw paymentUnknown()
  }
}

function paymentUnknown(): AppError {
  return notFound('payment_unknown', 'There is no payment with this number.')
}
