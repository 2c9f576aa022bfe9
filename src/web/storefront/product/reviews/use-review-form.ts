import { useState } from 'react'
import type { FormEvent } from 'react'
import type { ReviewPictureData } from '#features/catalogue/reviews/contract.ts'
import type { RejectedForm } from '#platform/http/calls/endpoint.ts'
import { call, isApiFailure, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'

/** The missing fields of a review, by name. */
export type ReviewFieldErrors = Readonly<{ rating?: string; review?: string }>

type ReviewFormInput = Readonly<{
  productId: string
  posted: RejectedForm | undefined
  /** Undefined if pictures should not be changed. */
  pictures: readonly ReviewPictureData[] | undefined
  onSaved: () => void
}>

/**
 * Returns the state of a review form and submits it (STATE-15, VAL-02). After success it is cleared and `onSaved` is
 * called; missing fields are reported before anything is sent; a refusal preserves the input.
 */
export function useReviewForm({ productId, posted, pictures, onSaved }: ReviewFormInput) {
  const [isSubmitting, setSubmitting] = useState(false)
  const [problems, setProblems] = useState<ReviewFieldErrors>(posted ? reviewErrorsFrom(posted) : {})

  async function sendForm(form: HTMLFormElement): Promise<void> {
    const { rating, review } = readReviewForm(form)
    const errors = validateReview(rating, review)
    setProblems(errors ?? {})
    if (errors) return showErrors(form, errors)
    setSubmitting(true)
    try {
      const data = {
        productId,
        rating,
        review,
        ...(pictures ? { pictures: pictures.map(({ id }) => id) } : {}),
      }
      const { message } = await call('POST /shop/saveReview', { body: { data } })
      toast.success(message)
      form.reset()
      onSaved()
    } catch (error) {
      toast.error(explainError(error, 'Failed to submit review'))
      if (isApiFailure(error)) setProblems(reviewErrorsFrom(error))
    } finally {
      setSubmitting(false)
    }
  }

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    void sendForm(event.currentTarget)
  }

  /** Clears the errors once another value is entered. */
  const forgive = (): void => setProblems({})

  /** The error of the whole form, from a submission without scripts. */
  const refusal = posted && Object.keys(reviewErrorsFrom(posted)).length === 0 ? posted.message : undefined

  return { isSubmitting, problems, refusal, send, forgive }
}

function readReviewForm(form: HTMLFormElement): { rating: number; review: string } {
  const data = new FormData(form)
  return { rating: Number(data.get('rating') ?? 0), review: String(data.get('review') ?? '') }
}

/** Returns the missing fields with the messages of VAL-02; undefined if none is missing. */
export function validateReview(rating: number, review: string): ReviewFieldErrors | undefined {
  if (rating === 0) return { rating: 'Please select a rating' }
  if (review.trim() === '') return { review: 'Please write a review' }
  return undefined
}

function showErrors(form: HTMLFormElement, errors: ReviewFieldErrors): void {
  toast.error(errors.rating ?? errors.review ?? '')
  const name = errors.rating === undefined ? 'textarea' : 'input[type=radio]:checked'
  form.querySelector<HTMLElement>(name)?.focus()
}

/** Returns the message of a refusal for the field that it names. */
function reviewErrorsFrom({
  message,
  details,
}: Pick<RejectedForm, 'message' | 'details'>): ReviewFieldErrors {
  const fields: unknown = details instanceof Object && 'fields' in details ? details.fields : []
  const [field] = Array.isArray(fields) ? fields : []
  return field === 'rating' || field === 'review' ? { [field]: message } : {}
}
