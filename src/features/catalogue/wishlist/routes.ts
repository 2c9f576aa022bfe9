import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { hasWish } from './queries.ts'
import { endMails, readMails, readWishlist, setTells, takeOff, toggleWish } from './service.ts'

/** What people keep, and the mails about it. */
export const wishlistRoutes: readonly Route[] = [
  route(contract.updateWishlist, async ({ body: { data } }, { db, actor, now }) => {
    const isInWishlist = await toggleWish(db, { personId: actor.id, ...data }, now)
    return ok(isInWishlist ? 'Added to wishlist' : 'Removed from wishlist', { isInWishlist })
  }),

  route(contract.removeFromWishlist, async ({ body: { data } }, { db, actor }) => {
    await takeOff(db, { personId: actor.id, ...data })
    return ok('Removed from wishlist', { isInWishlist: false as const })
  }),

  route(contract.checkWishlist, async ({ params }, { db, actor }) => ({
    success: true as const,
    isInWishlist: actor !== undefined && (await hasWish(db, { personId: actor.id, productId: params.id })),
  })),

  route(contract.getWishlist, async ({ query }, { db, actor }) =>
    ok('Wishlist', await readWishlist(db, actor.id, query.page)),
  ),

  route(contract.setWishMails, async ({ body: { data } }, { db, actor, now }) => {
    const { productId, ...wished } = data
    const tells = await setTells(db, { personId: actor.id, productId, wished, now })
    return ok(tells.priceDrop || tells.backInStock ? 'We will write to you.' : 'We will not write to you.', {
      tells,
    })
  }),

  route(contract.getWishMails, async ({ query }, { db }) =>
    ok('Mails about a wishlist', { mails: await readMails(db, query.token) }),
  ),

  route(contract.endWishMails, async ({ query }, { db }) =>
    ok('You get no more mails about your wishlist.', { mails: await endMails(db, query.token) }),
  ),
]
