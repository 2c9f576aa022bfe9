import { Link } from '#web/ui/link.tsx'

/** The three steps of the review (REV3-01); `paymentHref` leads to the payment of the order. */
export function ReviewSteps({ paymentHref }: { paymentHref: string }) {
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

/** A step that has no address is the one we are at. */
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
