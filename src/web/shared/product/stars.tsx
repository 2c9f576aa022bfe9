/** Returns a rating in half stars, from a fraction of 0.5 on (CARD-11). */
export function halfStars(rating: number): number {
  return Math.min(Math.max(Math.floor(rating * 2), 0), 10)
}

/** A rating as five stars, drawn by the style sheet; who does not see them hears one text. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className={`stars stars-${halfStars(rating)}`}>
      <span className="sr-only">{`Rated ${rating} out of 5`}</span>
    </span>
  )
}
