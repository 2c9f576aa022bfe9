import { useEffect } from 'react'
import type { OrderDetailsData } from '#features/sales/checkout/contract.ts'
import { currentOrder, isOrderNumber, NO_SUCH_ORDER } from '#web/shared/cart/order-memory.ts'
import { page } from '#web/app/page.ts'
import type { PageContext, ViewProps } from '#web/app/page.ts'
import { CheckoutFrame } from '../checkout-frame.tsx'
import { finishOrder } from '../order/finish-order.ts'
import { loadOrder } from '../order/load-order.ts'
import type { LoadedOrder } from '../order/load-order.ts'
import { NoOrder, OrderOver } from '../order/order-over.tsx'
import { PayForm } from './pay-form.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import { PaymentSkeleton } from './payment-skeleton.tsx'

/** The order to pay, or a sentence that says why there is none. */
export type PaymentStepData = LoadedOrder

/** Step two of the checkout: the saved order once more, and how to pay it. */
export const paymentStepPage = page<PaymentStepData>({
  load: ({ call, search }) => loadNamed(call, search['orderID'] ?? ''),
  head: () => ({ title: 'Payment', description: 'Review and pay your order.', isPrivate: true }),
  View: PaymentStepView,
  Pending: PaymentSkeleton,
})

async function loadNamed(call: PageContext['call'], id: string): Promise<PaymentStepData> {
  if (id !== '' && !isOrderNumber(id)) return { problem: NO_SUCH_ORDER }
  return id === '' ? { problem: 'This address names no order.' } : loadOrder(call, id)
}

/** What step two shows: the order with its payment, or where to go when there is nothing to pay. */
export function PaymentStepView({ data }: ViewProps<PaymentStepData>) {
  useFinishPaid(data)
  if ('problem' in data) return <CheckoutFrame current="Review" form={<NoOrder text={data.problem} />} />
  const { order } = data
  return (
    <CheckoutFrame
      current="Review"
      panel={<PaymentPanel order={order} />}
      form={
        order.status === 'awaiting_payment' ? <PayForm order={order} /> : <OrderOver {...overTexts(order)} />
      }
    />
  )
}

/** A shopper who paid and did not come back by the success page is done all the same. */
function useFinishPaid(data: PaymentStepData): void {
  const paid = 'order' in data && data.order.status === 'paid' ? data.order.id : undefined
  useEffect(() => {
    if (paid !== undefined && currentOrder() === paid) finishOrder(paid)
  }, [paid])
}

function overTexts(order: OrderDetailsData): { title: string; text: string; orderId?: string } {
  if (order.status === 'paid') {
    return {
      title: 'This order is paid',
      text: 'Thank you. There is nothing left to pay; you can follow the order from here.',
      orderId: order.id,
    }
  }
  return {
    title: 'This order has expired',
    text: 'Its pieces are no longer reserved. Your cart is kept: save the order again to pay it.',
  }
}
