import type { WishlistAlertsData } from '#features/catalogue/wishlist/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toastAddedToCart } from '#web/shared/cart/toast-added-to-cart.ts'
import { cart } from '#web/shared/cart/cart-store.ts'
import { toCartItem, toProductCardModel } from '#web/shared/product/product-card-model.ts'
import { toast } from '#web/app/toast.ts'
import type { WishlistItem, UpdateItem } from './use-wishlist.ts'

/** The error message, as on the product page (ERR-11). */
const UPDATE_FAILED = 'Failed to update wishlist'

const NO_ALERTS: WishlistAlertsData = { priceDrop: false, backInStock: false }

/** Removes a product from the wishlist; it keeps its place, so that this can be undone. */
export async function removeWishlistItem({ productId }: WishlistItem, updateItem: UpdateItem): Promise<void> {
  await runWithToast(async () => {
    await call('POST /shop/removeFromWishlist', { body: { data: { productId } } })
    updateItem(productId, { gone: 'removed' })
  })
}

/** Adds a removed product to the wishlist again, with its current data and without emails. */
export async function restoreWishlistItem(
  { productId }: WishlistItem,
  updateItem: UpdateItem,
): Promise<void> {
  await runWithToast(async () => {
    const { isInWishlist, message } = await call('POST /shop/updateWishlist', {
      body: { data: { productId } },
    })
    toast.success(message)
    if (isInWishlist) updateItem(productId, { gone: undefined, isBack: true, tells: NO_ALERTS })
  })
}

/** Moves a product from the wishlist to the cart. If the cart already has it, the cart stays unchanged. */
export async function moveWishlistItemToCart(item: WishlistItem, updateItem: UpdateItem): Promise<void> {
  const { product, productId } = item
  if (!product) return
  const added = cart.addFromPage(toCartItem(toProductCardModel(product), 1))
  toastAddedToCart(added)
  if (!added.isInCart) return
  await runWithToast(async () => {
    await call('POST /shop/removeFromWishlist', { body: { data: { productId } } })
    updateItem(productId, { gone: 'in_cart' })
  })
}

/** Sets which changes of a product are emailed: immediately, and reverted on failure. */
export async function setWishlistAlerts(
  { productId, tells }: WishlistItem,
  change: Partial<WishlistAlertsData>,
  updateItem: UpdateItem,
): Promise<void> {
  updateItem(productId, { tells: { ...tells, ...change } })
  const isSaved = await runWithToast(async () => {
    const answer = await call('POST /shop/setWishlistEmails', { body: { data: { productId, ...change } } })
    updateItem(productId, { tells: answer.tells })
  })
  if (!isSaved) updateItem(productId, { tells })
}

async function runWithToast(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    toast.error(explainError(error, UPDATE_FAILED))
    return false
  }
}
