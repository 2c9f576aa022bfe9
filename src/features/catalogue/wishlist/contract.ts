import { z } from '@hono/zod-openapi'
import { ProductCard, ProductId, ProductImage } from '#features/catalogue/catalog/contract.ts'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { PERSON_READS } from '#platform/http/limits/account-limits.ts'
import { LINK_LIMIT, linkToken } from '#platform/http/calls/mail-link.ts'

/** Pieces on one page of a wishlist. */
export const WISHES_PER_PAGE = 24

/** Faster than anybody clicks. */
const CLICKS = { calls: 120, windowMs: MINUTE }

const OnePiece = z.object({ productId: ProductId })

export const updateWishlist = endpoint({
  method: 'POST',
  path: '/shop/updateWishlist',
  summary: 'Puts a piece on the wishlist, or takes it off where it is on it; tells which of the two it was',
  access: 'signed_in',
  body: z.object({ data: OnePiece }),
  answer: Envelope.extend({ isInWishlist: z.boolean() }),
  refusals: ['product_not_found', 'wishlist_full'],
  limit: CLICKS,
})

export const removeFromWishlist = endpoint({
  method: 'POST',
  path: '/shop/removeFromWishlist',
  summary: 'Takes a piece off the wishlist; one that is not on it is no fault',
  access: 'signed_in',
  body: z.object({ data: OnePiece }),
  answer: Envelope.extend({ isInWishlist: z.literal(false) }),
  limit: CLICKS,
})

export const checkWishlist = endpoint({
  method: 'GET',
  path: '/shop/checkWishlist/{id}',
  summary: 'Whether a piece is on the wishlist of who asks; without a sign-in it is on none',
  access: 'optional',
  params: z.object({ id: ProductId }),
  answer: z.object({ success: z.literal(true), isInWishlist: z.boolean() }),
  limit: PERSON_READS.row,
})

/** What a shopper wants to hear by mail of a piece: nothing, unless wished for. */
const Tells = z.object({ priceDrop: z.boolean(), backInStock: z.boolean() })

/**
 * `offered`: it may be bought, as far as there is stock. `hidden`: not offered for the time being. `withdrawn`: its
 * supplier does not offer it any more.
 */
const Standing = z.enum(['offered', 'hidden', 'withdrawn'])

/**
 * A piece on a wishlist: `piece` is what lists show of it now, null where it is not offered. `added` is how it was when it
 * was put on the list: what it cost (dollars) and whether there was any.
 */
const Wish = z
  .object({
    productId: ProductId,
    name: z.string(),
    image: ProductImage.nullable(),
    standing: Standing,
    piece: ProductCard.nullable(),
    added: z.object({ at: z.string(), price: z.number(), wasInStock: z.boolean() }),
    tells: Tells,
  })
  .openapi('Wish')

export const getWishlist = endpoint({
  method: 'GET',
  path: '/shop/getWishlist',
  summary:
    'One page of the wishlist, newest first, with what each piece costs now and did when it was put there',
  access: 'signed_in',
  query: z.object({ page: z.coerce.number<string | number>().int().min(1).max(1_000).optional() }),
  answer: Envelope.extend({
    wishes: z.array(Wish),
    total: z.number(),
    page: z.number(),
    pages: z.number(),
  }),
  limit: PERSON_READS.page,
})

export const setWishMails = endpoint({
  method: 'POST',
  path: '/shop/setWishMails',
  summary: 'Which changes of a piece on the wishlist are told by mail; what is left out stays as it is',
  access: 'signed_in',
  body: z.object({ data: OnePiece.extend(Tells.partial().shape) }),
  answer: Envelope.extend({ tells: Tells }),
  refusals: ['not_in_wishlist'],
  limit: CLICKS,
})

/** The token of the links in a person's wishlist mails: who has it may end them. */
const Token = linkToken('wishlist')

/** `count` is of how many pieces news are told by mail, to an address that is shown masked. */
const WishMails = Envelope.extend({
  mails: z.object({ count: z.number(), email: z.string() }).openapi('WishMails'),
})

export const getWishMails = endpoint({
  method: 'GET',
  path: '/shop/wishlist/mails',
  summary: 'How it stands with the mails about a wishlist',
  access: 'public',
  query: Token,
  answer: WishMails,
  limit: LINK_LIMIT,
})

export const endWishMails = endpoint({
  method: 'POST',
  path: '/shop/wishlist/unsubscribe',
  summary: 'No more mails about a wishlist, whatever stands in the body; its pieces stay',
  access: 'public',
  query: Token,
  answer: WishMails,
  limit: LINK_LIMIT,
  // Mail programs post here by themselves (RFC 8058), and want an answer without a redirection.
  form: { page: '/wishlist/unsubscribe', fromAnywhere: true },
})

export type WishData = z.input<typeof Wish>
export type WishlistData = Pick<z.input<typeof getWishlist.answer>, 'wishes' | 'total' | 'page' | 'pages'>
export type TellsData = z.input<typeof Tells>
export type WishMailsData = z.input<typeof WishMails>['mails']
