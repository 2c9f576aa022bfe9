import type { RetailSettingsData } from '#features/stores/connections/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { fromSelected, type SelectableProduct, type RetailSettings } from './selectable-product.ts'

/** The query of a selection: a page of it, or those of the given products that are selected. */
export type SelectionQuery = Readonly<{ page?: number; ids?: readonly string[] }>

/** Some of the selected products, and the number of all. */
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

/** The selection in this browser, for a visitor who is not signed in as a vendor. */
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

/** Returns the message if this browser could not save a selection, else undefined. */
export function explainNotSaved(error: unknown): string | undefined {
  return error instanceof Error && error.name === 'NotSaved' ? error.message : undefined
}

/** The selection on the server. A selection that this browser stored is uploaded first. */
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

/**
 * Uploads this browser's selection and clears it. The server ignores products that are no longer offered, and does not
 * change selected ones.
 */
async function uploadLocalSelection(): Promise<void> {
  const products = readLocalSelection()
  if (products.length === 0) return
  // Oldest first, so that the newest is at the front on the server too.
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

/** The most products that a browser stores before sign-in, which is the limit of one upload. */
const MAX_LOCAL = 200

/** Returns this browser's selection, newest first; invalid data is ignored. */
function readLocalSelection(): readonly SelectableProduct[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SELECTION_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isSelectableProduct).slice(0, MAX_LOCAL) : []
  } catch {
    return []
  }
}

/** Stores a product at the front; returns false if the limit is reached or storage fails. */
function addToLocalSelection(product: SelectableProduct): boolean {
  const otherProducts = readLocalSelection().filter(({ id }) => id !== product.id)
  return otherProducts.length < MAX_LOCAL && write([product, ...otherProducts])
}

/** Changes the settings of a stored product; returns whether that was saved. */
function changeLocalSelection(id: string, settings: RetailSettings): boolean {
  return write(
    readLocalSelection().map((product) => (product.id === id ? { ...product, ...settings } : product)),
  )
}

/** Removes products; returns whether that was saved. */
function removeFromLocalSelection(ids: readonly string[]): boolean {
  return write(readLocalSelection().filter(({ id }) => !ids.includes(id)))
}

function write(products: readonly SelectableProduct[]): boolean {
  try {
    if (products.length === 0) localStorage.removeItem(SELECTION_KEY)
    else localStorage.setItem(SELECTION_KEY, JSON.stringify(products))
    return true
  } catch {
    // Storage is full, or the browser forbids it.
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
