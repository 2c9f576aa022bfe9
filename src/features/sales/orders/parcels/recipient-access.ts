import { isRecipientVisible } from '../rules.ts'
import type { Purchase } from '../views/purchase-queries.ts'
import type { OrderContext } from '../views/timeline-queries.ts'

const NO_RECIPIENT = {
  firstName: '',
  lastName: '',
  phone: '',
  blockNumber: '',
  streetAddress: '',
  unitNumber: '',
  buildingName: '',
  address2: '',
  city: '',
  state: '',
  postcode: '',
} satisfies Partial<Purchase>

/** Returns an order as its supplier may see it now: without name, address and phone if these are hidden. */
export function toSupplierContext(context: OrderContext, now: Date): OrderContext {
  const { order, purchase } = context
  if (isRecipientVisible(order, purchase.channel, now)) return context
  return { ...context, purchase: { ...purchase, ...NO_RECIPIENT } }
}
