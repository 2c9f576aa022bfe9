import type { Transaction } from '#database/database.ts'
import { updateReviewTotals } from '#features/catalogue/catalog/service.ts'
import { lockReviewCounts } from './queries.ts'
import { summarizeStars } from './rules.ts'

/** How many of its newest reviews a product carries with it. */
const RECENT_COUNT = 10

/**
 * Tells the catalogue what reviews make of these products: average, number, the newest. To be called after whatever changes
 * a review, in its transaction; everybody who keeps a page of these products hears of it too.
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
