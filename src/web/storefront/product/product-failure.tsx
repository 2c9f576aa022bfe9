import { useReload } from '#web/app/navigation.ts'
import { useFailureToast } from '#web/shared/loading/use-failure-toast.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'

/** Stands for a piece that could not be loaded this time (ERR-07). */
export function ProductFailure({ data }: { data: Readonly<{ failure: string }> }) {
  const reload = useReload()
  useFailureToast(data, data.failure)
  return (
    <section className="page-width flex flex-col items-center gap-4 py-24 text-center md:py-36">
      <h1 className="text-2xl">This piece could not be shown</h1>
      <p className="text-ink-soft">{data.failure}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <Button onClick={() => void reload()}>Try again</Button>
        <ButtonLink href="/marketplace" look="outline">
          Back to the marketplace
        </ButtonLink>
      </div>
    </section>
  )
}
