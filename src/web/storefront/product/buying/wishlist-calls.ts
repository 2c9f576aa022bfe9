import { type Call, messageOf } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'

/** Puts the piece on the wishlist, or takes it off, and says so; gives which it was, undefined where it did not work. */
export async function toggleWish(callApi: Call, productId: string): Promise<boolean | undefined> {
  try {
    const { isInWishlist, message } = await callApi('POST /shop/updateWishlist', {
      body: { data: { productId } },
    })
    toast.success(message)
    return isInWishlist
  } catch (error) {
    toast.error(messageOf(error, 'Failed to update wishlist'))
    return undefined
  }
}
