import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { isProductFormEmpty, newProductForm, type ProductForm } from '../product/product-form.ts'
import { useOnboardingDraft } from '../product/use-onboarding-draft.ts'
import { StepNavigation } from '../step-navigation.tsx'
import { STEP_HREFS } from '../steps.ts'
import { checkCanSave } from '../store/check-can-save.ts'
import { TableFrame } from './table-frame.tsx'
import { type SubmitEvent, Suspense, useState } from 'react'

// Rendered in the browser only, as it is for the signed-in user.
const SignedProducts = lazyComponent(async () => (await import('./signed-in-products.tsx')).SignedInProducts)

/** Renders the products of the account and unsaved drafts, with the button that publishes them. */
export function OwnProducts({ page }: { page: number }) {
  const { isReady, draft, change, user, isSupplier } = useOnboardingDraft()
  const { product } = draft
  const setProduct = (form: ProductForm) => change({ product: form })
  const [round, setRound] = useState(0)
  return (
    <div className="mt-8 flex flex-col gap-10" inert={!isReady}>
      {product.id === '' && !isProductFormEmpty(product) && (
        <UnsavedProduct product={product} onForget={() => setProduct(newProductForm())} />
      )}
      {isSupplier ? (
        <Suspense fallback={<Skeleton className="h-64 rounded-md" />}>
          <SignedProducts key={user?.id} page={page} round={round} change={setProduct} />
        </Suspense>
      ) : (
        <SignedOutProducts />
      )}
      <PublishBar product={product} change={setProduct} onPublished={() => setRound(round + 1)} />
    </div>
  )
}

function SignedOutProducts() {
  const empty = <p>Connect your store to see its products here.</p>
  return (
    <>
      <TableFrame title="Products" isEmpty empty={<SignInPrompt />}>
        {null}
      </TableFrame>
      <TableFrame title="Shopify Store Products" isEmpty empty={empty}>
        {null}
      </TableFrame>
    </>
  )
}

function SignInPrompt() {
  const next = encodeURIComponent(STEP_HREFS[3])
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="basis-full">Sign in as a manufacturer to see and publish your products.</p>
      <ButtonLink size="sm" href={`/login?next=${next}`}>
        Sign In
      </ButtonLink>
      <ButtonLink size="sm" variant="outline" href={`/signup?next=${next}`}>
        Sign Up
      </ButtonLink>
    </div>
  )
}

/** Renders the back link and the button that publishes all drafts; the page stays open (MONB-20). */
function PublishBar(props: {
  product: ProductForm
  change: (form: ProductForm) => void
  onPublished: () => void
}) {
  const { product, change, onPublished } = props
  const [isBusy, setIsBusy] = useState(false)

  async function publish(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (isBusy || !checkCanSave('and publish your products')) return
    setIsBusy(true)
    const { publishAllProducts: publishAll } = await import('./publish-all.ts')
    await publishAll(product, change)
    setIsBusy(false)
    onPublished()
  }

  return (
    // Without scripts the form reloads this page.
    <form action={STEP_HREFS[3]} onSubmit={(event) => void publish(event)}>
      <StepNavigation back={STEP_HREFS[2]}>
        <Button type="submit" busy={isBusy}>
          Publish
        </Button>
      </StepNavigation>
    </form>
  )
}

/** Renders that a product is unsaved and stored in this tab only. */
function UnsavedProduct({ product, onForget }: { product: ProductForm; onForget: () => void }) {
  return (
    <section
      aria-label="Unsaved draft"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-md border border-line bg-sheet p-5"
    >
      <p className="min-w-0 flex-1 basis-60 text-sm">
        <strong className="font-medium wrap-anywhere">{product.name.trim() || 'Untitled product'}</strong> is
        an unsaved draft. Publish to save it.
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink size="sm" variant="outline" href={STEP_HREFS[1]}>
          Continue editing
        </ButtonLink>
        <Button size="sm" variant="quiet" onClick={onForget}>
          Discard draft
        </Button>
      </div>
    </section>
  )
}
