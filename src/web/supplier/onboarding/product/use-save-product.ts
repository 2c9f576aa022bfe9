import { useState } from 'react'
import { fieldErrorsFrom, useSaveForm } from '#web/shared/loading/use-save-form.ts'
import { call, isApiFailure, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { newProductForm, toProductForm, type ProductForm } from './product-form.ts'
import { variantFieldName, toProductInput } from './product-input.ts'

/**
 * Saving a product: what is under way, what was wrong, and whether somebody has changed the product since it was opened, where
 * `reopen` shows what is there now in the place of what was typed. `save` gives whether it is saved.
 */
export function useSaveProduct(form: ProductForm, change: (form: ProductForm) => void) {
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

/** The form with what there is now of a variant that was sold meanwhile, and the field that is to be looked at. */
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
