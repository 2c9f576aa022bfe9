import type { Queryable, Transaction } from '#database/database.ts'
import type { WrittenPostingData } from './contract.ts'
import {
  findLastPostingId,
  type PostingWithLines,
  listPostingsWithLines,
  listPostingsOfTransaction,
  type PostingSearch,
} from './posting-queries.ts'

/** Returns a page of postings, newest first, and the position where the next page begins. */
export async function findPostings(
  db: Queryable,
  search: PostingSearch,
): Promise<{ postings: WrittenPostingData[]; nextCursor: number | null }> {
  const found = await listPostingsWithLines(db, { ...search, limit: search.limit + 1 })
  const postings = found.slice(0, search.limit)
  return {
    postings: postings.map(toWrittenPosting),
    nextCursor: found.length > search.limit ? (postings.at(-1)?.id ?? null) : null,
  }
}

/** Returns the postings that `work` makes in its transaction; the caller decides whether to commit it. */
export async function recordPostings(
  tx: Transaction,
  work: () => Promise<void>,
): Promise<WrittenPostingData[]> {
  const after = await findLastPostingId(tx)
  await work()
  return (await listPostingsOfTransaction(tx, after)).map(toWrittenPosting)
}

function toWrittenPosting({ id: _id, postedAt, lines, ...posting }: PostingWithLines): WrittenPostingData {
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
