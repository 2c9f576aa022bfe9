import { call } from '#web/app/calls/api.ts'
import { importWithRetry } from '#web/app/hydration/import-with-retry.ts'
import { useUser } from '#web/app/session/session.ts'
import { toast } from '#web/app/toast.ts'
import { Heart } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useEffect, useRef, useState } from 'react'

/**
 * Renders the wishlist button of a product. A wishlist requires an account; guests get a message, and nothing is sent.
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

/** Returns whether the product is on the signed-in user's wishlist, and a function that toggles it. */
function useWishlistItem(productId: string) {
  const userId = useUser()?.id
  const [isIn, setIsIn] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const stopCheck = useRef<() => void>(undefined)

  useEffect(() => {
    setIsIn(false)
    if (userId === undefined) return undefined
    let isLeft = false
    // If this fails, the heart stays empty.
    void importWithRetry(() => import('./wishlist-calls.ts')).then(
      ({ checkWishlistLater }) => {
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
    // A second click during the first request would undo it.
    if (isBusy) return
    stopCheck.current?.()
    setIsBusy(true)
    try {
      const { toggleWishlistItem } = await importWithRetry(() => import('./wishlist-calls.ts'))
      // The check may have started while the calls were loading; the toggle's result takes precedence.
      stopCheck.current?.()
      setIsIn((await toggleWishlistItem(call, productId)) ?? isIn)
    } catch {
      toast.error('Failed to update wishlist')
    }
    setIsBusy(false)
  }

  return { isIn, isBusy, toggle }
}
