import { inTransaction, type Queryable } from '#database/database.ts'
import { maskEmail } from '#core/emails/email.ts'
import { notFound } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import type { WishlistAlertsData, WishlistEmailsData } from './contract.ts'
import {
  findAlertsByToken,
  findAlerts,
  lockWishlist,
  type WishlistKey,
  disableAlert,
  disableAlerts,
  enablePriceAlert,
  enableStockAlert,
} from './queries.ts'
import { getAlertWindow } from './rules.ts'

/**
 * Sets which changes of a product on the wishlist send an email. An existing item is otherwise unchanged. Returns the
 * active alerts. Throws `not_in_wishlist`.
 */
export async function setAlerts(
  db: Queryable,
  {
    wished,
    now,
    ...place
  }: WishlistKey & { wished: { [Kind in keyof WishlistAlertsData]?: boolean | undefined }; now: Date },
): Promise<WishlistAlertsData> {
  return inTransaction(db, async (tx) => {
    await lockWishlist(tx, { accountId: place.accountId, token: newSecretId('wishlist') })
    const current = await findAlerts(tx, place)
    if (!current) throw notFound('not_in_wishlist', 'This product is no longer on your wishlist.')
    const { priceDrop = current.priceDrop, backInStock = current.backInStock } = wished
    if (priceDrop && !current.priceDrop) await enablePriceAlert(tx, place)
    if (!priceDrop) await disableAlert(tx, place, 'priceDrop')
    // An alert set while the product is missing is sent on any return.
    if (backInStock && !current.backInStock) await enableStockAlert(tx, place, getAlertWindow(now).missingBy)
    if (!backInStock) await disableAlert(tx, place, 'backInStock')
    return { priceDrop, backInStock }
  })
}

/** Returns the wishlist alerts that a link's token refers to. Throws `wishlist_unknown`. */
export async function readAlertSettings(db: Queryable, token: string): Promise<WishlistEmailsData> {
  const { email, count } = await getAlertsByToken(db, token)
  return { email: maskEmail(email), count }
}

/**
 * Disables all wishlist alerts by the token of their emails; repeating it changes nothing. Throws `wishlist_unknown`.
 */
export async function disableAllAlerts(db: Queryable, token: string): Promise<WishlistEmailsData> {
  return inTransaction(db, async (tx) => {
    const { accountId, email } = await getAlertsByToken(tx, token)
    await lockWishlist(tx, { accountId, token })
    await disableAlerts(tx, accountId)
    return { email: maskEmail(email), count: 0 }
  })
}

async function getAlertsByToken(db: Queryable, token: string) {
  const found = await findAlertsByToken(db, token)
  if (!found) throw notFound('wishlist_unknown', 'This link is no longer valid.')
  return found
}
