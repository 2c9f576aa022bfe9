import { type Call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'

/** The delay before a product page checks the wishlist, which is not needed at first (CONST-12). */
const CHECK_AFTER_MS = 2_000

/**
 * Requests after a delay whether the product is on the wishlist, and reports it; returns a function that cancels that.
 */
export function checkWishlistLater(callApi: Call, id: string, onResult: (isIn: boolean) => void): () => void {
  const abortController = new AbortController()
  const { signal } = abortController
  const timer = setTimeout(() => {
    callApi('GET /shop/checkWishlist/{id}', { params: { id } }, { signal })
      // If the check fails the heart stays empty; `callApi` has logged the error.
      .then(
        ({ isInWishlist }) => signal.aborted || onResult(isInWishlist),
        () => undefined,
      )
  }, CHECK_AFTER_MS)
  return () => {
    clearTimeout(timer)
    abortController.abort()
  }
}

/**
 * Adds a product to the wishlist or removes it, and shows a message. Returns whether it is on the wishlist now;
 * undefined on failure.
 */
export async function toggleWishlistItem(callApi: Call, productId: string): Promise<boolean | undefined> {
  try {
    const { isInWishlist, message } = await callApi('POST /shop/updateWishlist', {
      body: { data: { productId } },
    })
    toast.success(message)
    return isInWishlist
  } catch (error) {
    toast.error(explainError(error, 'Failed to update wishlist'))
    return undefined
  }
}
