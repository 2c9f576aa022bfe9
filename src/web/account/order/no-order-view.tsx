import { ButtonLink } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'

/** When there is no order to show: how one is found, and a way on. `problem` says why a named one is not shown. */
export function NoOrderView({ problem }: { problem?: string }) {
  return (
    <section className="flex flex-col items-start gap-4 py-10 md:py-16">
      <h1 className="text-2xl">
        {problem === undefined ? 'No order here yet' : 'We cannot show that order'}
      </h1>
      {problem !== undefined && (
        <p role="alert" className="max-w-prose">
          {problem}
        </p>
      )}
      <p className="max-w-prose text-ink-soft">
        Your confirmation email has a link to your order. If you cannot find it,{' '}
        <Link href="/find-order" className="text-link text-ink">
          we email you the link again
        </Link>
        .
      </p>
      <p className="max-w-prose text-ink-soft">Have an account? All your orders are there.</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink href="/marketplace">Go to the marketplace</ButtonLink>
        <ButtonLink href="/login?next=%2Fdashboard" look="outline">
          Sign In
        </ButtonLink>
      </div>
    </section>
  )
}
