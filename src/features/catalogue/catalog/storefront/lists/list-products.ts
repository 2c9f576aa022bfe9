import type { Queryable } from '#database/database.ts'
import { invalid } from '#core/errors.ts'
import { idPattern } from '#core/ids.ts'
import type { Search } from '../../port.ts'
import { countPages, type PageRange, type ProductFilter } from '../../rules.ts'
import { type CardPage, type ListOptions, selectAfter, selectPage } from './list-queries.ts'
import { toEnvelopeJson } from './raw-json.ts'

const LIST_MESSAGE = 'Products'

/** Renders one page of a list as the finished response. */
export async function renderListPage(db: Queryable, list: ListOptions, span: PageRange): Promise<string> {
  return toPageJson(await selectPage(db, list, span), span)
}

/**
 * Renders the products after a card in a list as the finished response. Throws `unknown_cursor` when the cursor is
 * invalid.
 */
export async function renderListPageAfter(
  db: Queryable,
  list: ListOptions,
  { cursor, limit }: { cursor: string; limit: number },
): Promise<string> {
  const isCard = idPattern('product').test(cursor)
  const cards = isCard ? await selectAfter(db, list, { cursor, limit }) : undefined
  if (!cards) throw invalid('unknown_cursor', 'This page of the list has expired. Reload the list.')
  return toEnvelopeJson(LIST_MESSAGE, {
    getProduct: cards.items,
    nextCursor: JSON.stringify(cards.n === limit ? cards.last : null),
  })
}

/** Renders one page of matching products as the finished response. */
export async function renderFilteredListPage(
  db: Queryable,
  search: Search,
  { filter, span }: { filter: ProductFilter; span: PageRange },
): Promise<string> {
  return toPageJson(await search.find(db, filter, span), span)
}

function toPageJson({ items, n, last, total }: CardPage, { page, limit, offset }: PageRange): string {
  return toEnvelopeJson(LIST_MESSAGE, {
    getProduct: items,
    total: String(total),
    page: String(page),
    pages: String(countPages(total, limit)),
    nextCursor: JSON.stringify(offset + n < total ? last : null),
  })
}
