import type { Queryable } from '#database/database.ts'
import { toDecimal } from '#core/money.ts'
import type { WishlistAlertsData } from './contract.ts'
import { deleteWishlist, listWishlistItems } from './queries.ts'
import { MAX_WISHLIST_ITEMS } from './rules.ts'

/** A wishlist item in the export of an account: `addedPrice` in dollars, `mails` its alerts. */
export type ExportedWishlistItem = Readonly<{
  productId: string
  name: string
  addedAt: string
  addedPrice: number
  mails: WishlistAlertsData
}>

/** All items of an account's wishlist, newest first, for its data export. */
export async function exportWishlist(db: Queryable, accountId: number): Promise<ExportedWishlistItem[]> {
  const items = await listWishlistItems(db, accountId, { limit: MAX_WISHLIST_ITEMS, offset: 0 })
  return items.map(({ productId, name, addedAt, addedAmount, tells }) => ({
    productId,
    name,
    addedAt: addedAt.toISOString(),
    addedPrice: toDecimal(addedAmount),
    mails: tells,
  }))
}

/** Deletes an account's wishlist with its alerts. */
export async function eraseWishlist(db: Queryable, accountId: number): Promise<void> {
  await deleteWishlist(db, accountId)
}
