import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import {
  isProductFormEmpty,
  newProductForm,
  type ProductForm,
  toProductForm,
} from '../product/product-form.ts'
import { toProductInput } from '../product/product-input.ts'

/** The most calls of 50 drafts for one click; with more drafts the supplier clicks again. */
const MAX_CALLS = 20

/**
 * Saves the unsaved product, publishes all drafts, and reports the result as toasts. An incomplete product remains a
 * draft, and the toast names what it lacks.
 */
export async function publishAllProducts(
  product: ProductForm,
  change: (form: ProductForm) => void,
): Promise<void> {
  try {
    if (product.id === '' && !isProductFormEmpty(product) && !(await saveUnsavedProduct(product, change)))
      return
    await publishDrafts()
    change(newProductForm())
  } catch (error) {
    toast.error(explainError(error, 'Publishing failed. Please try again in a moment.'))
  }
}

async function saveUnsavedProduct(
  product: ProductForm,
  change: (form: ProductForm) => void,
): Promise<boolean> {
  const input = toProductInput(product)
  if ('faults' in input) {
    toast.error(`${product.name.trim() || 'Your new product'}: ${Object.values(input.faults).join(' ')}`)
    return false
  }
  const answer = await call('POST /shop/saveMyProduct', { body: { data: input.body } })
  change(toProductForm(answer.product))
  return true
}

async function publishDrafts(): Promise<void> {
  const result = { published: 0, message: '', lacking: new Map<string, string>() }
  for (let attempt = 0; attempt < MAX_CALLS; attempt += 1) {
    // Incomplete products remain drafts and are skipped.
    const query = { state: 'draft' as const, page: 1 + Math.floor(result.lacking.size / 50) }
    const { products } = await call('GET /shop/getMyProducts', { query })
    const ids = products.map(({ id }) => id).filter((id) => !result.lacking.has(id))
    if (ids.length === 0) break
    const answer = await call('POST /shop/publishMyProducts', { body: { data: { ids } } })
    result.published += answer.published.length
    result.message = answer.published.length > 0 ? answer.message : result.message
    for (const { id, name, problem } of answer.lacking) result.lacking.set(id, `${name}: ${problem}`)
  }
  toastResult(result)
}

function toastResult(result: {
  published: number
  message: string
  lacking: ReadonlyMap<string, string>
}): void {
  if (result.published > 0) toast.success(result.message)
  const missingByProduct = [...result.lacking.values()]
  if (missingByProduct.length > 0) toast.error(missingByProduct.slice(0, 5).join(' '))
  if (result.published === 0 && missingByProduct.length === 0) toast.info('Everything is already published.')
}
