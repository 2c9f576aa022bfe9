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

/** What people keep, and the mails about it. */
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
    return ok(
      alerts.priceDrop || alerts.backInStock ? 'We will write to you.' : 'We will not write to you.',
      {
        tells: alerts,
      },
    )
  }),

  route(contract.getWishlistEmails, async ({ query }, { db }) =>
    ok('Mails about a wishlist', { mails: await readAlertSettings(db, query.token) }),
  ),

  route(contract.disableWishlistEmails, async ({ query }, { db }) =>
    ok('You get no more mails about your wishlist.', { mails: await disableAllAlerts(db, query.token) }),
  ),
]
