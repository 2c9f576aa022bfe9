import { call } from '#web/app/calls/api.ts'
import { importWithRetry } from '#web/app/hydration/import-with-retry.ts'
import { useUser } from '#web/app/session/session.ts'
import { toast } from '#web/app/toast.ts'
import { Heart } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useEffect, useRef, useState } from 'react'

/**
 * Renders the wishlist button of a product. A wishlist needs an account; visitors get a message, and nothing is
 * sent.
 */
export function WishlistHeart({ productId, title }: { productId: string; title: string }) {
  const { isIn: isInWishlist, isBusy, toggle } = useWishlistItem(productId)
  return (
    <button
      type="button"
      aria-pressed={isInWishlist}
      aria-label={`Add ${title} to wishlist`}
      aria-busy={isBusy || undefined}
      onClick={toggle}
      className="grid size-13 shrink-0 place-items-center rounded-full border border-line-strong hover:border-ink hover:bg-mist aria-busy:cursor-progress aria-pressed:border-accent aria-pressed:text-accent"
    >
      <Icon
        shapes={Heart}
        aria-hidden="true"
        className={isInWishlist ? 'size-5 fill-current' : 'size-5'}
        strokeWidth={1.5}
      />
    </button>
  )
}

/** Returns whether the product is on the signed-in user's wishlist, and a function to change that. */
function useWishlistItem(productId: string) {
  const userId = useUser()?.id
  const [isIn, setIsIn] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const stopCheck = useRef<() => void>(undefined)

  useEffect(() => {
    setIsIn(false)
    if (userId === undefined) return undefined
    let isLeft = false
    // A heart that cannot be filled stays empty.
    void importWithRetry(() => import('./wishlist-calls.ts')).then(
      ({ checkLater: checkWishlistLater }) => {
        if (!isLeft) stopCheck.current = checkWishlistLater(call, productId, setIsIn)
      },
      () => undefined,
    )
    return () => {
      isLeft = true
      stopCheck.current?.()
    }
  }, [userId, productId])

  async function toggle(): Promise<void> {
    if (userId === undefined) return toast.error('Please login to add items to wishlist')
    // A second click while the first is on its way would undo it.
    if (isBusy) return
    stopCheck.current?.()
    setIsBusy(true)
    try {
      const { toggleWishlistItem } = await importWithRetry(() => import('./wishlist-calls.ts'))
      // It may have begun while the calls were fetched; what the toggle answers counts.
      stopCheck.current?.()
      setIsIn((await toggleWishlistItem(call, productId)) ?? isIn)
    } catch {
      toast.error('Failed to update wishlist')
    }
    setIsBusy(false)
  }

  return { isIn, isBusy, toggle }
}
