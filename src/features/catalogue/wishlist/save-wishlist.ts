import { inTransaction, type Queryable } from '#database/database.ts'
import { listCards } from '#features/catalogue/catalog/service.ts'
import { notFound, refused } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import { toDecimal } from '#core/money.ts'
import { WISHLIST_PAGE_SIZE, type WishlistData, type WishlistAlertsData } from './contract.ts'
import {
  countWishlistItems,
  deleteWishlistItem,
  insertWishlistItem,
  type WishlistItemRow,
  listWishlistItems,
  lockWishlist,
  type WishlistKey,
  deleteWishlist,
} from './queries.ts'
import { MAX_WISHLIST_ITEMS } from './rules.ts'

/**
 * Adds a product to the wishlist, or removes it; returns whether it is on it now. Calls of one account run one after
 * the other, in all processes. Throws `product_not_found`, and `wishlist_full` at `MAX_WISHLIST_ITEMS` products.
 */
export async function toggleWishlistItem(db: Queryable, key: WishlistKey, now: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await lockWishlist(tx, { accountId: key.accountId, token: newSecretId('wishlist') })
    if (await deleteWishlistItem(tx, key)) return false
    if ((await countWishlistItems(tx, key.accountId)) >= MAX_WISHLIST_ITEMS) {
      throw refused(
        'wishlist_full',
        `Your wishlist is full (${MAX_WISHLIST_ITEMS} products). Remove one first.`,
      )
    }
    if (!(await insertWishlistItem(tx, key, now))) throw notFound('product_not_found', 'Product not found')
    return true
  })
}

/** Removes a product from the wishlist; repeating it changes nothing. */
export async function removeProductFromWishlist(db: Queryable, key: WishlistKey): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockWishlist(tx, { accountId: key.accountId, token: newSecretId('wishlist') })
    await deleteWishlistItem(tx, key)
  })
}

/** Returns a page of an account's wishlist with current products; a page beyond the last returns the last. */
export async function readWishlist(
  db: Queryable,
  accountId: number,
  requestedPage: number = 1,
): Promise<WishlistData> {
  const total = await countWishlistItems(db, accountId)
  const pages = Math.ceil(total / WISHLIST_PAGE_SIZE)
  const page = Math.max(1, Math.min(requestedPage, pages))
  const items = await listWishlistItems(db, accountId, {
    limit: WISHLIST_PAGE_SIZE,
    offset: (page - 1) * WISHLIST_PAGE_SIZE,
  })
  const cards = await listCards(
    db,
    items.map(({ productId }) => productId),
  )
  const byId = new Map(cards.map((card) => [card.id, card]))
  return { items: items.map((item) => toItemView(item, byId.get(item.productId))), total, page, pages }
}

type WishlistItemView = WishlistData['items'][number]

/** Returns a wishlist item's view model. A product that was hidden between the two reads has no card. */
function toItemView(
  { addedAt, addedAmount, wasInStock, ...item }: WishlistItemRow,
  productCard: WishlistItemView['product'] = null,
): WishlistItemView {
  const availability = item.availability === 'offered' && !productCard ? 'hidden' : item.availability
  const added = { at: addedAt.toISOString(), price: toDecimal(addedAmount), wasInStock }
  return { ...item, availability, product: productCard, added }
}

/** A wishlist item in the export of an account: `addedPrice` is in dollars, `emails` are its alerts. */
type ExportedWishlistItem = Readonly<{
  productId: string
  name: string
  addedAt: string
  addedPrice: number
  emails: WishlistAlertsData
}>

/** Returns all items of an account's wishlist, newest first, for its data export. */
export async function exportWishlist(db: Queryable, accountId: number): Promise<ExportedWishlistItem[]> {
  const items = await listWishlistItems(db, accountId, { limit: MAX_WISHLIST_ITEMS, offset: 0 })
  return items.map(({ productId, name, addedAt, addedAmount, tells }) => ({
    productId,
    name,
    addedAt: addedAt.toISOString(),
    addedPrice: toDecimal(addedAmount),
    emails: tells,
  }))
}

/** Deletes an account's wishlist with its alerts. */
export async function eraseWishlist(db: Queryable, accountId: number): Promise<void> {
  await deleteWishlist(db, accountId)
}
