/** How readers are told who wrote a review: `Anonymous` when there is no name (CONST-14). */
export function authorOf(userName: string | null): string {
  return userName?.trim() || 'Anonymous'
}

/** The average of ratings rounded to one decimal, halves up; 0 when there are none (CARD-09). `sum` is of whole ratings. */
export function averageRating(sum: number, count: number): number {
  return count === 0 ? 0 : Math.floor((sum * 20 + count) / (2 * count)) / 10
}
