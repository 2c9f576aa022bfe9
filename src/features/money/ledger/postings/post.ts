import { isDeepStrictEqual } from 'node:util'
import { type Transaction, violatedConstraint } from '#database/database.ts'
import { AppError } from '#core/errors.ts'
import { validatePosting, type Posting, reversalPosting } from './posting.ts'
import { insertPostings, listPostings } from '../queries.ts'

/** A posting in the ledger: its internal key, its key of the business, and whether it was written just now. */
export type PostingResult = Readonly<{ id: number; key: string; isNew: boolean }>

/**
 * Books a posting within the transaction of its cause. The same posting again changes nothing and gives the first.
 * Throws `not_enough_money` (409) when a sub-ledger would go below zero that may not; a fault of ours is thrown as
 * such: a posting that does not add up (RangeError), or another one under a known key.
 */
export async function post(tx: Transaction, posting: Posting, now: Date): Promise<PostingResult> {
  const [posted] = await postAll(tx, [posting], now)
  if (!posted) throw new Error(`${posting.key} was not posted`)
  return posted
}

/**
 * Posts several postings like `post`, in one statement and one order of accounts. So two that book the same accounts
 * never wait for each other. Answers in the order given.
 */
export async function postAll(
  tx: Transaction,
  postings: readonly Posting[],
  now: Date,
): Promise<PostingResult[]> {
  const keys = new Set(postings.map((posting) => validatePosting(posting).key))
  if (keys.size < postings.length) throw new RangeError(`posted twice at once: ${[...keys].join(', ')}`)
  if (postings.length === 0) return []
  const insertedIds = new Map((await insertChecked(tx, postings, now)).map(({ key, id }) => [key, id]))
  const existingIds = await findExistingIds(
    tx,
    postings.filter(({ key }) => !insertedIds.has(key)),
  )
  return postings.map(({ key }) => {
    const id = insertedIds.get(key) ?? existingIds.get(key)
    if (id === undefined) throw new Error(`${key} was not posted`)
    return { id, key, isNew: insertedIds.has(key) }
  })
}

/** Reverses the posting of this key side for side, once, however often it is requested. Throws when there is none. */
export async function reversePosting(
  tx: Transaction,
  { key, memo }: Readonly<{ key: string; memo: string }>,
  now: Date,
): Promise<PostingResult> {
  const [original] = await listPostings(tx, [key])
  if (!original) throw new Error(`there is no posting ${key} to take back`)
  return post(tx, reversalPosting(original, memo), now)
}

async function insertChecked(tx: Transaction, postings: readonly Posting[], now: Date) {
  try {
    return await insertPostings(tx, postings, now)
  } catch (error) {
    if (violatedConstraint(error) !== 'ledger_floor') throw error
    throw new AppError('refused', 'not_enough_money', 'There isn’t enough money for this.', { cause: error })
  }
}

/** Returns the keys of existing postings; throws when one of them is another posting of the same key. */
async function findExistingIds(tx: Transaction, postings: readonly Posting[]): Promise<Map<string, number>> {
  if (postings.length === 0) return new Map()
  const existing = await listPostings(
    tx,
    postings.map(({ key }) => key),
  )
  for (const posting of postings) {
    const first = existing.find(({ key }) => key === posting.key)
    if (!first || !isSamePosting(first, posting)) {
      throw new Error(`${posting.key} is in the ledger already, with other entries`)
    }
  }
  return new Map(existing.map(({ key, id }) => [key, id]))
}

/** Returns whether two postings book the same money; their memos may differ. */
function isSamePosting(one: Posting, other: Posting): boolean {
  const comparableFields = ({ kind, currency, entries, reverses }: Posting) => ({
    kind,
    currency,
    entries,
    reverses,
  })
  return isDeepStrictEqual(comparableFields(one), comparableFields(other))
}
