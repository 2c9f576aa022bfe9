import type { ReviewSummaryData, ReviewViewData } from '#features/catalogue/reviews/contract.ts'
import type { Call } from '#web/app/calls/api.ts'
import type { LoadedList } from '#web/shared/loading/loaded-list.ts'
import { isReviewsAddress, type ReviewsQuery, readReviewsQuery } from './reviews-query.ts'

/** A page of a product's reviews, the summary of all of them, and the query. */
export type LoadedReviews = LoadedList<ReviewViewData> &
  Readonly<{
    summary: ReviewSummaryData
    pages: number
    query: ReviewsQuery
    /** Whether the address is about the reviews, not only about the product. */
    isRequested: boolean
    /** Whether a review was just sent without scripts, and stored. */
    wasSent: boolean
  }>

/** The number of reviews on a page. */
const REVIEWS_PER_PAGE = 10

/** Loads the reviews of a query, or the message of a failure (ERR-10). Never throws. */
export async function loadReviews(
  call: Call,
  id: string,
  search: Readonly<Record<string, string>>,
): Promise<LoadedReviews> {
  const query = readReviewsQuery(search)
  const { stars, sort, page } = query
  const about = { query, isRequested: isReviewsAddress(search), wasSent: search['reviewed'] !== undefined }
  const filter = stars === undefined ? {} : { stars }
  try {
    const { getReview, summary, pages } = await call('GET /shop/fetchReview/{id}', {
      params: { id },
      query: { ...filter, sort, page, limit: REVIEWS_PER_PAGE },
    })
    return { items: getReview, summary, pages, ...about }
  } catch {
    const summary = { average: 0, count: 0, stars: [] }
    return { items: [], failure: 'Failed to load reviews', summary, pages: 1, ...about }
  }
}
