import { useEffect, useRef, type ReactNode } from 'react'
import type { OrderDetailsData } from '#features/sales/checkout/contract.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { useUnpaidOrder, paymentStepHref } from '#web/shared/cart/order-memory.ts'
import { page, type ViewProps } from '#web/app/router/page.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CardForm } from './card-form.tsx'
import { CheckoutColumns } from '../checkout-frame.tsx'
import { loadOrder, type LoadedOrder } from '../order/load-order.ts'
import { ReviewPanel } from './review-panel.tsx'

/** The order to review, a message why it could not be loaded, or that the address names none. */
export type ReviewStepData = LoadedOrder | Readonly<{ isUnnamed: true }>

/** The review step of the order in the address, else of this browser's unpaid order (currentOrderID). */
export const reviewStepPage = page<ReviewStepData>({
  load: async ({ call, search }) => {
    const id = search['orderID'] ?? ''
    return id === '' ? { isUnnamed: true } : loadOrder(call, id)
  },
  head: () => ({ title: 'Review', description: 'Review your order.', isPrivate: true }),
  View: ReviewStepView,
  Pending: () => (
    <ReviewFrame>
      <ReviewSkeleton />
    </ReviewFrame>
  ),
})

/** Renders the review of the order, or that there is none. */
export function ReviewStepView({ data }: ViewProps<ReviewStepData>) {
  if ('isUnnamed' in data) return <UnpaidOrderRedirect />
  if ('problem' in data) return <NoOrder title="We can’t find this order" text={data.problem} />
  return <Review order={data.order} />
}

/** Redirects to this browser's unpaid order if the address names none. */
function UnpaidOrderRedirect() {
  const { isRead, orderId } = useUnpaidOrder()
  const go = useRef(useNavigateTo())
  useEffect(() => {
    if (orderId !== undefined)
      void go.current(`/checkout-step-three?orderID=${encodeURIComponent(orderId)}`, { replace: true })
  }, [orderId])
  if (isRead && orderId === undefined) return <NoOrder title="No order to review" text={NO_ORDER_TEXT} />
  return (
    <ReviewFrame>
      <ReviewSkeleton />
    </ReviewFrame>
  )
}

const NO_ORDER_TEXT =
  'You have no unpaid order in this browser. Go to checkout to order the items in your cart.'

function Review({ order }: { order: OrderDetailsData }) {
  const paymentHref = paymentStepHref(order.id)
  return (
    <ReviewFrame paymentHref={paymentHref}>
      <CheckoutColumns
        panel={<ReviewPanel order={order} />}
        form={
          <>
            {order.status === 'awaiting_payment' ? (
              <CardForm orderId={order.id} />
            ) : (
              <OrderClosed isPaid={order.status === 'paid'} />
            )}
            <ReviewActions paymentHref={paymentHref} />
          </>
        }
      />
    </ReviewFrame>
  )
}

/** Renders that there is nothing left to pay, in place of the card form. */
function OrderClosed({ isPaid }: { isPaid: boolean }) {
  return (
    <section>
      <h2 className="text-xl">{isPaid ? 'This order is paid' : 'This order has expired'}</h2>
      <p className="mt-3 max-w-prose text-ink-soft">
        {isPaid
          ? 'Thank you. You have nothing left to pay.'
          : 'Your items are no longer reserved, but still in your cart. Check out again to pay.'}
      </p>
    </section>
  )
}

function NoOrder({ title, text }: { title: string; text: string }) {
  return (
    <ReviewFrame>
      <section className="mt-8 lg:mt-10">
        <h2 className="text-xl">{title}</h2>
        <p className="mt-3 max-w-prose text-ink-soft">{text}</p>
        <p className="mt-3">
          <Link href="/checkout" className="text-link">
            Go to checkout
          </Link>
        </p>
        <ReviewActions paymentHref="/checkout-step-two" />
      </section>
    </ReviewFrame>
  )
}

/** Renders the links back to the payment and out of the review (REV3-04, REV3-05). */
function ReviewActions({ paymentHref }: { paymentHref: string }) {
  return (
    <div className="mt-8 flex flex-wrap gap-3 border-t border-line pt-8">
      <ButtonLink href={paymentHref} variant="outline" size="lg">
        Back
      </ButtonLink>
      <ButtonLink href="/" size="lg">
        Done
      </ButtonLink>
    </div>
  )
}

function ReviewFrame({
  paymentHref = '/checkout-step-two',
  children,
}: {
  paymentHref?: string
  children: ReactNode
}) {
  return (
    <div className="page-width py-8 md:py-14">
      <h1 className="text-2xl">Review your order</h1>
      <ReviewSteps paymentHref={paymentHref} />
      {children}
    </div>
  )
}

function ReviewSkeleton() {
  return (
    <CheckoutColumns
      form={
        <div aria-busy="true" className="grid grid-cols-2 gap-5">
          <p className="sr-only">Loading your order</p>
          <Skeleton className="col-span-2 h-12" />
          <Skeleton className="col-span-2 h-12" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      }
      panel={<Skeleton className="h-72" />}
    />
  )
}

/** Renders the three steps of the review (REV3-01); `paymentHref` links to the payment of the order. */
function ReviewSteps({ paymentHref }: { paymentHref: string }) {
  return (
    <nav aria-label="Checkout steps" className="mt-6 border-b border-line">
      <ol className="flex gap-6 sm:gap-10">
        <StepMarker place="01" label="Shipping" href="/checkout" />
        <StepMarker place="02" label="Payment" href={paymentHref} />
        <StepMarker place="03" label="Review" />
      </ol>
    </nav>
  )
}

/** Renders a step; the current one has no address. */
function StepMarker({ place, label, href }: { place: string; label: string; href?: string }) {
  const text = (
    <>
      <span className="tabular-nums">{place}</span> {label}
    </>
  )
  return (
    <li>
      {href === undefined ? (
        <span aria-current="step" className={`${MARKER} border-accent font-medium text-ink`}>
          {text}
        </span>
      ) : (
        <Link
          href={href}
          className={`${MARKER} border-transparent text-ink-soft hover:border-line-strong hover:text-ink`}
        >
          {text}
        </Link>
      )}
    </li>
  )
}

const MARKER = '-mb-px inline-flex min-h-12 items-center gap-2 border-b-2 text-sm'
