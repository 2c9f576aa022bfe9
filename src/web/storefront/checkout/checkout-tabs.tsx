import type { ReactNode } from 'react'
import { Link } from '#web/ui/link.tsx'

/** The two steps of the checkout; the review can be chosen once there is a saved order (CHK-01, CHK-32). */
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
