import { afterEach, expect, test, vi } from 'vitest'
import { call } from './api.ts'
import { USER_KEY } from '../session/session.ts'

afterEach(() => vi.unstubAllGlobals())

/** Stubs a browser that stores this text as the signed-in user; returns the header of each request. */
function authorizationHeadersFor(user: string | null): (string | null)[] {
  const sentHeaders: (string | null)[] = []
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === USER_KEY ? user : null) })
  vi.stubGlobal('fetch', (_path: string, { headers }: RequestInit) => {
    sentHeaders.push(new Headers(headers).get('authorization'))
    return Promise.resolve(Response.json({ success: true, message: '' }))
  })
  return sentHeaders
}

const PRODUCT = `prd_${'0'.repeat(32)}`

/** Sends the four calls that act for the signed-in account, if there is one. */
async function callAll(): Promise<void> {
  await call('POST /shop/saveReview', {
    body: { data: { productId: PRODUCT, rating: 5, review: 'Bright.' } },
  })
  await call('POST /shop/updateWishlist', { body: { data: { productId: PRODUCT } } })
  await call('GET /shop/checkWishlist/{id}', { params: { id: PRODUCT } })
  await call('POST /shop/saveOrder', { body: { shippingMethod: 'ship', country: 'SG', items: [] } })
}

test('review, order and wishlist calls carry the stored access token [ROLE-06]', async () => {
  const user = { id: 'usr_1', accessToken: 'stored-token', firstName: 'Mei', lastName: 'Tan' }
  const sentHeaders = authorizationHeadersFor(JSON.stringify(user))
  await callAll()
  expect(sentHeaders).toEqual(Array.from({ length: 4 }, () => 'Bearer stored-token'))
})

test.each([null, '{"accessToken":', '{"accessToken":7}'])(
  'review, order and wishlist calls carry no token when %s is stored',
  async (stored) => {
    const sentHeaders = authorizationHeadersFor(stored)
    await callAll()
    expect(sentHeaders).toEqual([null, null, null, null])
  },
)
