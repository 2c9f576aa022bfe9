import type { TellsData } from '#features/catalogue/wishlist/contract.ts'
import { call, messageOf } from '#web/app/calls/api.ts'
import { announceAdded } from '#web/shared/cart/announce-added.ts'
import { cart } from '#web/shared/cart/cart-store.ts'
import { cartItemOf, productCardModel } from '#web/shared/product/product-card-model.ts'
import { toast } from '#web/app/toast.ts'
import type { ListedWish, Show } from './use-wishes.ts'

/** The words for what did not work, as on the product page (ERR-11). */
const FAILED = 'Failed to update wishlist'

const NOTHING: TellsData = { priceDrop: false, backInStock: false }

/** Takes a piece off the list; it keeps its place, so that a slip can be undone. */
export async function removeWish({ productId }: ListedWish, show: Show): Promise<void> {
  await trying(async () => {
    await call('POST /shop/removeFromWishlist', { body: { data: { productId } } })
    show(productId, { gone: 'removed' })
  })
}

/** Puts a piece that was taken off on the list again: as it is now, and with no mails about it. */
export async function putBack({ productId }: ListedWish, show: Show): Promise<void> {
  await trying(async () => {
    const { isInWishlist, message } = await call('POST /shop/updateWishlist', {
      body: { data: { productId } },
    })
    toast.success(message)
    if (isInWishlist) show(productId, { gone: undefined, isBack: true, tells: NOTHING })
  })
}

/** Puts a piece into the cart and takes it off the list; one that is in the cart already stays there as it is. */
export async function moveToCart(wish: ListedWish, show: Show): Promise<void> {
  const { piece, productId } = wish
  if (!piece) return
  const added = cart.addFromPage(cartItemOf(productCardModel(piece), 1))
  announceAdded(added)
  if (!added.isInCart) return
  await trying(async () => {
    await call('POST /shop/removeFromWishlist', { body: { data: { productId } } })
    show(productId, { gone: 'in_cart' })
  })
}

/** Sets which changes of a piece are told by mail: at once, and back again where that does not work. */
export async function setTells(
  { productId, tells }: ListedWish,
  change: Partial<TellsData>,
  show: Show,
): Promise<void> {
  show(productId, { tells: { ...tells, ...change } })
  const isKept = await trying(async () => {
    const answer = await call('POST /shop/setWishMails', { body: { data: { productId, ...change } } })
    show(productId, { tells: answer.tells })
  })
  if (!isKept) show(productId, { tells })
}

async function trying(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    toast.error(messageOf(error, FAILED))
    return false
  }
}
