import { Suspense, useState } from 'react'
import type { ReviewViewData } from '#features/catalogue/reviews/contract.ts'
import type { RejectedForm } from '#platform/http/calls/endpoint.ts'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { useRestoreFocus } from '../../checkout/form/use-restore-focus.ts'
import { useReviewForm } from './use-review-form.ts'

const ReviewPictures = lazyComponent(async () => (await import('./review-pictures.tsx')).ReviewPictures)

type Props = Readonly<{
  productId: string
  /** The review to edit; undefined for a new one. */
  review: ReviewViewData | undefined
  isSignedIn: boolean
  posted: RejectedForm | undefined
  onSaved: () => void
  onTouched?: () => void
  onCancel?: () => void
}>

/**
 * Renders the form of a review (PDP-28). It works without scripts and for guests; users with an account can add
 * pictures.
 */
export function ReviewForm({ productId, review, isSignedIn, posted, onSaved, ...on }: Props) {
  const [pictures, setPictures] = useState(review?.pictures ?? [])
  const { isSubmitting, problems, refusal, send, forgive } = useReviewForm({
    productId,
    posted,
    pictures: isSignedIn ? pictures : undefined,
    onSaved: () => {
      setPictures([])
      onSaved()
    },
  })
  const button = useRestoreFocus(isSubmitting)
  const { rating = 0, review: text } = posted?.values ?? {}
  return (
    <form
      method="post"
      action={`/product/${productId}#reviews`}
      aria-labelledby="write-review"
      noValidate
      onSubmit={send}
      onInput={() => {
        forgive()
        on.onTouched?.()
      }}
      className="flex flex-col gap-5"
    >
      <input type="hidden" name="productId" value={productId} />
      <Refusal text={refusal} />
      <StarRatingInput rating={review?.rating ?? Number(rating)} error={problems.rating} />
      <TextArea
        name="review"
        label="Your review"
        rows={5}
        maxLength={5000}
        defaultValue={review?.review ?? text}
        error={problems.review}
      />
      {isSignedIn ? (
        <Suspense>
          <ReviewPictures pictures={pictures} onChange={setPictures} />
        </Suspense>
      ) : (
        <NamePolicyNote productId={productId} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button ref={button} type="submit" busy={isSubmitting}>
          {isSubmitting ? 'Submitting...' : review ? 'Save Review' : 'Submit Review'}
        </Button>
        {on.onCancel && (
          <Button variant="quiet" onClick={on.onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

function Refusal({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p role="alert" className="rounded-md bg-danger-mist px-4 py-3 text-sm text-danger">
      {text}
    </p>
  )
}

function NamePolicyNote({ productId }: { productId: string }) {
  return (
    <p className="text-sm text-ink-soft">
      You’re posting as Anonymous.{' '}
      <Link href={`/login?returnTo=/product/${productId}`} className="text-link text-ink">
        Sign in
      </Link>{' '}
      to add your name and pictures.
    </p>
  )
}

const RATING_LABELS = ['No rating yet', 'Poor', 'Fair', 'Good', 'Very good', 'Excellent'] as const

/**
 * Renders the rating, from 0 (none) to 5, as radio buttons. They work with arrow keys and without scripts; the style
 * sheet fills the stars up to the selected one.
 */
function StarRatingInput({ rating, error }: { rating: number; error: string | undefined }) {
  const [shown, setShown] = useState(rating)
  return (
    <fieldset aria-describedby={error === undefined ? undefined : 'rating-error'}>
      <legend className="mb-1.5 text-sm">Your rating</legend>
      <div className="flex items-center gap-3">
        <div className="star-choice">
          {RATING_LABELS.map((word, stars) => (
            <label key={word}>
              <input
                type="radio"
                name="rating"
                value={stars}
                defaultChecked={stars === rating}
                onChange={() => setShown(stars)}
                className="sr-only"
              />
              {stars > 0 && <Star />}
              <span className="sr-only">{stars === 0 ? word : `${stars} of 5 stars, ${word}`}</span>
            </label>
          ))}
        </div>
        <span aria-hidden="true" className="needs-script text-sm text-ink-soft">
          {RATING_LABELS[shown]}
        </span>
      </div>
      {error !== undefined && (
        <p id="rating-error" className="mt-1.5 text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function Star() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 2.6l2.9 5.9 6.5.95-4.7 4.6 1.1 6.45L12 17.45 6.2 20.5l1.1-6.45-4.7-4.6 6.5-.95z" />
    </svg>
  )
}
