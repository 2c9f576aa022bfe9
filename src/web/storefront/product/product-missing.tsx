import { useFailureToast } from '#web/shared/loading/use-failure-toast.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** Stands for a piece that does not exist (PDP-45): the server's message as a toast, and the way back. */
export function ProductMissing({ message }: { message: string | undefined }) {
  useFailureToast(PAGE, message)
  return (
    <section className="page-width flex flex-col items-center gap-4 py-24 text-center md:py-36">
      <h1 className="text-2xl">Product not found</h1>
      <p className="max-w-prose text-ink-soft">
        It may have been sold, or is no longer offered by its supplier.
      </p>
      <ButtonLink href="/marketplace" size="lg" className="mt-4">
        Back to the marketplace
      </ButtonLink>
    </section>
  )
}

/** The toast is told once for each visit. */
const PAGE = {}
