import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCall } from '#web/app/calls/api.ts'
import { checkWishlistLater, toggleWishlistItem } from './wishlist-calls.ts'

const RING = `prd_${'0'.repeat(32)}`

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Creates a server that answers with `body`; `requests` has its requests. */
function server(body: object, status = 200) {
  const requests: { path: string; body: unknown }[] = []
  const call = createCall({
    send: async (path, init) => {
      requests.push({ path, body: init.body })
      return Response.json(body, { status })
    },
    log: () => undefined,
  })
  return { requests, call }
}

test('requests whether a product is on the wishlist two seconds after its page has loaded [STATE-13, CONST-12]', async () => {
  const { requests, call } = server({ success: true, isInWishlist: true })
  const notified: boolean[] = []
  checkWishlistLater(call, RING, (isIn) => notified.push(isIn))
  await vi.advanceTimersByTimeAsync(1_999)
  expect(requests).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(requests).toMatchObject([{ path: `/shop/checkWishlist/${RING}` }])
  expect(notified).toEqual([true])
})

test('a stopped wishlist check sends no request and reports no result', async () => {
  const { requests, call } = server({ success: true, isInWishlist: true })
  const notified: boolean[] = []
  checkWishlistLater(call, RING, (isIn) => notified.push(isIn))()
  const stop = checkWishlistLater(call, RING, (isIn) => notified.push(isIn))
  vi.advanceTimersByTime(2_000)
  stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(requests).toHaveLength(1)
  expect(notified).toEqual([])
})

test('a failed check leaves the heart unchanged', async () => {
  const { call } = server({ success: false, code: 'bad_token', message: 'No.' }, 401)
  const notified: boolean[] = []
  checkWishlistLater(call, RING, (isIn) => notified.push(isIn))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(notified).toEqual([])
})

test('a click sends only the product, and shows what the server answers [STATE-13]', async () => {
  const { requests, call } = server({ success: true, isInWishlist: false, message: 'Removed from wishlist' })
  expect(await toggleWishlistItem(call, RING)).toBe(false)
  expect(requests).toEqual([
    { path: '/shop/updateWishlist', body: JSON.stringify({ data: { productId: RING } }) },
  ])
})

test('a failed click changes nothing', async () => {
  const { call } = server({}, 503)
  expect(await toggleWishlistItem(call, RING)).toBeUndefined()
})
