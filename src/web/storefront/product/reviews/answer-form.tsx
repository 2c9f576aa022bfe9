import { useState } from 'react'
import type { FormEvent } from 'react'
import type { ReviewViewData } from '#features/catalogue/reviews/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'

type AnswerFormProps = Readonly<{
  review: ReviewViewData
  /** The business that replies. */
  repliesAs: string | null
  onChanged: () => void
  onClose: () => void
}>

/** Renders the form in which a store's team writes, edits and deletes its reply to a review. */
export function AnswerForm({ review, repliesAs, onChanged, onClose }: AnswerFormProps) {
  const reviewId = review.id
  const options = { business: repliesAs ?? undefined }
  const { isBusy, submitChange } = useChange(() => {
    onClose()
    onChanged()
  })

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const answer = String(new FormData(event.currentTarget).get('answer') ?? '')
    void submitChange(() =>
      call('POST /shop/saveReviewAnswer', { body: { data: { reviewId, answer } } }, options),
    )
  }

  return (
    <form onSubmit={save} className="flex flex-col gap-3">
      <TextArea
        name="answer"
        label={`Your reply to ${review.userName}`}
        rows={3}
        maxLength={2000}
        required
        defaultValue={review.answer?.text}
        hint="Everyone can read it below the review."
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={isBusy}>
          Publish reply
        </Button>
        {review.answer && (
          <Button
            size="sm"
            variant="outline"
            disabled={isBusy}
            onClick={() =>
              void submitChange(() =>
                call('POST /shop/deleteReviewAnswer', { body: { data: { reviewId } } }, options),
              )
            }
          >
            Remove reply
          </Button>
        )}
        <Button size="sm" variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** Returns a function that submits a change; `onDone` is called once it is stored. */
function useChange(onDone: () => void) {
  const [isBusy, setBusy] = useState(false)

  async function submitChange(change: () => Promise<{ message: string }>): Promise<void> {
    setBusy(true)
    try {
      toast.success((await change()).message)
      onDone()
    } catch (error) {
      toast.error(explainError(error, 'Something went wrong, please try again later.'))
      setBusy(false)
    }
  }

  return { isBusy, submitChange }
}
