import type { Queryable } from '#database/database.ts'
import { invalid } from '#core/errors.ts'
import { type Behind, type Explained, findPostingId, listBehind, sumOfPlace } from '../balance-queries.ts'
import type { PostingBehindData } from '../contract.ts'

/** A number of the ledger and a page of the postings behind it, newest first; `nextCursor` leads to those before. */
export type Explanation = Readonly<{
  amount: number
  currency: string
  postings: readonly PostingBehindData[]
  nextCursor: string | null
}>

/**
 * What stands in a place of the ledger and the postings behind that, in whole minor units. Throws `bad_cursor` for one that no page
 * has given.
 */
export async function explain(
  db: Queryable,
  place: Explained,
  { cursor, limit }: Readonly<{ cursor: string | undefined; limit: number }>,
): Promise<Explanation> {
  const before = cursor === undefined ? undefined : await placeOf(db, cursor)
  const amount = await sumOfPlace(db, place)
  const found = await listBehind(db, { ...place, before, limit: limit + 1 })
  const postings = found.slice(0, limit)
  const last = postings.at(-1)?.key ?? null
  return {
    amount,
    currency: place.currency,
    postings: postings.map(shownPosting),
    nextCursor: found.length > limit ? last : null,
  }
}

async function placeOf(db: Queryable, cursor: string): Promise<number> {
  const id = await findPostingId(db, cursor)
  if (id === undefined) throw invalid('bad_cursor', 'That is no place in the list.')
  return id
}

function shownPosting({ postedAt, lines, ...posting }: Behind): PostingBehindData {
  return {
    ...posting,
    postedAt: postedAt.toISOString(),
    lines: lines.map(({ amount, ...line }) => ({
      ...line,
      debit: amount > 0 ? amount : null,
      credit: amount < 0 ? -amount : null,
    })),
  }
}
