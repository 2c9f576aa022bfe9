import type { RetailSettingsData } from '#features/stores/connections/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { fromSelected, type SelectableProduct, type RetailSettings } from './selectable-product.ts'

/** The query of a selection: a page of it, or the selected ones of these products. */
export type SelectionQuery = Readonly<{ page?: number; ids?: readonly string[] }>

/** Some of the chosen products, and how many there are in all. */
export type SelectedProductsPage = Readonly<{
  products: readonly SelectableProduct[]
  total: number
  page: number
  pages: number
}>

/** The storage of a selection. All functions may throw; each change returns the number of selected products. */
export type SelectionStore = Readonly<{
  list(query: SelectionQuery, signal: AbortSignal): Promise<SelectedProductsPage>
  add(product: SelectableProduct): Promise<number>
  change(product: SelectableProduct, settings: RetailSettings): Promise<void>
  remove(id: string): Promise<number>
}>

const PER_PAGE = 50

/** A selection in this browser, without a signed-in vendor. */
export const localSelectionStore: SelectionStore = {
  list: ({ page: requestedPage = 1, ids }) => {
    const all = readLocalSelection()
    const pages = Math.ceil(all.length / PER_PAGE)
    const page = Math.max(1, Math.min(requestedPage, pages))
    const products = ids
      ? all.filter(({ id }) => ids.includes(id))
      : all.slice((page - 1) * PER_PAGE, page * PER_PAGE)
    return Promise.resolve({ products, total: all.length, page, pages })
  },
  add: (product) =>
    resolveIfSaved(
      addToLocalSelection(product),
      `You can save up to ${MAX_LOCAL} products. Please sign in to add more.`,
    ),
  change: async ({ id }, settings) =>
    void (await resolveIfSaved(changeLocalSelection(id, settings), NOT_SAVED)),
  remove: (id) => resolveIfSaved(removeFromLocalSelection([id]), NOT_SAVED),
}

const NOT_SAVED = 'This browser can’t save anything right now.'

function resolveIfSaved(isSaved: boolean, problem: string): Promise<number> {
  if (isSaved) return Promise.resolve(readLocalSelection().length)
  return Promise.reject(Object.assign(new Error(problem), { name: 'NotSaved' }))
}

/** Returns the message when this browser could not save a selection, or undefined. */
export function explainNotSaved(error: unknown): string | undefined {
  return error instanceof Error && error.name === 'NotSaved' ? error.message : undefined
}

/** A selection at the server. The one this browser had stored before is handed over first. */
export const serverSelectionStore: SelectionStore = {
  async list({ page, ids }, signal) {
    await uploadLocalSelection()
    const query = { ...(page ? { page } : {}), ...(ids && ids.length > 0 ? { ids: ids.join(',') } : {}) }
    const { selection, ...answer } = await call('GET /stores/selection', { query }, { signal })
    return {
      products: selection.map(fromSelected),
      total: answer.total,
      page: answer.page,
      pages: answer.pages,
    }
  },
  add: async (product) =>
    (await call('POST /stores/selection', { body: { products: [toSelectionInput(product)] } })).total,
  change: async ({ id }, settings) =>
    void (await call('POST /stores/selection/change', { body: toSelectionInput({ id, ...settings }) })),
  remove: async (id) => (await call('POST /stores/selection/remove', { body: { productIds: [id] } })).total,
}

/** Products that are not offered any more are left behind, those chosen already stay as they are. */
async function uploadLocalSelection(): Promise<void> {
  const products = readLocalSelection()
  if (products.length === 0) return
  // The oldest first: the newest is to stand at the front there, too.
  await call('POST /stores/selection', { body: { products: products.map(toSelectionInput).toReversed() } })
  removeFromLocalSelection(products.map(({ id }) => id))
}

function toSelectionInput({
  id,
  retailPrice,
  retailCurrency,
  quantity,
}: RetailSettings & { id: string }): RetailSettingsData {
  return { productId: id, retailPrice, quantity, ...(retailCurrency === null ? {} : { retailCurrency }) }
}

/** The local storage key of products selected before signing in. */
const SELECTION_KEY = 'vendorSelection'

/** So many products a browser keeps for an account to come; as many as one call hands over. */
const MAX_LOCAL = 200

/** Returns this browser's selection, newest first; broken data counts as none. */
function readLocalSelection(): readonly SelectableProduct[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SELECTION_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isSelectableProduct).slice(0, MAX_LOCAL) : []
  } catch {
    return []
  }
}

/** Keeps a product at the front; false where the browser does not keep any more. */
function addToLocalSelection(product: SelectableProduct): boolean {
  const otherProducts = readLocalSelection().filter(({ id }) => id !== product.id)
  return otherProducts.length < MAX_LOCAL && write([product, ...otherProducts])
}

/** Changes the settings of a stored product. */
function changeLocalSelection(id: string, settings: RetailSettings): boolean {
  return write(
    readLocalSelection().map((product) => (product.id === id ? { ...product, ...settings } : product)),
  )
}

/** Leaves products out. */
function removeFromLocalSelection(ids: readonly string[]): boolean {
  return write(readLocalSelection().filter(({ id }) => !ids.includes(id)))
}

function write(products: readonly SelectableProduct[]): boolean {
  try {
    if (products.length === 0) localStorage.removeItem(SELECTION_KEY)
    else localStorage.setItem(SELECTION_KEY, JSON.stringify(products))
    return true
  } catch {
    // The storage is full, or the browser forbids it.
    return false
  }
}

function isSelectableProduct(value: unknown): value is SelectableProduct {
  if (typeof value !== 'object' || value === null) return false
  const product: Partial<Record<keyof SelectableProduct, unknown>> = value
  const { retailPrice = null, retailCurrency = null, quantity = null } = product
  return (
    typeof product.id === 'string' &&
    typeof product.name === 'string' &&
    typeof product.price === 'number' &&
    typeof product.stock === 'number' &&
    (retailPrice === null || typeof retailPrice === 'number') &&
    (retailCurrency === null || typeof retailCurrency === 'string') &&
    (quantity === null || typeof quantity === 'number')
  )
}
