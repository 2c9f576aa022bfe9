import type { ReviewInputData } from './contract.ts'

/** The name on reviews of closed accounts. */
export const FORMER_MEMBER = 'Former member'

/** Returns the shown name of a review's author: `Anonymous` when there is none (CONST-14). */
export function getAuthorName(userName: string | null): string {
  return userName?.trim() || 'Anonymous'
}

/** Returns a reviewer's shown name: first name and initial of the last; null without a name. */
export function formatReviewerName({
  firstName,
  lastName,
}: Readonly<{ firstName: string; lastName: string }>): string | null {
  const [initial = ''] = lastName.trim()
  const name = `${firstName.trim()} ${initial && `${initial.toUpperCase()}.`}`.trim()
  return name === '' ? null : name
}

/**
 * Returns the average rating rounded to one decimal, halves up; 0 without ratings (CARD-09). `sum` is the sum of whole
 * ratings.
 */
export function averageRating(sum: number, count: number): number {
  return count === 0 ? 0 : Math.floor((sum * 20 + count) / (2 * count)) / 10
}

/** The numbers of reviews with one star, two, … five. */
export type StarCounts = readonly [number, number, number, number, number]

/** Returns the average and the number of ratings. */
export function summarizeStars(stars: StarCounts): Readonly<{ average: number; count: number }> {
  const count = stars.reduce((subtotal, one) => subtotal + one)
  const sum = stars.reduce((subtotal, one, index) => subtotal + one * (index + 1), 0)
  return { average: averageRating(sum, count), count }
}

/** Returns the missing part of a review, in the form's wording (VAL-02); undefined when it is complete. */
export function findMissingPart({
  rating,
  review,
}: Pick<ReviewInputData, 'rating' | 'review'>): { code: string; message: string } | undefined {
  if (rating === 0) return { code: 'rating_missing', message: 'Please select a rating' }
  if (review === '') return { code: 'review_missing', message: 'Please write a review' }
  return undefined
}
