import type { DueReviewData, OwnReviewData } from '#features/catalogue/reviews/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { LocalDate } from '#web/shared/forms/local-date.tsx'
import { Pagination } from '#web/shared/paging/pagination.tsx'
import { ProductPicture } from '#web/shared/product/product-picture.tsx'
import { Stars } from '#web/shared/product/stars.tsx'
import { ButtonLink, Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { FrameSkeleton } from '../shell/account-frame.tsx'
import { Card } from '../shell/card.tsx'
import { EmptyState } from '../shell/empty-state.tsx'
import { QueryView, useQuery } from '#web/shared/loading/query-view.tsx'
import { parsePageNumber } from '../shell/parse-page-number.ts'
import { useState } from 'react'
import { toast } from '#web/app/toast.ts'
import { useFocusOnMount } from '#web/ui/use-focus-on-mount.ts'

type ReviewsDue = Pick<AnswerTo<'GET /shop/getReviewsDue'>, 'due' | 'total'>
type OwnReviews = Pick<AnswerTo<'GET /shop/getOwnReviews'>, 'getReview' | 'page' | 'pages' | 'total'>

/** Renders the products that can be reviewed, and the user's own reviews. */
export function ReviewsSection({ search }: { search: Readonly<Record<string, string>> }) {
  const page = parsePageNumber(search['page'])
  const query = useQuery(`${page}`, async (signal) => {
    const [due, own] = await Promise.all([
      call('GET /shop/getReviewsDue', {}, { signal }),
      call('GET /shop/getOwnReviews', { query: { page } }, { signal }),
    ])
    return { due, own }
  })
  return (
    <QueryView loading={query} skeleton={<FrameSkeleton />}>
      {({ due, own }) => <Reviews due={due} own={own} onChange={query.again} />}
    </QueryView>
  )
}

/** Renders the products to review, and the user's own reviews below. */
export function Reviews({ due, own, onChange }: { due: ReviewsDue; own: OwnReviews; onChange: () => void }) {
  if (due.total === 0 && own.total === 0) return <NoReviews />
  return (
    <div className="flex flex-col gap-6">
      {due.total > 0 && (
        <Card id="reviews-due" title="Waiting for your review" text={describeDue(due.total)}>
          <ul className="flex flex-col gap-5">
            {due.due.map((product) => (
              <DueProduct key={product.product.id} product={product} />
            ))}
          </ul>
        </Card>
      )}
      {own.total > 0 && (
        <Card id="reviews-own" title="Your reviews">
          <ul className="flex flex-col divide-y divide-line">
            {own.getReview.map((review) => (
              <OwnReview key={review.id} review={review} onRemoved={onChange} />
            ))}
          </ul>
          {own.pages > 1 && (
            <Pagination
              page={own.page}
              pages={own.pages}
              hrefOf={(number) => `/dashboard/reviews?page=${number}`}
            />
          )}
        </Card>
      )}
    </div>
  )
}

function describeDue(total: number): string {
  return total === 1 ? 'One product that you bought.' : `${total} products that you bought.`
}

function DueProduct({ product: { product, boughtAt } }: { product: DueReviewData }) {
  return (
    <li className="flex flex-wrap items-center gap-4">
      <span className="relative size-16 shrink-0 overflow-hidden rounded-md bg-stone">
        <ProductPicture image={product.image ?? undefined} alt="" sizes="64px" />
      </span>
      <div className="min-w-0 flex-1 basis-40 text-sm">
        <p className="wrap-anywhere">{product.name}</p>
        <p className="text-xs text-ink-soft">
          Bought on <LocalDate iso={boughtAt} />
        </p>
      </div>
      <ButtonLink
        size="sm"
        variant="outline"
        href={reviewHref(product.id)}
        aria-label={`Write a review of ${product.name}`}
        className="max-sm:ms-20"
      >
        Write a review
      </ButtonLink>
    </li>
  )
}

function OwnReview({ review, onRemoved }: { review: OwnReviewData; onRemoved: () => void }) {
  const { product, rating, createdAt } = review
  return (
    <li className="py-5 first:pt-0 last:pb-0">
      <p className="font-medium wrap-anywhere">
        {product.id === null ? product.name : <Link href={reviewHref(product.id)}>{product.name}</Link>}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-3 text-xs text-ink-soft">
        <Stars rating={rating} />
        <LocalDate iso={createdAt} />
      </p>
      <p className="mt-3 max-w-prose text-sm wrap-anywhere whitespace-pre-line">{review.review}</p>
      {review.answer && (
        <p className="mt-3 max-w-prose border-s-2 border-gold ps-4 text-sm wrap-anywhere whitespace-pre-line text-ink-soft">
          {review.answer.store}: {review.answer.text}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {product.id !== null && (
          <ButtonLink
            size="sm"
            variant="outline"
            href={reviewHref(product.id)}
            aria-label={`Edit your review of ${product.name}`}
          >
            Edit
          </ButtonLink>
        )}
        <RemoveReview id={review.id} name={product.name} onRemoved={onRemoved} />
      </div>
    </li>
  )
}

/** Returns the address for writing or changing a review of a product. */
function reviewHref(productId: string): string {
  return `/product/${encodeURIComponent(productId)}#reviews`
}

function NoReviews() {
  return (
    <EmptyState
      title="No reviews yet"
      text="Products you bought wait here for your review, which helps others choose."
    >
      <ButtonLink href="/marketplace" size="sm">
        Go to the marketplace
      </ButtonLink>
    </EmptyState>
  )
}

type RemoveReviewProps = Readonly<{ id: string; name: string; onRemoved: () => void }>

/** Renders the removal of the user's own review, with a confirmation. */
function RemoveReview({ id, name, onRemoved }: RemoveReviewProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  if (isConfirming)
    return (
      <RemoveConfirmation id={id} name={name} onRemoved={onRemoved} onKeep={() => setIsConfirming(false)} />
    )
  return (
    <Button
      size="sm"
      variant="quiet"
      aria-label={`Remove your review of ${name}`}
      onClick={() => setIsConfirming(true)}
    >
      Remove
    </Button>
  )
}

function RemoveConfirmation({ id, onRemoved, onKeep }: RemoveReviewProps & { onKeep: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const yes = useFocusOnMount<HTMLButtonElement>()

  async function remove(): Promise<void> {
    setIsBusy(true)
    try {
      const answer = await call('POST /shop/deleteReview', { body: { data: { reviewId: id } } })
      toast.success(answer.message)
      onRemoved()
    } catch (error) {
      toast.error(explainError(error, 'Something went wrong. Please try again in a moment.'))
      setIsBusy(false)
    }
  }

  return (
    <>
      <p role="status" className="basis-full text-sm">
        Remove this review?
      </p>
      <Button ref={yes} size="sm" busy={isBusy} onClick={() => void remove()}>
        Remove
      </Button>
      <Button size="sm" variant="quiet" onClick={onKeep}>
        Keep
      </Button>
    </>
  )
}
