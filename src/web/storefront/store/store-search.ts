import type { CategoryName } from '#features/catalogue/catalog/contract.ts'
import { CATEGORY_NAMES } from '#web/shared/product/category-names.ts'

/** The search in a store's address: the store (empty for a featured supplier's), and its products. */
export type StoreSearch = Readonly<{
  id: string
  text: string
  category: CategoryName | undefined
  page: number
}>

const PATH = '/store-profile'
const MAX_PAGE = 1_000_000

/** Parses the store search in an address's query; invalid values are ignored. */
export function readStoreSearch(query: Readonly<Record<string, unknown>>): StoreSearch {
  const page = readText(query['page'])
  return {
    id: readText(query['id']),
    text: readText(query['search']).slice(0, 100),
    category: CATEGORY_NAMES.find((name) => name === query['category']),
    page: /^[1-9]\d{0,6}$/.test(page) ? Math.min(Number(page), MAX_PAGE) : 1,
  }
}

/** Returns the address of a store, or of its products that match a search. Empty and default values are omitted. */
export function storeHref({ id, text = '', category, page = 1 }: Partial<StoreSearch>): string {
  const query = new URLSearchParams()
  if (id) query.set('id', id)
  if (category) query.set('category', category)
  if (text !== '') query.set('search', text)
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? PATH : `${PATH}?${query}`
}

/** Returns a text without NUL, which PostgreSQL rejects and no name contains. */
function readText(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\0', '').trim() : ''
}
