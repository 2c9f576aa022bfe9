import { useEffect, useState } from 'react'
import type { ReviewViewData } from '#features/catalogue/reviews/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { useUser } from '#web/app/session/session.ts'

/** The signed-in user’s own review of a product, if any, and whether the product is theirs. */
export type OwnReview = Readonly<{
  isSignedIn: boolean
  review: ReviewViewData | undefined
  isOwner: boolean
  /** Asks again, after something was changed. */
  refresh(): void
}>

const NO_ACCOUNT = { userId: undefined, review: undefined, isOwner: false }

type OwnReviewState = Readonly<{
  userId: string | undefined
  review: ReviewViewData | undefined
  isOwner: boolean
}>

/** Asked by the browser: a product's page is the same for everybody. */
export function useOwnReview(productId: string): OwnReview {
  const userId = useUser()?.id
  const [known, setKnown] = useState<OwnReviewState>(NO_ACCOUNT)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (userId === undefined) return
    const controller = new AbortController()
    call('GET /shop/getOwnReview/{id}', { params: { id: productId } }, { signal: controller.signal }).then(
      ({ review, isOwner }) => {
        if (!controller.signal.aborted) setKnown({ userId, review: review ?? undefined, isOwner })
      },
      // A page without the own review is whole all the same: sent again, the review is changed.
      () => undefined,
    )
    return () => controller.abort()
  }, [productId, userId, turn])
  // What is known of somebody else does not count.
  const { review, isOwner } = known.userId === userId ? known : NO_ACCOUNT
  return { isSignedIn: userId !== undefined, review, isOwner, refresh: () => setTurn((before) => before + 1) }
}
