import type { ReactNode } from 'react'
import { Link } from '#web/ui/link.tsx'

/**
 * Renders the frame of both checkout steps: heading, tabs, form, and side panel. On phones the panel is above the form.
 */
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

/** Renders the content of a step and its side panel. */
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

/** Renders the two steps of the checkout; the review requires a saved order (CHK-01, CHK-32). */
export function CheckoutTabs(props: { current: 'Shipping' | 'Review'; reviewHref?: string | undefined }) {
  const { current, reviewHref } = props
  return (
    <nav aria-label="Checkout steps" className="mt-6 border-b border-line">
      <ol className="flex gap-8">
        <Tab label="Shipping" isCurrent={current === 'Shipping'} href="/checkout" />
        <Tab label="Review" isCurrent={current === 'Review'} href={reviewHref} />
      </ol>
    </nav>
  )
}

function Tab({ label, isCurrent, href }: { label: string; isCurrent: boolean; href: string | undefined }) {
  return <li>{tabContent(label, isCurrent, href)}</li>
}

function tabContent(label: string, isCurrent: boolean, href: string | undefined): ReactNode {
  if (isCurrent) {
    return (
      <span aria-current="step" className={`${TAB} border-accent font-medium text-ink`}>
        {label}
      </span>
    )
  }
  if (href === undefined) {
    return (
      <button
        type="button"
        disabled
        title="Save your order first"
        className={`${TAB} cursor-not-allowed border-transparent text-ink-soft`}
      >
        {label}
      </button>
    )
  }
  return (
    <Link
      href={href}
      className={`${TAB} border-transparent text-ink-soft hover:border-line-strong hover:text-ink`}
    >
      {label}
    </Link>
  )
}

const TAB = '-mb-px inline-flex min-h-12 items-center border-b-2 text-sm'
