import type { SelectableProduct, RetailSettings } from './selectable-product.ts'

/** The local storage key of what was chosen by somebody who is not signed in. */
export const SELECTION_KEY = 'vendorSelection'

/** So many products a browser keeps for an account to come; as many as one call hands over. */
export const MAX_LOCAL = 200

/** What this browser keeps of a selection, newest first; what is broken counts as nothing. */
export function readLocalSelection(): readonly SelectableProduct[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SELECTION_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isSelectableProduct).slice(0, MAX_LOCAL) : []
  } catch {
    return []
  }
}

/** Keeps a product at the front; false where the browser does not keep any more. */
export function addToLocalSelection(product: SelectableProduct): boolean {
  const otherProducts = readLocalSelection().filter(({ id }) => id !== product.id)
  return otherProducts.length < MAX_LOCAL && write([product, ...otherProducts])
}

/** Changes what is wanted of a kept product. */
export function changeLocalSelection(id: string, settings: RetailSettings): boolean {
  return write(
    readLocalSelection().map((product) => (product.id === id ? { ...product, ...settings } : product)),
  )
}

/** Leaves products out. */
export function removeFromLocalSelection(ids: readonly string[]): boolean {
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
