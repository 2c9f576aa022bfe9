import { expect, test } from 'vitest'
import { createCartItem, createCheckoutForm, createRate, createStorage } from '#tests/data/checkout-data.ts'
import {
  ATTEMPT_KEY,
  findOrCreateAttempt,
  clearAttempt,
  recordSavedOrder,
  findSavedOrder,
} from './order-attempt.ts'
import { toOrderBody } from './order-body.ts'
import type { OrderBody } from './order-body.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const LATER = new Date('2026-11-21T10:05:00Z')
const SAVED = { orderId: 'pur_1', expiresAt: '2026-11-21T10:15:00.000Z' }

test('repeats the same order with the same body and key, although time and rate id differ', () => {
  const storage = createStorage()
  const first = findOrCreateAttempt(storage, bodyAt(NOW), NOW)
  const again = findOrCreateAttempt(storage, bodyAt(LATER, 'rate_2'), LATER)
  expect(again).toEqual(first)
  expect(again.body.orderDate).toBe('2026-11-21T10:00:00.000Z')
})

test('a changed order gets a new key', () => {
  const storage = createStorage()
  const first = findOrCreateAttempt(storage, bodyAt(NOW), NOW)
  const otherAttempt = findOrCreateAttempt(storage, { ...bodyAt(NOW), email: 'other@example.com' }, NOW)
  expect(otherAttempt.idempotencyKey).not.toBe(first.idempotencyKey)
  expect(otherAttempt.idempotencyKey).toMatch(/^[0-9a-f]{32}$/)
})

test('a higher rate of the same service is a changed order', () => {
  const storage = createStorage()
  const first = findOrCreateAttempt(storage, bodyAt(NOW), NOW)
  const dearer = { ...bodyAt(NOW), selectedShippingRate: createRate({ rate: 3 }) }
  expect(findOrCreateAttempt(storage, dearer, NOW).idempotencyKey).not.toBe(first.idempotencyKey)
})

test('repeats an order until its payment time ends, then uses a new key', () => {
  const storage = createStorage()
  const first = findOrCreateAttempt(storage, bodyAt(NOW), NOW)
  recordSavedOrder(storage, first, SAVED)
  expect(findOrCreateAttempt(storage, bodyAt(NOW), LATER).idempotencyKey).toBe(first.idempotencyKey)
  const expiryTime = new Date(SAVED.expiresAt)
  expect(findOrCreateAttempt(storage, bodyAt(NOW), expiryTime).idempotencyKey).not.toBe(first.idempotencyKey)
})

test('a cleared attempt gets a new key', () => {
  const storage = createStorage()
  const first = findOrCreateAttempt(storage, bodyAt(NOW), NOW)
  clearAttempt(storage)
  expect(findOrCreateAttempt(storage, bodyAt(NOW), NOW).idempotencyKey).not.toBe(first.idempotencyKey)
})

test('only the saved order that still awaits payment can be reviewed', () => {
  const storage = createStorage()
  expect(findSavedOrder(storage, bodyAt(NOW), NOW)).toBeUndefined()
  const attempt = findOrCreateAttempt(storage, bodyAt(NOW), NOW)
  expect(findSavedOrder(storage, bodyAt(NOW), NOW)).toBeUndefined()
  recordSavedOrder(storage, attempt, SAVED)
  expect(findSavedOrder(storage, bodyAt(LATER), LATER)).toBe('pur_1')
  expect(findSavedOrder(storage, { ...bodyAt(LATER), email: 'other@example.com' }, LATER)).toBeUndefined()
  expect(findSavedOrder(storage, bodyAt(NOW), new Date(SAVED.expiresAt))).toBeUndefined()
})

test('an invalid or forbidden storage only prevents repeating the same attempt', () => {
  const broken = createStorage()
  broken.setItem(ATTEMPT_KEY, '{"contentHash"')
  expect(findOrCreateAttempt(broken, bodyAt(NOW), NOW).idempotencyKey).toHaveLength(32)
  expect(findOrCreateAttempt(createStorage(true), bodyAt(NOW), NOW).body).toEqual(bodyAt(NOW))
  expect(findOrCreateAttempt(undefined, bodyAt(NOW), NOW).body).toEqual(bodyAt(NOW))
})

function bodyAt(now: Date, rateId = 'rate_1'): OrderBody {
  return toOrderBody(
    createCheckoutForm(),
    { items: [createCartItem()], rate: createRate({ id: rateId }) },
    now,
  )
}
