import { useEffect, useState } from 'react'
import type { ReviewViewData } from '#features/catalogue/reviews/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { useUser } from '#web/app/session/session.ts'

/**
 * The signed-in user’s own review of a product, if any, and their relation to its store. It has whether the product
 * is their store’s, and for which business they reply.
 */
export type OwnReview = Readonly<{
  isSignedIn: boolean
  review: ReviewViewData | undefined
  isOwner: boolean
  repliesAs: string | null
  /** Reloads it after something was changed. */
  refresh(): void
}>

const NO_ACCOUNT = { userId: undefined, review: undefined, isOwner: false, repliesAs: null }

type OwnReviewState = Readonly<{
  userId: string | undefined
  review: ReviewViewData | undefined
  isOwner: boolean
  repliesAs: string | null
}>

/** Returns the own review, which the browser requests: a product's page is the same for everybody. */
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
      // A page without the own review is whole all the same: sent again, the review is changed.
      () => undefined,
    )
    return () => controller.abort()
  }, [productId, userId, turn])
  // What is known of another user does not count.
  const { review, isOwner, repliesAs } = known.userId === userId ? known : NO_ACCOUNT
  const refresh = () => setTurn((before) => before + 1)
  return { isSignedIn: userId !== undefined, review, isOwner, repliesAs, refresh }
}
