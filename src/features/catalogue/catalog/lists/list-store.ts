import type { Queryable } from '#database/database.ts'
import { type CategoryName, STORE_PAGE_SIZE } from '../contract.ts'
import { envelope } from './finished-json.ts'
import { pagesOf, spanOf } from '../rules.ts'
import { type StorePage, type StoreSort, selectStoreFound, selectStorePage } from './store-queries.ts'

/** What is asked of a store's pieces; nothing of it must be said. */
type StoreWish = Readonly<{
  search?: string | undefined
  category?: CategoryName | undefined
  sort?: StoreSort | undefined
  page?: number | undefined
  limit?: number | undefined
}>

/** One page of a supplier's pieces as the finished answer; `store` is the supplier's key. */
export async function listStore(db: Queryable, store: number, wish: StoreWish): Promise<string> {
  const { search: text = '', category, sort = 'popular', page, limit = STORE_PAGE_SIZE } = wish
  const span = spanOf(page, limit)
  const choice = { store, category, sort, span }
  return storeAnswer(
    await (text === '' ? selectStorePage(db, choice) : selectStoreFound(db, choice, text)),
    span,
  )
}

function storeAnswer({ items, total, categories }: StorePage, span: { page: number; limit: number }): string {
  return envelope('Products of the store', {
    getProduct: items,
    total: String(total),
    page: String(span.page),
    pages: String(pagesOf(total, span.limit)),
    categories,
  })
}
