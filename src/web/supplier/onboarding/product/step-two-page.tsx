import { Suspense, useRef, type MouseEvent, type SubmitEvent, useState } from 'react'
import { FormProblem } from '#web/shared/forms/form-problem.tsx'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { page } from '#web/app/router/page.ts'
import { Button } from '#web/ui/button.tsx'
import { PictureSlots } from './picture-slots.tsx'
import { ProductFields } from './product-fields.tsx'
import { isProductFormEmpty, newProductForm, toProductForm, type ProductForm } from './product-form.ts'
import { StepFrame } from '../step-frame.tsx'
import { ContinueLink, StepNavigation } from '../step-navigation.tsx'
import { STEP_HREFS } from '../steps.ts'
import { useOnboardingDraft } from './use-onboarding-draft.ts'
import { fieldErrorsFrom, useSaveForm } from '#web/shared/loading/use-save-form.ts'
import { call, isApiFailure, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { variantFieldName, toProductInput } from './product-input.ts'

/** Loaded once the draft has been read, which only browsers do. */
const VariationEditor = lazyComponent(async () => (await import('./variation-editor.tsx')).VariationEditor)

/** The second step of the manufacturer's onboarding: the first product, or another one. */
export const stepTwoPage = page({
  head: () => ({
    title: 'Add Your First Product',
    description: 'Add pictures, details, price and quantity.',
    isUnlisted: true,
  }),
  View: StepTwoView,
})

function StepTwoView() {
  return (
    <StepFrame
      step={2}
      title="Add Your First Product"
      intro="Only you can see this draft until you publish it in the last step."
    >
      <ProductStep />
    </StepFrame>
  )
}

/**
 * Renders the form, which continues without saving if no supplier is signed in or the form is empty (MONB-23). A form
 * with a submit button is submitted by Enter in a field, so there is a hidden one at its end.
 */
function ProductStep() {
  const { isReady, draft, change, editProduct, isSupplier } = useOnboardingDraft()
  const { product } = draft
  const setProduct = (form: typeof product) => change({ product: form })
  const { isBusy, faults, isOutdated, save, reopen } = useSaveProduct(product, setProduct)
  const element = useRef<HTMLFormElement>(null)
  const go = useNavigateTo()

  async function proceed(): Promise<void> {
    if (element.current && (await save(element.current))) await go(STEP_HREFS[2])
  }

  function leadOn(event: MouseEvent | SubmitEvent): void {
    event.preventDefault()
    if (!isSupplier || isProductFormEmpty(product)) void go(STEP_HREFS[2])
    else if (!isBusy) void proceed()
  }

  return (
    <form ref={element} noValidate onSubmit={leadOn} inert={!isReady} className="mt-8">
      {product.id !== '' && (
        <p className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          You’re editing an existing product.
          <Button size="sm" variant="outline" onClick={() => setProduct(newProductForm())}>
            Add a new product
          </Button>
        </p>
      )}
      <div className="grid gap-10 lg:grid-cols-12 lg:gap-12">
        <PictureSlots
          pictures={product.pictures}
          change={(edit) => editProduct((now) => ({ ...now, pictures: edit(now.pictures) }))}
          problem={faults['pictures']}
        />
        <div className="grid content-start gap-x-4 gap-y-6 sm:grid-cols-2 lg:col-span-7">
          <ProductFields form={product} change={setProduct} faults={faults} />
          {isReady && (
            <Suspense>
              <VariationEditor form={product} change={setProduct} faults={faults} />
            </Suspense>
          )}
        </div>
      </div>
      <div className="mt-8">
        <FormProblem message={faults['form']} />
        {isOutdated && (
          <Button size="sm" variant="outline" className="mt-3" onClick={() => void reopen()}>
            Load latest version
          </Button>
        )}
      </div>
      <StepNavigation back={STEP_HREFS[0]}>
        <ContinueLink href={STEP_HREFS[2]} isBusy={isBusy} onContinue={leadOn} />
      </StepNavigation>
      <button type="submit" hidden>
        Continue
      </button>
    </form>
  )
}

/**
 * Returns the save function of a product, its pending state, its errors, and whether the product was changed elsewhere.
 * In that case `reopen` replaces the input with the current product. `save` returns whether it succeeded.
 */
function useSaveProduct(form: ProductForm, change: (form: ProductForm) => void) {
  const { isBusy, faults, save: saving, refuse } = useSaveForm()
  const [isOutdated, setIsOutdated] = useState(false)

  async function save(element: HTMLFormElement): Promise<boolean> {
    const input = toProductInput(form)
    if ('faults' in input) {
      refuse(element, input.faults)
      return false
    }
    let isSaved = false
    setIsOutdated(false)
    await saving(element, async () => {
      try {
        const answer = await call('POST /shop/saveMyProduct', { body: { data: input.body } })
        change(toProductForm(answer.product))
        toast.success(answer.message)
        isSaved = true
      } catch (error) {
        setIsOutdated(isApiFailure(error) && OUTDATED_CODES.includes(error.code))
        const recounted = withCurrentStock(form, error)
        if (!recounted) throw error
        change(recounted.form)
        refuse(element, { ...fieldErrorsFrom(error), [recounted.field]: explainError(error, '') })
      }
    })
    return isSaved
  }

  async function reopen(): Promise<void> {
    try {
      const { product } = await call('GET /shop/getMyProduct/{id}', { params: { id: form.id } })
      change(toProductForm(product))
    } catch (error) {
      if (isApiFailure(error) && error.status === 404) change(newProductForm())
      toast.error(explainError(error, 'We couldn’t open the product. Please try again in a moment.'))
    }
    setIsOutdated(false)
  }

  return { isBusy, faults, isOutdated: isOutdated && form.id !== '', save, reopen }
}

const OUTDATED_CODES: readonly string[] = ['product_changed', 'product_not_found']

/** Returns the form with the current stock of a variant that was sold meanwhile, and the field to check. */
function withCurrentStock(
  form: ProductForm,
  error: unknown,
): { form: ProductForm; field: string } | undefined {
  if (!isApiFailure(error) || error.code !== 'quantity_changed') return undefined
  const details: object = error.details instanceof Object ? error.details : {}
  const [id, now]: unknown[] = [Reflect.get(details, 'variantId'), Reflect.get(details, 'quantity')]
  const sold = form.variants.find((variant) => variant.id === id)
  if (!sold || typeof now !== 'number') return undefined
  const variants = form.variants.map((variant) =>
    variant === sold ? { ...sold, seenQuantity: now } : variant,
  )
  return { form: { ...form, variants }, field: variantFieldName(sold, 'quantity', form.kinds) }
}
