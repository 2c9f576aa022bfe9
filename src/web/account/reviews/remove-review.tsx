import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { useFocusOnMount } from '../shell/use-focus-on-mount.ts'

type RemoveReviewProps = Readonly<{ id: string; name: string; onRemoved: () => void }>

/** Takes one's own review back, after asking once more. */
export function RemoveReview({ id, name, onRemoved }: RemoveReviewProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  if (isConfirming)
    return (
      <RemoveConfirmation id={id} name={name} onRemoved={onRemoved} onKeep={() => setIsConfirming(false)} />
    )
  return (
    <Button
      size="sm"
      look="quiet"
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
      <Button size="sm" look="quiet" onClick={onKeep}>
        Keep
      </Button>
    </>
  )
}
