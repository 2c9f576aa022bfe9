/** Returns a rating in half stars, from a fraction of 0.5 on (CARD-11). */
export function halfStars(rating: number): number {
  return Math.min(Math.max(Math.floor(rating * 2), 0), 10)
}

/** Renders a rating as five stars by CSS; screen readers get one text. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className={`stars stars-${halfStars(rating)}`}>
      <span className="sr-only">{`Rated ${rating} out of 5`}</span>
    </span>
  )
}
