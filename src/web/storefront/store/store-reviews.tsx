import type { StoreReviewData } from '#features/catalogue/reviews/contract.ts'
import type { StoreData } from '#features/catalogue/suppliers/contract.ts'
import type { LoadedList } from '#web/shared/loading/loaded-list.ts'
import { LocalDate } from '#web/shared/forms/local-date.tsx'
import { ProductPicture } from '#web/shared/product/product-picture.tsx'
import { Stars } from '#web/shared/product/stars.tsx'
import { Link } from '#web/ui/link.tsx'

type Props = Readonly<{ reviews: LoadedList<StoreReviewData>; measured: StoreData['measured'] }>

/** What buyers say of a store's products, the newest of it, each with its product (STORE-05). */
export function StoreReviews({ reviews, measured }: Props) {
  return (
    <section
      id="reviews"
      tabIndex={-1}
      aria-labelledby="reviews-title"
      className="flex lg:scroll-mt-20 flex-col gap-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="reviews-title" className="text-xl">
          Reviews
        </h2>
        {measured.ratingCount > reviews.items.length && reviews.items.length > 0 && (
          <p className="text-sm text-ink-soft tabular-nums">
            {`The newest of ${measured.ratingCount.toLocaleString('en-US')}`}
          </p>
        )}
      </div>
      <ReviewList reviews={reviews} />
    </section>
  )
}

function ReviewList({ reviews }: { reviews: LoadedList<StoreReviewData> }) {
  if (reviews.failure !== undefined) return <p className="text-ink-soft">{reviews.failure}</p>
  if (reviews.items.length === 0)
    return <p className="text-ink-soft">No reviews of this store’s products yet.</p>
  return (
    <ul className="grid gap-x-6 gap-y-8 md:grid-cols-2 lg:grid-cols-3 lg:gap-x-10">
      {reviews.items.map((review) => (
        <li key={review.id} className="border-t border-line pt-6">
          <StoreReviewCard review={review} />
        </li>
      ))}
    </ul>
  )
}

function StoreReviewCard({ review }: { review: StoreReviewData }) {
  return (
    <article className="flex h-full flex-col gap-3">
      <Stars rating={review.rating} />
      <p className="text-sm whitespace-pre-line wrap-anywhere">{review.review}</p>
      <p className="text-xs text-ink-soft">
        {review.userName}
        {' · '}
        <LocalDate iso={review.createdAt} />
      </p>
      <ReviewedProduct product={review.product} />
    </article>
  )
}

/** A product that is no longer offered is named, and leads nowhere. */
function ReviewedProduct({ product: { id, name, image } }: { product: StoreReviewData['product'] }) {
  const content = (
    <>
      <span className="relative size-14 shrink-0 overflow-hidden bg-stone">
        <ProductPicture image={image ?? undefined} alt="" sizes="56px" />
      </span>
      <span className="line-clamp-2 min-w-0 text-sm underline-offset-4 group-hover:underline">{name}</span>
    </>
  )
  const shape = 'group mt-auto flex items-center gap-3 pt-1'
  return id === null ? (
    <p className={`${shape} text-ink-soft`}>{content}</p>
  ) : (
    <Link href={`/product/${id}`} className={shape}>
      {content}
    </Link>
  )
}
