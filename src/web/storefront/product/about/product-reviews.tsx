import type { RejectedForm } from '#platform/http/calls/endpoint.ts'
import { useReload } from '#web/app/router/navigation.ts'
import { Pagination } from '#web/shared/paging/pagination.tsx'
import type { LoadedReviews } from '../reviews/load-reviews.ts'
import { ReviewCard, type ReviewReader } from '../reviews/review-card.tsx'
import { ReviewSortLinks, ReviewSummaryPanel } from '../reviews/review-summary.tsx'
import { reviewsHref } from '../reviews/reviews-query.ts'
import { useOwnReview, type OwnReview } from '../reviews/use-own-review.ts'
import { WriteReview } from '../reviews/write-review.tsx'

type Props = Readonly<{
  productId: string
  reviews: LoadedReviews
  /** A form sent without scripts that was rejected. */
  posted: RejectedForm | undefined
}>

/** Renders the tab of reviews: summary, reviews, and the form. */
export function ProductReviews({ productId, reviews, posted }: Props) {
  const ownReview = useOwnReview(productId)
  const reload = useReload()
  function changed(): void {
    ownReview.refresh()
    void reload()
  }
  const { summary, query } = reviews
  return (
    <div className="grid gap-10 lg:grid-cols-12 lg:grid-rows-[auto_1fr] lg:gap-x-16">
      {summary.count > 0 && (
        <div className="lg:col-span-5 lg:col-start-8">
          <ReviewSummaryPanel productId={productId} summary={summary} query={query} />
        </div>
      )}
      <div className="flex min-w-0 flex-col gap-8 lg:col-span-7 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        {(summary.count > 1 || query.stars !== undefined) && (
          <ReviewSortLinks productId={productId} query={query} />
        )}
        <ReviewList reviews={reviews} own={ownReview} onChanged={changed} />
        {reviews.pages > 1 && (
          <Pagination
            page={query.page}
            pages={reviews.pages}
            hrefOf={(page) => reviewsHref(productId, { ...query, page })}
          />
        )}
      </div>
      <div className="lg:col-span-5 lg:col-start-8">
        <WriteReview
          productId={productId}
          own={ownReview}
          posted={posted}
          wasSent={reviews.wasSent}
          onChanged={changed}
        />
      </div>
    </div>
  )
}

type ListProps = Readonly<{ reviews: LoadedReviews; own: OwnReview; onChanged: () => void }>

function ReviewList({ reviews, own, onChanged }: ListProps) {
  const { items, failure, summary, query } = reviews
  if (failure !== undefined) return <p className="text-ink-soft">{failure}</p>
  if (summary.count === 0) {
    return (
      <div className="py-6">
        <p className="font-display text-lg">No reviews yet</p>
        <p className="mt-1 text-ink-soft">Be the first to review this product.</p>
      </div>
    )
  }
  if (items.length === 0)
    return (
      <p className="text-ink-soft">
        {query.page > 1 ? 'There are no more reviews.' : 'No reviews with this rating yet.'}
      </p>
    )
  return (
    <ul className="grid max-w-prose gap-8">
      {items.map((review) => (
        <li key={review.id} className="border-b border-line pb-8 last:border-0">
          <ReviewCard
            review={review}
            reader={getReader(review.id, own)}
            repliesAs={own.repliesAs}
            onChanged={onChanged}
          />
        </li>
      ))}
    </ul>
  )
}

function getReader(reviewId: string, ownReview: OwnReview): ReviewReader {
  if (ownReview.isOwner) return ownReview.repliesAs === null ? 'none' : 'owner'
  return ownReview.review?.id === reviewId ? 'writer' : 'other'
}
