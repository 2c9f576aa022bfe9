import type { Queryable } from '#database/database.ts'
import { invalid } from '#ground/errors.ts'
import { idPattern } from '#ground/ids.ts'
import { envelope } from './finished-json.ts'
import { type CardPage, type ListChoice, selectAfter, selectPage } from './list-queries.ts'
import { isContradiction, isPlain, type Narrowing, pagesOf, type Span } from './rules.ts'
import { selectNarrowed } from './search-queries.ts'

const MESSAGE = 'Products'

/** One page of a list as the finished answer. */
export async function listPage(db: Queryable, choice: ListChoice, span: Span): Promise<string> {
  return pageAnswer(await selectPage(db, choice, span), span)
}

/** What follows a card in a list, as the finished answer. Throws `unknown_cursor` when the cursor is none of ours. */
export async function listAfter(
  db: Queryable,
  choice: ListChoice,
  { cursor, limit }: { cursor: string; limit: number },
): Promise<string> {
  const isCard = idPattern('product').test(cursor)
  const cards = isCard ? await selectAfter(db, choice, { cursor, limit }) : undefined
  if (!cards)
    throw invalid('unknown_cursor', 'The list cannot be continued from there. Please load it again.')
  return envelope(MESSAGE, {
    getProduct: cards.items,
    nextCursor: JSON.stringify(cards.n === limit ? cards.last : null),
  })
}

/** One page of the pieces that pass, as the finished answer; bounds that exclude each other give an empty one. */
export async function listNarrowed(db: Queryable, narrowing: Narrowing, span: Span): Promise<string> {
  if (isContradiction(narrowing)) return pageAnswer({ items: '[]', n: 0, last: null, total: 0 }, span)
  const page = isPlain(narrowing)
    ? await selectPage(db, narrowing, span)
    : await selectNarrowed(db, narrowing, span)
  return pageAnswer(page, span)
}

function pageAnswer({ items, n, last, total }: CardPage, { page, limit, offset }: Span): string {
  return envelope(MESSAGE, {
    getProduct: items,
    total: String(total),
    page: String(page),
    pages: String(pagesOf(total, limit)),
    nextCursor: JSON.stringify(offset + n < total ? last : null),
  })
}
