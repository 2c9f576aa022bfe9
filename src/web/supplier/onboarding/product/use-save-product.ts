import { useState } from 'react'
import { faultsOf, useSaving } from '#web/shared/loading/use-saving.ts'
import { call, isApiFailure, messageOf } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { newProduct, productFormOf, type ProductForm } from './product-form.ts'
import { fieldOf, writtenProduct } from './written-product.ts'

/**
 * Saving a piece: what is under way, what was wrong, and whether somebody has changed the piece since it was opened, where
 * `reopen` shows what is there now in the place of what was typed. `save` gives whether it is saved.
 */
export function useSaveProduct(form: ProductForm, change: (form: ProductForm) => void) {
  const { isBusy, faults, save: saving, refuse } = useSaving()
  const [isOutdated, setIsOutdated] = useState(false)

  async function save(element: HTMLFormElement): Promise<boolean> {
    const written = writtenProduct(form)
    if ('faults' in written) {
      refuse(element, written.faults)
      return false
    }
    let isSaved = false
    setIsOutdated(false)
    await saving(element, async () => {
      try {
        const answer = await call('POST /shop/saveMyProduct', { body: { data: written.body } })
        change(productFormOf(answer.product))
        toast.success(answer.message)
        isSaved = true
      } catch (error) {
        setIsOutdated(isApiFailure(error) && OUTDATED.includes(error.code))
        const counted = countedAnew(form, error)
        if (!counted) throw error
        change(counted.form)
        refuse(element, { ...faultsOf(error), [counted.field]: messageOf(error, '') })
      }
    })
    return isSaved
  }

  async function reopen(): Promise<void> {
    try {
      const { product } = await call('GET /shop/getMyProduct/{id}', { params: { id: form.id } })
      change(productFormOf(product))
    } catch (error) {
      if (isApiFailure(error) && error.status === 404) change(newProduct())
      toast.error(messageOf(error, 'The product could not be opened. Please try again in a moment.'))
    }
    setIsOutdated(false)
  }

  return { isBusy, faults, isOutdated: isOutdated && form.id !== '', save, reopen }
}

const OUTDATED: readonly string[] = ['product_changed', 'product_not_found']

/** The form with what there is now of a variant that was sold meanwhile, and the field that is to be looked at. */
function countedAnew(form: ProductForm, error: unknown): { form: ProductForm; field: string } | undefined {
  if (!isApiFailure(error) || error.code !== 'quantity_changed') return undefined
  const details: object = error.details instanceof Object ? error.details : {}
  const [id, now]: unknown[] = [Reflect.get(details, 'variantId'), Reflect.get(details, 'quantity')]
  const sold = form.variants.find((variant) => variant.id === id)
  if (!sold || typeof now !== 'number') return undefined
  const variants = form.variants.map((variant) =>
    variant === sold ? { ...sold, seenQuantity: now } : variant,
  )
  return { form: { ...form, variants }, field: fieldOf(sold, 'quantity', form.kinds) }
}
