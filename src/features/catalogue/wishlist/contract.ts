import { z } from '@hono/zod-openapi'
import { ProductCard, ProductId, ProductImage } from '#features/catalogue/catalog/contract.ts'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { ACCOUNT_READ_LIMITS } from '#platform/http/limits/account-limits.ts'
import { EMAIL_LINK_LIMIT, linkTokenQuery } from '#platform/http/calls/email-link.ts'

/** The number of products on one page of a wishlist. */
export const WISHLIST_PAGE_SIZE = 24

/** The limit of toggles, faster than any user clicks. */
const CLICK_LIMIT = { calls: 120, windowMs: MINUTE }

const ProductRef = z.object({ productId: ProductId })

export const updateWishlist = endpoint({
  method: 'POST',
  path: '/shop/updateWishlist',
  summary: 'Adds a product to your wishlist, or removes it; returns which',
  access: 'signed_in',
  body: z.object({ data: ProductRef }),
  answer: Envelope.extend({ isInWishlist: z.boolean() }),
  refusals: ['product_not_found', 'wishlist_full'],
  limit: CLICK_LIMIT,
})

export const removeFromWishlist = endpoint({
  method: 'POST',
  path: '/shop/removeFromWishlist',
  summary: 'Removes a product from your wishlist, if it is on it',
  access: 'signed_in',
  body: z.object({ data: ProductRef }),
  answer: Envelope.extend({ isInWishlist: z.literal(false) }),
  limit: CLICK_LIMIT,
})

export const checkWishlist = endpoint({
  method: 'GET',
  path: '/shop/checkWishlist/{id}',
  summary: 'Returns whether a product is on your wishlist; false when signed out',
  access: 'optional',
  params: z.object({ id: ProductId }),
  answer: z.object({ success: z.literal(true), isInWishlist: z.boolean() }),
  limit: ACCOUNT_READ_LIMITS.row,
})

/** The email alerts of a shopper for a product: none by default. */
const WishlistAlerts = z.object({ priceDrop: z.boolean(), backInStock: z.boolean() })

/**
 * `offered`: it can be bought while in stock. `hidden`: temporarily not offered. `withdrawn`: its supplier no longer
 * offers it.
 */
const WishlistAvailability = z.enum(['offered', 'hidden', 'withdrawn'])

/**
 * A product on a wishlist: `product` is its current card, null if it is not offered. `added` is its price (in dollars)
 * and whether it was in stock when it was added.
 */
const WishlistItem = z
  .object({
    productId: ProductId,
    name: z.string(),
    image: ProductImage.nullable(),
    availability: WishlistAvailability,
    product: ProductCard.nullable(),
    added: z.object({ at: z.string(), price: z.number(), wasInStock: z.boolean() }),
    tells: WishlistAlerts,
  })
  .openapi('WishlistItem')

export const getWishlist = endpoint({
  method: 'GET',
  path: '/shop/getWishlist',
  summary: 'Lists your wishlist, newest first, with current and original prices',
  access: 'signed_in',
  readsReplica: 'current',
  query: z.object({ page: z.coerce.number<string | number>().int().min(1).max(1_000).optional() }),
  answer: Envelope.extend({
    items: z.array(WishlistItem),
    total: z.number(),
    page: z.number(),
    pages: z.number(),
  }),
  limit: ACCOUNT_READ_LIMITS.page,
})

export const updateWishlistAlerts = endpoint({
  method: 'POST',
  path: '/shop/setWishlistEmails',
  summary: 'Sets the email alerts for a product on your wishlist; omitted ones stay the same',
  access: 'signed_in',
  body: z.object({ data: ProductRef.extend(WishlistAlerts.partial().shape) }),
  answer: Envelope.extend({ tells: WishlistAlerts }),
  refusals: ['not_in_wishlist'],
  limit: CLICK_LIMIT,
})

/** The token of the links in an account's wishlist emails, which turn the emails off. */
const Token = linkTokenQuery('wishlist')

/** `count` is the number of products with alerts, `email` the masked address. */
const WishlistEmails = Envelope.extend({
  emails: z.object({ count: z.number(), email: z.string() }).openapi('WishlistEmails'),
})

export const getWishlistEmails = endpoint({
  method: 'GET',
  path: '/shop/wishlist/emails',
  summary: 'Returns the wishlist alerts behind an email link',
  access: 'public',
  query: Token,
  answer: WishlistEmails,
  limit: EMAIL_LINK_LIMIT,
})

export const disableWishlistEmails = endpoint({
  method: 'POST',
  path: '/shop/wishlist/unsubscribe',
  summary: 'Turns off all wishlist alerts by an email link; the body is ignored, the products stay',
  access: 'public',
  query: Token,
  answer: WishlistEmails,
  limit: EMAIL_LINK_LIMIT,
  // Email programs post here automatically (RFC 8058) and expect a response without a redirect.
  form: { page: '/wishlist/unsubscribe', fromAnywhere: true },
})

export type WishlistItemData = z.input<typeof WishlistItem>
export type WishlistData = Pick<z.input<typeof getWishlist.answer>, 'items' | 'total' | 'page' | 'pages'>
export type WishlistAlertsData = z.input<typeof WishlistAlerts>
export type WishlistEmailsData = z.input<typeof WishlistEmails>['emails']
