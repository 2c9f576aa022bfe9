import { type Database, type Queryable, inTransaction } from '#database/database.ts'
import { listBought, listBoughtSince } from '#features/sales/orders/service.ts'
import { HOUR, addMs } from '#core/time.ts'
import type { DueReviewData, OwnReviewData } from './contract.ts'
import { updateCatalogueReviews } from './review-totals.ts'
import { listAccountReviews, listUnreviewed } from './list-queries.ts'
import { detachPictures } from './pictures/picture-queries.ts'
import { markReviewsBought, detachReviews } from './queries.ts'
import { FORMER_MEMBER } from './rules.ts'

/** The most due reviews in a response. */
const MAX_DUE = 50

/** Returns the products that an account has bought but not reviewed, the latest first, and their total. */
export async function listReviewsDue(
  db: Queryable,
  accountId: number,
): Promise<{ due: DueReviewData[]; total: number }> {
  const purchases = await listBought(db, accountId)
  const productIds = purchases.map(({ productId }) => productId)
  const unreviewedProducts = await listUnreviewed(db, { accountId, productIds })
  const products = new Map(unreviewedProducts.map(({ key, product }) => [key, product]))
  const due = purchases.flatMap(({ productId, boughtAt }) => {
    const product = products.get(productId)
    return product ? [{ product, boughtAt: boughtAt.toISOString() }] : []
  })
  return { due: due.slice(0, MAX_DUE), total: due.length }
}

/** The most reviews in an export, more than any account writes. */
const EXPORT_LIMIT = 100_000

/** Returns all reviews of an account, for its data export. */
export async function exportReviews(db: Queryable, accountId: number): Promise<OwnReviewData[]> {
  return (await listAccountReviews(db, { accountId, offset: 0, limit: EXPORT_LIMIT })).reviews
}

/**
 * Anonymizes a closed account's reviews and deletes their pictures, which may show people. The reviews stay, as those
 * of a former member, and can no longer be changed. Runs in the given transaction.
 */
export async function anonymizeReviews(db: Queryable, accountId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await detachPictures(tx, accountId)
    await updateCatalogueReviews(tx, await detachReviews(tx, { accountId, userName: FORMER_MEMBER }))
  })
}

/** How far back purchases are checked, so that a shop that was down for a day misses none. */
const LOOKBACK_MS = 48 * HOUR

/** Marks reviews whose authors bought the product after they had written the review. */
export async function markVerifiedBuyers(db: Database, now: Date): Promise<void> {
  const purchases = await listBoughtSince(db, addMs(now, -LOOKBACK_MS))
  await inTransaction(db, async (tx) => updateCatalogueReviews(tx, await markReviewsBought(tx, purchases)))
}
