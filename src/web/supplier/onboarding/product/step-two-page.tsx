import { useRef } from 'react'
import type { MouseEvent, SubmitEvent } from 'react'
import { FormProblem } from '#web/shared/forms/form-problem.tsx'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { page } from '#web/app/router/page.ts'
import { Button } from '#web/ui/button.tsx'
import { PictureSlots } from './picture-slots.tsx'
import { ProductFields } from './product-fields.tsx'
import { isProductFormEmpty, newProductForm } from './product-form.ts'
import { StepFrame } from '../step-frame.tsx'
import { ContinueLink, StepNavigation } from '../step-navigation.tsx'
import { STEP_HREFS } from '../steps.ts'
import { useOnboardingDraft } from './use-onboarding-draft.ts'
import { useSaveProduct } from './use-save-product.ts'
import { VariationEditor } from './variation-editor.tsx'

/** The second step of the manufacturer's onboarding: a product, the first one or a further one. */
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

/** The form, which leads on without saving where nobody is signed in or nothing was typed (MONB-23). */
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
          <Button size="sm" look="outline" onClick={() => setProduct(newProductForm())}>
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
          <VariationEditor form={product} change={setProduct} faults={faults} />
        </div>
      </div>
      <div className="mt-8">
        <FormProblem words={faults['form']} />
        {isOutdated && (
          <Button size="sm" look="outline" className="mt-3" onClick={() => void reopen()}>
            Load latest version
          </Button>
        )}
      </div>
      <StepNavigation back={STEP_HREFS[0]}>
        <ContinueLink href={STEP_HREFS[2]} isBusy={isBusy} onContinue={leadOn} />
      </StepNavigation>
      {/* Enter in a field sends a form that has such a button. */}
      <button type="submit" hidden>
        Continue
      </button>
    </form>
  )
}
