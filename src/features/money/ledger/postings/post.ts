import { isDeepStrictEqual } from 'node:util'
import { type Transaction, violatedConstraint } from '#database/database.ts'
import { AppError } from '#core/errors.ts'
import { validatePosting, type Posting, reversalPosting } from './posting.ts'
import { insertPostings, listPostings } from '../queries.ts'

/** A posting in the ledger: its internal key, its business key, and whether it is new. */
export type PostingResult = Readonly<{ id: number; key: string; isNew: boolean }>

/**
 * Books a posting within the transaction of its cause. The same posting again changes nothing and returns the first.
 * Throws `not_enough_money` (409) when a sub-ledger that must not go below zero would. A bug throws another error: an
 * unbalanced posting (RangeError), or another posting with a known key.
 */
export async function post(tx: Transaction, posting: Posting, now: Date): Promise<PostingResult> {
  const [posted] = await postAll(tx, [posting], now)
  if (!posted) throw new Error(`${posting.key} was not posted`)
  return posted
}

/**
 * Posts several postings like `post`, in one statement. It uses a fixed order of accounts, so that concurrent
 * transactions do not deadlock. Results are in the order given.
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

/** Reverses the posting with this key side for side, once, however often it is requested. Throws when there is none. */
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

/** Returns the ids of existing postings by key; throws if one of them differs from its requested posting. */
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
