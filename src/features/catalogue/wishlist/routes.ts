import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { hasWishlistItem } from './queries.ts'
import {
  disableAllAlerts,
  readAlertSettings,
  readWishlist,
  setAlerts,
  removeProductFromWishlist,
  toggleWishlistItem,
} from './service.ts'

/** The routes of wishlists, and of the emails about them. */
export const wishlistRoutes: readonly Route[] = [
  route(contract.updateWishlist, async ({ body: { data } }, { db, actor, now }) => {
    const isInWishlist = await toggleWishlistItem(db, { accountId: actor.id, ...data }, now)
    return ok(isInWishlist ? 'Added to wishlist' : 'Removed from wishlist', { isInWishlist })
  }),

  route(contract.removeFromWishlist, async ({ body: { data } }, { db, actor }) => {
    await removeProductFromWishlist(db, { accountId: actor.id, ...data })
    return ok('Removed from wishlist', { isInWishlist: false as const })
  }),

  route(contract.checkWishlist, async ({ params }, { db, actor }) => ({
    success: true as const,
    isInWishlist:
      actor !== undefined && (await hasWishlistItem(db, { accountId: actor.id, productId: params.id })),
  })),

  route(contract.getWishlist, async ({ query }, { db, actor }) =>
    ok('Wishlist', await readWishlist(db, actor.id, query.page)),
  ),

  route(contract.updateWishlistAlerts, async ({ body: { data } }, { db, actor, now }) => {
    const { productId, ...wished } = data
    const alerts = await setAlerts(db, { accountId: actor.id, productId, wished, now })
    return ok(alerts.priceDrop || alerts.backInStock ? 'Alerts are on.' : 'Alerts are off.', {
      tells: alerts,
    })
  }),

  route(contract.getWishlistEmails, async ({ query }, { db }) =>
    ok('Wishlist alerts', { emails: await readAlertSettings(db, query.token) }),
  ),

  route(contract.disableWishlistEmails, async ({ query }, { db }) =>
    ok('All wishlist alerts are off.', { emails: await disableAllAlerts(db, query.token) }),
  ),
]
