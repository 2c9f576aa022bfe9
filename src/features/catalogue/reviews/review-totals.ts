import type { Transaction } from '#database/database.ts'
import { updateReviewTotals } from '#features/catalogue/catalog/service.ts'
import { lockReviewCounts } from './queries.ts'
import { summarizeStars } from './rules.ts'

/** The number of newest reviews that a product's row contains. */
const RECENT_COUNT = 10

/**
 * Updates the catalogue with these products' reviews: average, number, the newest. Call it after every change of a
 * review, in the same transaction. All processes that cache a page of these products are notified.
 */
export async function updateCatalogueReviews(tx: Transaction, products: readonly number[]): Promise<void> {
  const productIds = [...new Set(products)]
  if (productIds.length === 0) return
  const totals = await lockReviewCounts(tx, { productIds, limit: RECENT_COUNT })
  await updateReviewTotals(
    tx,
    totals.map(({ productId, stars, newest: recentReviews }) => {
      const { average: rating, count: reviewCount } = summarizeStars(stars)
      return { productId, rating, reviewCount, recentReviews }
    }),
  )
}
