import type { ReviewData } from '#features/catalog/contract.ts'
import type { LoadedPart } from '#web/parts/loaded-part.ts'
import { LocalDate } from '#web/parts/local-date.tsx'
import { Stars } from '#web/parts/stars.tsx'

/** The tab of reviews: what buyers say, newest first. */
export function ProductReviews({ reviews }: { reviews: LoadedPart<ReviewData> }) {
  if (reviews.failure !== undefined) return <p className="text-ink-soft">{reviews.failure}</p>
  if (reviews.items.length === 0) {
    return (
      <div className="py-6">
        <p className="font-display text-lg">No reviews yet</p>
        <p className="mt-1 text-ink-soft">Nobody has written about this piece so far.</p>
      </div>
    )
  }
  return (
    <ul className="grid max-w-prose gap-8">
      {reviews.items.map((review) => (
        <li key={review.id} className="border-b border-line pb-8 last:border-0">
          <OneReview review={review} />
        </li>
      ))}
    </ul>
  )
}

function OneReview({ review }: { review: ReviewData }) {
  return (
    <article>
      <Stars rating={review.rating} />
      <p className="mt-2 whitespace-pre-line wrap-anywhere">{review.review}</p>
      <p className="mt-2 text-sm text-ink-soft">
        {review.userName}
        {' · '}
        <LocalDate iso={review.createdAt} />
      </p>
    </article>
  )
}
