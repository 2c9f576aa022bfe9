import type { ReviewSummaryData } from '#features/catalogue/reviews/contract.ts'
import { Stars } from '#web/shared/product/stars.tsx'
import { ChipLink } from '#web/ui/chip.tsx'
import { Link } from '#web/ui/link.tsx'
import { REVIEW_SORT_OPTIONS, reviewsHref, type ReviewsQuery } from './reviews-query.ts'

type Props = Readonly<{ productId: string; summary: ReviewSummaryData; query: ReviewsQuery }>

/** Renders the average of all reviews and their number by stars, each with a link. */
export function ReviewSummaryPanel({ productId, summary, query }: Props) {
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-display text-2xl tabular-nums">{summary.average.toFixed(1)}</span>
        <Stars rating={summary.average} />
        <span className="text-sm text-ink-soft tabular-nums">{formatReviewCount(summary.count)}</span>
      </p>
      <ul aria-label="Reviews by stars" className="flex flex-col">
        {summary.stars.map(({ rating, count }) => (
          <li key={rating}>
            <StarRow
              rating={rating}
              count={count}
              share={summary.count === 0 ? 0 : count / summary.count}
              isCurrent={query.stars === rating}
              href={reviewsHref(productId, {
                ...query,
                page: 1,
                stars: query.stars === rating ? undefined : rating,
              })}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Returns the number of reviews as a label. */
export function formatReviewCount(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'review' : 'reviews'}`
}

type StarRowData = Readonly<{
  rating: number
  count: number
  share: number
  isCurrent: boolean
  href: string
}>

/** Renders a row of the summary; a rating without reviews is not linked. */
function StarRow({ rating, count, share, isCurrent, href }: StarRowData) {
  const label = `${rating} ${rating === 1 ? 'star' : 'stars'}`
  const content = (
    <>
      <span className="w-14 shrink-0 whitespace-nowrap">{label}</span>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" className="h-1.5 min-w-0 grow">
        <rect width="100" height="6" className="fill-mist" />
        <rect width={Math.round(share * 100)} height="6" className="fill-gold" />
      </svg>
      <span className="w-10 shrink-0 text-right text-ink-soft tabular-nums">
        {count}
        <span className="sr-only">{count === 1 ? ' review' : ' reviews'}</span>
      </span>
    </>
  )
  const shape = 'flex min-h-8 items-center gap-3 rounded-sm px-2 -mx-2 text-sm'
  if (count === 0) return <p className={`${shape} text-ink-soft`}>{content}</p>
  return (
    <Link
      href={href}
      aria-current={isCurrent ? 'true' : undefined}
      className={`${shape} hover:bg-mist aria-[current=true]:bg-mist aria-[current=true]:font-medium`}
    >
      {content}
    </Link>
  )
}

/** Renders the sort orders of reviews, and a link that removes the filter by stars. */
export function ReviewSortLinks({ productId, query }: Omit<Props, 'summary'>) {
  return (
    <nav aria-label="Sort reviews" className="flex flex-wrap gap-2">
      {REVIEW_SORT_OPTIONS.map(({ sort, label }) => (
        <ChipLink
          key={sort}
          href={reviewsHref(productId, { ...query, sort, page: 1 })}
          isCurrent={query.sort === sort}
        >
          {label}
        </ChipLink>
      ))}
      {query.stars !== undefined && (
        <Link
          href={reviewsHref(productId, { ...query, stars: undefined, page: 1 })}
          className="text-link inline-flex min-h-10 items-center px-2 text-sm"
        >
          Show all reviews
        </Link>
      )}
    </nav>
  )
}
