import type { ReactNode } from 'react'
import { CheckoutTabs } from './checkout-tabs.tsx'

/** The frame of both steps: heading, tabs, the form, and the panel beside it, which stands above it on a phone. */
export function CheckoutFrame(props: {
  current: 'Shipping' | 'Review'
  reviewHref?: string | undefined
  form: ReactNode
  panel?: ReactNode
}) {
  return (
    <div className="page-width pt-8 pb-16 md:pt-14 md:pb-24">
      <h1 className="text-2xl">Checkout</h1>
      <CheckoutTabs current={props.current} reviewHref={props.reviewHref} />
      <CheckoutColumns form={props.form} panel={props.panel} />
    </div>
  )
}

/** What a step is about, and its panel beside it. */
export function CheckoutColumns({ form, panel }: { form: ReactNode; panel?: ReactNode }) {
  return (
    <div className="mt-8 grid gap-10 lg:mt-10 lg:grid-cols-12 lg:gap-16">
      <div className="lg:col-span-7">{form}</div>
      {panel !== undefined && (
        <aside aria-label="Your order" className="order-first lg:order-none lg:col-span-5">
          <div className="lg:sticky lg:top-48">{panel}</div>
        </aside>
      )}
    </div>
  )
}
