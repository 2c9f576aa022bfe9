import { useReload } from '#web/app/router/navigation.ts'
import { useFailureToast } from '#web/shared/loading/use-failure-toast.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'

/**
 * Renders the page of a product that does not exist (PDP-45). It has a link back; the server's message is shown as a
 * toast.
 */
export function ProductMissing({ message }: { message: string | undefined }) {
  useFailureToast(PAGE, message)
  return (
    <section className="page-width flex flex-col items-center gap-4 py-24 text-center md:py-36">
      <h1 className="text-2xl">Product not found</h1>
      <p className="max-w-prose text-ink-soft">It may have sold out, or its supplier no longer offers it.</p>
      <ButtonLink href="/marketplace" size="lg" className="mt-4">
        Back to the marketplace
      </ButtonLink>
    </section>
  )
}

/** The toast shows once for each visit. */
const PAGE = {}

/** Renders the page of a product that could not be loaded (ERR-07). */
export function ProductFailure({ data }: { data: Readonly<{ failure: string }> }) {
  const reload = useReload()
  useFailureToast(data, data.failure)
  return (
    <section className="page-width flex flex-col items-center gap-4 py-24 text-center md:py-36">
      <h1 className="text-2xl">We couldn’t load this product</h1>
      <p className="text-ink-soft">{data.failure}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <Button onClick={() => void reload()}>Try again</Button>
        <ButtonLink href="/marketplace" variant="outline">
          Back to the marketplace
        </ButtonLink>
      </div>
    </section>
  )
}
