import { parseCents } from '#core/money.ts'
import type { OrderDetailsData } from '#features/sales/checkout/contract.ts'
import { page, type PageContext, type ViewProps } from '#web/app/router/page.ts'
import { currentOrder, isOrderNumber, NO_SUCH_ORDER } from '#web/shared/cart/order-memory.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CheckoutFrame } from '../checkout-frame.tsx'
import { AddressSummary } from '../order/address-summary.tsx'
import { finishOrder } from '../order/finish-order.ts'
import { type LoadedOrder, loadOrder } from '../order/load-order.ts'
import { OrderTotals } from '../order/order-totals.tsx'
import { PayForm } from './pay-form.tsx'
import { useEffect } from 'react'

/** The order to pay, or a message why it could not be loaded. */
export type PaymentStepData = LoadedOrder

/** The second checkout step: the saved order and its payment. */
export const paymentStepPage = page<PaymentStepData>({
  load: ({ call, search }) => loadPaymentOrder(call, search['orderID'] ?? ''),
  head: () => ({ title: 'Payment', description: 'Review and pay your order.', isPrivate: true }),
  View: PaymentStepView,
  Pending: PaymentSkeleton,
})

async function loadPaymentOrder(call: PageContext['call'], id: string): Promise<PaymentStepData> {
  if (id !== '' && !isOrderNumber(id)) return { problem: NO_SUCH_ORDER }
  return id === '' ? { problem: 'The link has no order number.' } : loadOrder(call, id)
}

/** Renders step two: the order with its payment, or a link if there is nothing to pay. */
export function PaymentStepView({ data }: ViewProps<PaymentStepData>) {
  useFinishPaidOrder(data)
  if ('problem' in data) return <CheckoutFrame current="Review" form={<NoOrder text={data.problem} />} />
  const { order } = data
  return (
    <CheckoutFrame
      current="Review"
      panel={<PaymentPanel order={order} />}
      form={
        order.status === 'awaiting_payment' ? (
          <PayForm order={order} />
        ) : (
          <OrderClosed {...closedOrderTexts(order)} />
        )
      }
    />
  )
}

/** Finishes a paid order even if the shopper did not return by the success page. */
function useFinishPaidOrder(data: PaymentStepData): void {
  const paid = 'order' in data && data.order.status === 'paid' ? data.order.id : undefined
  useEffect(() => {
    if (paid !== undefined && currentOrder() === paid) finishOrder(paid)
  }, [paid])
}

function closedOrderTexts(order: OrderDetailsData): { title: string; text: string; orderId?: string } {
  if (order.status === 'paid') {
    return {
      title: 'This order is paid',
      text: 'Thank you. You have nothing left to pay. You can track your order from here.',
      orderId: order.id,
    }
  }
  return {
    title: 'This order has expired',
    text: 'Your items are no longer reserved, but still in your cart. Check out again to pay.',
  }
}

/** Renders that the address names no readable order, with a link back (CHK2-12). */
function NoOrder({ text }: { text: string }) {
  return (
    <section className="flex flex-col items-start gap-4">
      <h2 className="text-xl">We can’t find this order</h2>
      <p className="max-w-prose text-ink-soft">{text}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href="/checkout">Back to checkout</ButtonLink>
        <Button variant="outline" disabled>
          Pay Now
        </Button>
      </div>
    </section>
  )
}

/** Renders that a payment is closed, with a link to the paid order, else to the cart. */
function OrderClosed({ title, text, orderId }: { title: string; text: string; orderId?: string }) {
  return (
    <section className="flex flex-col items-start gap-4">
      <h2 className="text-xl">{title}</h2>
      <p className="max-w-prose text-ink-soft">{text}</p>
      {orderId === undefined ? (
        <ButtonLink href="/checkout">Back to checkout</ButtonLink>
      ) : (
        <ButtonLink href={`/dashboard?order=${encodeURIComponent(orderId)}`}>View Order Details</ButtonLink>
      )}
    </section>
  )
}

/**
 * Renders the saved order beside its payment: address, subtotal, shipping and total as stored on the server (CHK2-11).
 */
function PaymentPanel({ order }: { order: OrderDetailsData }) {
  return (
    <div className="flex flex-col gap-6 rounded-md border border-line bg-sheet p-5 md:p-7">
      <AddressSummary order={order} />
      <div className="border-t border-line pt-5">
        <OrderTotals
          subtotal={parseCents(order.subtotal) ?? 0}
          shipping={parseCents(order.shippingAmount) ?? 0}
          total={parseCents(order.totalAmount) ?? 0}
          shipments={order.shipments}
        />
      </div>
    </div>
  )
}

/** Renders the skeleton of the payment step while its order loads. */
function PaymentSkeleton() {
  return (
    <CheckoutFrame
      current="Review"
      form={
        <div aria-busy="true" className="flex flex-col gap-3">
          {['vm', 'discover', 'paynow', 'upop', 'alipay'].map((method) => (
            <Skeleton key={method} className="h-16" />
          ))}
        </div>
      }
      panel={
        <div className="flex flex-col gap-4 rounded-md border border-line bg-sheet p-5 md:p-7">
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
      }
    />
  )
}
