import type { ReviewSort } from '#features/catalogue/reviews/contract.ts'

/** The query of a product's reviews: `stars` filters them by rating. */
export type ReviewsQuery = Readonly<{ stars: number | undefined; sort: ReviewSort; page: number }>

/** The sort orders of reviews, with their labels. */
export const REVIEW_SORT_OPTIONS: readonly Readonly<{ sort: ReviewSort; label: string }>[] = [
  { sort: 'newest', label: 'Newest' },
  { sort: 'highest', label: 'Highest rated' },
  { sort: 'lowest', label: 'Lowest rated' },
]

/** Parses the query of reviews; invalid values are ignored. */
export function readReviewsQuery(search: Readonly<Record<string, string>>): ReviewsQuery {
  const { stars = '', sort, page = '' } = search
  return {
    stars: /^[1-5]$/.test(stars) ? Number(stars) : undefined,
    sort: REVIEW_SORT_OPTIONS.find((order) => order.sort === sort)?.sort ?? 'newest',
    page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
  }
}

/** Returns the address of a product's page with the reviews of a query. */
export function reviewsHref(productId: string, { stars, sort, page }: ReviewsQuery): string {
  const query = new URLSearchParams()
  if (stars !== undefined) query.set('stars', String(stars))
  if (sort !== 'newest') query.set('sort', sort)
  if (page > 1) query.set('page', String(page))
  return `/product/${productId}${query.size > 0 ? `?${query}` : ''}#reviews`
}

/** Returns whether an address is about the reviews of a product, so that their tab is open. */
export function isReviewsAddress(search: Readonly<Record<string, string>>): boolean {
  return ['stars', 'sort', 'page', 'reviewed'].some((name) => search[name] !== undefined)
}
