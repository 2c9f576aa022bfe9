import type { OrderDetailsData } from '#features/sales/checkout/contract.ts'
import { explainError } from '#web/app/calls/api.ts'
import type { PageContext } from '#web/app/router/page.ts'

/** An order, or a sentence that says why there is none. */
export type LoadedOrder = Readonly<{ order: OrderDetailsData }> | Readonly<{ problem: string }>

/** Reads the order of this id for a step of the checkout. */
export async function loadOrder(call: PageContext['call'], id: string): Promise<LoadedOrder> {
  try {
    return { order: (await call('GET /shop/getOrderByID/{id}', { params: { id } })).orderDetails }
  } catch (error) {
    return {
      problem: explainError(error, 'We couldn’t load your order. Please try again in a moment.'),
    }
  }
}
