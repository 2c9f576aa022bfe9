import type { Transaction } from '#database/database.ts'
import { saveReviewFigures } from '#features/catalogue/catalog/service.ts'
import { lockFigures } from './queries.ts'
import { summaryOf } from './rules.ts'

/** How many of its newest reviews a product carries with it. */
const RECENT = 10

/**
 * Tells the catalogue what reviews make of these products: average, number, the newest. To be called after whatever changes
 * a review, in its transaction; everybody who keeps a page of these products hears of it too.
 */
export async function tellCatalogue(tx: Transaction, products: readonly number[]): Promise<void> {
  const productIds = [...new Set(products)]
  if (productIds.length === 0) return
  const figures = await lockFigures(tx, { productIds, limit: RECENT })
  await saveReviewFigures(
    tx,
    figures.map(({ productId, stars, newest: recentReviews }) => {
      const { average: rating, count: reviewCount } = summaryOf(stars)
      return { productId, rating, reviewCount, recentReviews }
    }),
  )
}
