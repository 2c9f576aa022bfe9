import { ButtonLink } from '#web/ui/button.tsx'

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
        Every confirmation e-mail holds a link to its order. Open it on any device, and you see here how far
        your pieces are.
      </p>
      <p className="max-w-prose text-ink-soft">Whoever has an account finds all orders in it.</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink href="/marketplace">Go to the marketplace</ButtonLink>
        <ButtonLink href="/login?next=%2Fdashboard" look="outline">
          Sign In
        </ButtonLink>
      </div>
    </section>
  )
}
