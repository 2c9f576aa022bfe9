import { Button, ButtonLink } from '#web/ui/button.tsx'
import type { ProductForm } from './product-form.ts'
import { STEP_HREFS } from '../steps.ts'

/** Says of a product that was typed and is not saved yet that it is in this tab only. */
export function UnsavedProduct({ product, onForget }: { product: ProductForm; onForget: () => void }) {
  return (
    <section
      aria-label="Not saved yet"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-md border border-line bg-sheet p-5"
    >
      <p className="min-w-0 flex-1 basis-60 text-sm">
        <strong className="font-medium wrap-anywhere">
          {product.name.trim() || 'A product without a name'}
        </strong>{' '}
        is in this tab only. Publish saves and publishes it.
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink size="sm" look="outline" href={STEP_HREFS[1]}>
          Go on with it
        </ButtonLink>
        <Button size="sm" look="quiet" onClick={onForget}>
          Forget it
        </Button>
      </div>
    </section>
  )
}
