import { call, messageOf } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { isUntouched, newProduct, type ProductForm, productFormOf } from '../product/product-form.ts'
import { writtenProduct } from '../product/written-product.ts'

/** So many times 50 drafts are published in one go; who has more presses again. */
const MOST_CALLS = 20

/**
 * Saves what was typed and is not saved yet, publishes every draft, and says by toasts how it went. What a draft lacks is
 * named, and it stays one.
 */
export async function publishAll(product: ProductForm, change: (form: ProductForm) => void): Promise<void> {
  try {
    if (product.id === '' && !isUntouched(product) && !(await saveTyped(product, change))) return
    await publishDrafts()
    change(newProduct())
  } catch (error) {
    toast.error(messageOf(error, 'Publishing did not work. Please try again in a moment.'))
  }
}

async function saveTyped(product: ProductForm, change: (form: ProductForm) => void): Promise<boolean> {
  const written = writtenProduct(product)
  if ('faults' in written) {
    toast.error(`${product.name.trim() || 'Your new product'}: ${Object.values(written.faults).join(' ')}`)
    return false
  }
  const answer = await call('POST /shop/saveMyProduct', { body: { data: written.body } })
  change(productFormOf(answer.product))
  return true
}

async function publishDrafts(): Promise<void> {
  const done = { published: 0, message: '', lacking: new Map<string, string>() }
  for (let round = 0; round < MOST_CALLS; round += 1) {
    // Those that lack something stay drafts: they are not asked again.
    const query = { state: 'draft' as const, page: 1 + Math.floor(done.lacking.size / 50) }
    const { products } = await call('GET /shop/getMyProducts', { query })
    const ids = products.map(({ id }) => id).filter((id) => !done.lacking.has(id))
    if (ids.length === 0) break
    const answer = await call('POST /shop/publishMyProducts', { body: { data: { ids } } })
    done.published += answer.published.length
    done.message = answer.published.length > 0 ? answer.message : done.message
    for (const { id, name, problem } of answer.lacking) done.lacking.set(id, `${name}: ${problem}`)
  }
  say(done)
}

function say(done: { published: number; message: string; lacking: ReadonlyMap<string, string> }): void {
  if (done.published > 0) toast.success(done.message)
  const lacking = [...done.lacking.values()]
  if (lacking.length > 0) toast.error(lacking.slice(0, 5).join(' '))
  if (done.published === 0 && lacking.length === 0)
    toast.info('There is nothing to publish: all of it is published.')
}
