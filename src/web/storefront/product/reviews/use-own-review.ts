import { useEffect, useState } from 'react'
import type { ReviewViewData } from '#features/catalogue/reviews/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { useUser } from '#web/app/session/session.ts'

/**
 * The signed-in user's own review of a product, if any, and their relation to its store: whether they own it, and for
 * which business they reply.
 */
export type OwnReview = Readonly<{
  isSignedIn: boolean
  review: ReviewViewData | undefined
  isOwner: boolean
  repliesAs: string | null
  /** Reloads the review after a change. */
  refresh(): void
}>

const NO_ACCOUNT = { userId: undefined, review: undefined, isOwner: false, repliesAs: null }

type OwnReviewState = Readonly<{
  userId: string | undefined
  review: ReviewViewData | undefined
  isOwner: boolean
  repliesAs: string | null
}>

/** Returns the own review, loaded in the browser because product pages are the same for all users. */
export function useOwnReview(productId: string): OwnReview {
  const userId = useUser()?.id
  const [known, setKnown] = useState<OwnReviewState>(NO_ACCOUNT)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (userId === undefined) return
    const controller = new AbortController()
    call('GET /shop/getOwnReview/{id}', { params: { id: productId } }, { signal: controller.signal }).then(
      ({ review, isOwner, repliesAs }) => {
        if (!controller.signal.aborted) setKnown({ userId, review: review ?? undefined, isOwner, repliesAs })
      },
      // On failure the page shows an empty form: submitting it changes the existing review.
      () => undefined,
    )
    return () => controller.abort()
  }, [productId, userId, turn])
  // Data that was loaded for another user is ignored.
  const { review, isOwner, repliesAs } = known.userId === userId ? known : NO_ACCOUNT
  const refresh = () => setTurn((before) => before + 1)
  return { isSignedIn: userId !== undefined, review, isOwner, repliesAs, refresh }
}
