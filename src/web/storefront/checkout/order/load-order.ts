import type { OrderDetailsData } from '#features/sales/checkout/contract.ts'
import { explainError } from '#web/app/calls/api.ts'
import type { PageContext } from '#web/app/router/page.ts'

/** An order, or a message why it could not be loaded. */
export type LoadedOrder = Readonly<{ order: OrderDetailsData }> | Readonly<{ problem: string }>

/** Loads the order with this ID for a checkout step. */
export async function loadOrder(call: PageContext['call'], id: string): Promise<LoadedOrder> {
  try {
    return { order: (await call('GET /shop/getOrderByID/{id}', { params: { id } })).orderDetails }
  } catch (error) {
    return {
      problem: explainError(error, 'We couldn’t load your order. Please try again in a moment.'),
    }
  }
}
