import { expect, test } from 'vitest'
import type { WishlistItemData } from '#features/catalogue/wishlist/contract.ts'
import { renderHtml, findTags, toText } from '#tests/data/rendered.tsx'
import { createProductCard } from '#tests/data/view-data.ts'
import { createCall } from '#web/app/calls/api.ts'
import type { WishlistItem, WishlistState } from './use-wishlist.ts'
import { wishlistChanges } from './wishlist-card.tsx'
import { wishlistEmailsPage, WishlistEmailsView } from './wishlist-emails-page.tsx'
import { WishlistView } from './wishlist-view.tsx'

const PRODUCT = createProductCard({ name: 'Halo ring', price: 100, offerPrice: 80, stock: 3 })
const ITEM: WishlistItemData = {
  productId: PRODUCT.id,
  name: 'Halo ring',
  image: PRODUCT.product_images[0] ?? null,
  availability: 'offered',
  product: PRODUCT,
  added: { at: '2026-03-02T10:00:00.000Z', price: 100, wasInStock: true },
  tells: { priceDrop: true, backInStock: false },
}

function view(state: WishlistState): string {
  const nothing = (): void => undefined
  return renderHtml(
    <WishlistView list={{ state, email: 'mei@shopper.example', reload: nothing, show: nothing }} />,
  )
}

function listed(item: Partial<WishlistItem> = {}, pages = 1): string {
  return view({ kind: 'listed', list: { total: 1, page: 1, pages }, items: [{ ...ITEM, ...item }] })
}

test('shows a product with its current price, its changes and its actions', () => {
  const html = listed()
  const text = toText(html)
  for (const words of [
    'Halo ring',
    '$80.00',
    '$20.00 less than when you added it',
    'Move to Cart : Halo ring',
  ])
    expect(text).toContain(words)
  expect(html).toContain(`href="/product/${PRODUCT.id}"`)
  expect(findTags(html, 'button').join()).toContain('aria-label="Remove Halo ring from wishlist"')
})

test('each product has its own alerts, and the page shows their email address', () => {
  const [drop, back] = findTags(listed(), 'input')
  expect([drop?.includes('checked'), back?.includes('checked')]).toEqual([true, false])
  const text = toText(listed())
  expect(text).toContain('Email me about Halo ring Price drop Back in stock')
  expect(text).toContain('We email them to mei@shopper.example')
})

test('a sold-out product cannot be moved to the cart', () => {
  const html = listed({ product: { ...PRODUCT, stock: 0 } })
  expect(toText(html)).toContain('Sold out since you added it')
  expect(html).toMatch(/<button[^>]*disabled=""[^>]*>Out of stock/)
})

test('a withdrawn product is marked and can only be removed, and a hidden one has no link', () => {
  const withdrawn = listed({ availability: 'withdrawn', product: null })
  expect(toText(withdrawn)).toContain('No longer offered by its supplier')
  expect(findTags(withdrawn, 'button')).toHaveLength(1)
  expect(findTags(withdrawn, 'input')).toEqual([])
  const hidden = listed({ availability: 'hidden', product: null })
  expect(toText(hidden)).toContain('Not available right now')
  expect(hidden).not.toContain('href="/product')
})

test('a product that was just removed can be put back', () => {
  expect(toText(listed({ gone: 'removed' }))).toContain('Halo ring was removed Put back : Halo ring')
  expect(toText(listed({ gone: 'in_cart' }))).toContain('Halo ring is in your cart')
})

test('links to further pages of the wishlist', () => {
  expect(listed({}, 2)).toContain('href="/dashboard/wishlist?page=2"')
})

test('the signed-out, empty, failed and loading states each have a text', () => {
  const signedOut = view({ kind: 'signed_out' })
  expect(toText(signedOut)).toContain('Sign in to see your wishlist')
  expect(signedOut).toContain('href="/login?next=%2Fdashboard%2Fwishlist"')
  const empty = view({ kind: 'listed', list: { total: 0, page: 1, pages: 0 }, items: [] })
  expect(toText(empty)).toContain('Nothing here yet')
  expect(empty).toContain('href="/marketplace"')
  const failed = view({ kind: 'failed', message: 'It could not be read.' })
  expect(failed).toMatch(/role="alert"[^>]*>It could not be read\./)
  expect(toText(failed)).toContain('Try again')
  expect(toText(view({ kind: 'waiting' }))).toBe('Loading your wishlist.')
})

test('shows price changes to the cent, and nothing when the price is unchanged', () => {
  const at = (price: number, now: number) =>
    wishlistChanges({
      ...ITEM,
      added: { ...ITEM.added, price },
      product: { ...PRODUCT, price: now, offerPrice: null },
    }).map(({ text }) => text)
  expect(at(19.99, 19.99)).toEqual([])
  expect(at(0.3, 0.1)).toEqual(['$0.20 less than when you added it'])
  expect(at(10, 12.5)).toEqual(['$2.50 more than when you added it'])
})

const TOKEN = `wsh_${'0'.repeat(32)}`

test('the unsubscribe link of an email shows a button, and then a confirmation', () => {
  const email = 'm•••@shopper.example'
  const loadingHtml = renderHtml(
    <WishlistEmailsView data={{ emails: { count: 2, email }, token: TOKEN }} params={{}} search={{}} />,
  )
  expect(toText(loadingHtml)).toContain(`Stop sending emails to ${email} about 2 products on your wishlist?`)
  expect(findTags(loadingHtml, 'form')).toEqual([
    expect.stringContaining(`action="/wishlist/unsubscribe?token=${TOKEN}" method="post"`),
  ])
  const removedHtml = renderHtml(
    <WishlistEmailsView data={{ emails: { count: 0, email }, token: TOKEN }} params={{}} search={{}} />,
  )
  expect(toText(removedHtml)).toContain('You are unsubscribed')
  expect(findTags(removedHtml, 'form')).toEqual([])
})

test('explains an unknown link', async () => {
  const body = { success: false, code: 'wishlist_unknown', message: 'Unknown.' }
  const send = () => Promise.resolve(Response.json(body, { status: 404 }))
  const call = createCall({ send, log: () => undefined })
  const data = await wishlistEmailsPage.load?.({ call, params: {}, search: {} })
  expect(data).toEqual({ problem: expect.stringContaining('may be incomplete') })
})
