import { useState } from 'react'
import type { ReviewViewData } from '#features/catalogue/reviews/contract.ts'
import type { RejectedForm } from '#platform/http/calls/endpoint.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { ReviewCard } from './review-card.tsx'
import { ReviewForm } from './review-form.tsx'
import type { OwnReview } from './use-own-review.ts'

type WriteReviewProps = Readonly<{
  productId: string
  own: OwnReview
  posted: RejectedForm | undefined
  wasSent: boolean
  onChanged: () => void
}>

/** Renders the form of a review, or the own review with an edit button; nothing for the product's owner. */
export function WriteReview({ productId, own, posted, wasSent, onChanged }: WriteReviewProps) {
  const [isEditing, setEditing] = useState(false)
  // A review that was started before the own review was loaded is preserved.
  const [isTouched, setTouched] = useState(false)
  const { review, isOwner, isSignedIn } = own
  if (isOwner) return <p className="text-sm text-ink-soft">You can’t review a product of your own store.</p>
  const isReviewVisible = review !== undefined && !isEditing && !isTouched
  function stopEditing(): void {
    setEditing(false)
    setTouched(false)
  }
  function saved(): void {
    stopEditing()
    onChanged()
  }
  return (
    <section aria-labelledby="write-review" className="flex flex-col gap-5">
      <h3 id="write-review" className="text-lg">
        {isReviewVisible ? 'Your review' : review ? 'Edit your review' : 'Write a review'}
      </h3>
      {wasSent && !posted && (
        <p role="status" className="rounded-md bg-accent-mist px-4 py-3 text-sm">
          Review submitted successfully
        </p>
      )}
      {isReviewVisible ? (
        <OwnReviewCard review={review} onEdit={() => setEditing(true)} onChanged={onChanged} />
      ) : (
        <ReviewForm
          key={isEditing ? review?.id : 'new'}
          productId={productId}
          review={isEditing ? review : undefined}
          isSignedIn={isSignedIn}
          posted={posted}
          onSaved={saved}
          {...(review ? { onCancel: stopEditing } : { onTouched: () => setTouched(true) })}
        />
      )}
    </section>
  )
}

type OwnReviewProps = Readonly<{ review: ReviewViewData; onEdit: () => void; onChanged: () => void }>

function OwnReviewCard({ review, onEdit, onChanged }: OwnReviewProps) {
  const [isBusy, setBusy] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  async function remove(): Promise<void> {
    setBusy(true)
    try {
      const { message } = await call('POST /shop/deleteReview', { body: { data: { reviewId: review.id } } })
      toast.success(message)
      onChanged()
    } catch (error) {
      toast.error(explainError(error, 'Something went wrong, please try again later.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <ReviewCard review={review} reader="none" onChanged={onChanged} />
      {isConfirming ? (
        <div role="group" aria-label="Remove your review?" className="flex flex-wrap items-center gap-2">
          <span className="text-sm">Remove your review?</span>
          <Button size="sm" busy={isBusy} onClick={() => void remove()}>
            Remove review
          </Button>
          <Button size="sm" variant="quiet" onClick={() => setConfirming(false)}>
            Keep review
          </Button>
        </div>
      ) : (
        <div className="flex gap-2">
          <Button size="sm" variant="outline" onClick={onEdit}>
            Edit
          </Button>
          <Button size="sm" variant="quiet" onClick={() => setConfirming(true)}>
            Remove
          </Button>
        </div>
      )}
    </div>
  )
}
