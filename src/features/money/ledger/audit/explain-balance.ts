import type { Queryable } from '#database/database.ts'
import { invalid } from '#core/errors.ts'
import {
  type LedgerPostingRow,
  type LedgerSelector,
  findPostingId,
  listContributingPostings,
  readLedgerBalance,
} from '../balance-queries.ts'
import type { LedgerPostingData } from '../contract.ts'

/** A number of the ledger and a page of its postings, newest first; `nextCursor` is the cursor of older ones. */
export type BalanceExplanation = Readonly<{
  amount: number
  currency: string
  postings: readonly LedgerPostingData[]
  nextCursor: string | null
}>

/** Returns a ledger balance and its postings, in whole minor units. Throws `bad_cursor` for an invalid cursor. */
export async function explainLedgerBalance(
  db: Queryable,
  selector: LedgerSelector,
  { cursor, limit }: Readonly<{ cursor: string | undefined; limit: number }>,
): Promise<BalanceExplanation> {
  const beforeId = cursor === undefined ? undefined : await findCursorId(db, cursor)
  const amount = await readLedgerBalance(db, selector)
  const found = await listContributingPostings(db, { ...selector, before: beforeId, limit: limit + 1 })
  const postings = found.slice(0, limit)
  const last = postings.at(-1)?.key ?? null
  return {
    amount,
    currency: selector.currency,
    postings: postings.map(toLedgerPosting),
    nextCursor: found.length > limit ? last : null,
  }
}

async function findCursorId(db: Queryable, cursor: string): Promise<number> {
  const id = await findPostingId(db, cursor)
  if (id === undefined) throw invalid('bad_cursor', 'The cursor is invalid. Start from the first page.')
  return id
}

function toLedgerPosting({ postedAt, lines, ...posting }: LedgerPostingRow): LedgerPostingData {
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
