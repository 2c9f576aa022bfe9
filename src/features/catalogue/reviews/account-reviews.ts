import { type Database, type Queryable, inTransaction } from '#database/database.ts'
import { listBought, listBoughtSince } from '#features/sales/orders/service.ts'
import { HOUR, later } from '#core/time.ts'
import type { DueReviewData, OwnReviewData } from './contract.ts'
import { tellCatalogue } from './figures.ts'
import { listOwnReviews, listUnreviewed } from './list-queries.ts'
import { detachPictures } from './pictures/picture-queries.ts'
import { markBought, releaseReviews } from './queries.ts'
import { FORMER_MEMBER } from './rules.ts'

/** So many reviews due are shown at once. */
const DUE = 50

/** What a person has paid for and not reviewed, bought last first, and how many pieces these are in all. */
export async function listReviewsDue(
  db: Queryable,
  personId: number,
): Promise<{ due: DueReviewData[]; total: number }> {
  const bought = await listBought(db, personId)
  const productIds = bought.map(({ productId }) => productId)
  const unreviewed = await listUnreviewed(db, { personId, productIds })
  const pieces = new Map(unreviewed.map(({ key, product }) => [key, product]))
  const due = bought.flatMap(({ productId, boughtAt }) => {
    const product = pieces.get(productId)
    return product ? [{ product, boughtAt: boughtAt.toISOString() }] : []
  })
  return { due: due.slice(0, DUE), total: due.length }
}

/** More than anybody writes. */
const ALL = 100_000

/** All that a person has written, for the export of one's data. */
export async function exportReviews(db: Queryable, personId: number): Promise<OwnReviewData[]> {
  return (await listOwnReviews(db, { personId, offset: 0, limit: ALL })).reviews
}

/**
 * What becomes of the reviews of an account that closes: they stay, as a former member's, and nobody can change them any
 * more; their pictures, which may show somebody, go. Joins the transaction it is given.
 */
export async function anonymiseReviews(db: Queryable, personId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await detachPictures(tx, personId)
    await tellCatalogue(tx, await releaseReviews(tx, { personId, userName: FORMER_MEMBER }))
  })
}

/** How far back purchases are looked at: a shop that stood still for a day misses none. */
const LATELY_MS = 48 * HOUR

/** Marks the reviews of those who bought the piece only after they had written of it. */
export async function markLateBuyers(db: Database, now: Date): Promise<void> {
  const bought = await listBoughtSince(db, later(now, -LATELY_MS))
  await inTransaction(db, async (tx) => tellCatalogue(tx, await markBought(tx, bought)))
}
