import { inTransaction, type Queryable } from '#database/database.ts'
import { listCards } from '#features/catalogue/catalog/service.ts'
import { notFound, refused } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import { toDecimal } from '#core/money.ts'
import { WISHES_PER_PAGE, type WishlistData } from './contract.ts'
import {
  countWishes,
  deleteWish,
  insertWish,
  type KeptWish,
  listWishes,
  lockWishlist,
  type Place,
} from './queries.ts'
import { MOST_WISHES } from './rules.ts'

/**
 * Puts a piece on the list, or takes it off where it is on it; gives whether it is on it now. Clicks of one person are done
 * one after the other, wherever they come in. Throws `product_not_found`, and `wishlist_full` at `MOST_WISHES` pieces.
 */
export async function toggleWish(db: Queryable, place: Place, now: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await lockWishlist(tx, { personId: place.personId, token: newSecretId('wishlist') })
    if (await deleteWish(tx, place)) return false
    if ((await countWishes(tx, place.personId)) >= MOST_WISHES) {
      throw refused('wishlist_full', `Your wishlist holds ${MOST_WISHES} pieces: please take one off first.`)
    }
    if (!(await insertWish(tx, place, now))) throw notFound('product_not_found', 'Product not found')
    return true
  })
}

/** Takes a piece off the list; twice is once. */
export async function takeOff(db: Queryable, place: Place): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockWishlist(tx, { personId: place.personId, token: newSecretId('wishlist') })
    await deleteWish(tx, place)
  })
}

/** One page of a person's wishlist, with what its pieces are now; a page behind the last is the last. */
export async function readWishlist(
  db: Queryable,
  personId: number,
  asked: number = 1,
): Promise<WishlistData> {
  const total = await countWishes(db, personId)
  const pages = Math.ceil(total / WISHES_PER_PAGE)
  const page = Math.max(1, Math.min(asked, pages))
  const kept = await listWishes(db, personId, {
    limit: WISHES_PER_PAGE,
    offset: (page - 1) * WISHES_PER_PAGE,
  })
  const cards = await listCards(
    db,
    kept.map(({ productId }) => productId),
  )
  const byId = new Map(cards.map((card) => [card.id, card]))
  return { wishes: kept.map((wish) => shown(wish, byId.get(wish.productId))), total, page, pages }
}

type Shown = WishlistData['wishes'][number]

/** A piece that was hidden between the two looks has no card. */
function shown({ addedAt, addedAmount, wasInStock, ...wish }: KeptWish, piece: Shown['piece'] = null): Shown {
  const standing = wish.standing === 'offered' && !piece ? 'hidden' : wish.standing
  const added = { at: addedAt.toISOString(), price: toDecimal(addedAmount), wasInStock }
  return { ...wish, standing, piece, added }
}
