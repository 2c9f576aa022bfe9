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
      <ButtonLink href="/marketplace" className="mt-4">
        Go to the marketplace
      </ButtonLink>
    </section>
  )
}
