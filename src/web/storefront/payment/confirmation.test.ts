import { expect, test } from 'vitest'
import { initialConfirmation, confirmationReducer } from './payment-success-page.tsx'
import { REVEAL_DELAYS_MS, countRevealed } from './confirmed-view.tsx'

const PROCESSING = { view: 'processing', refusal: undefined } as const
const REFUSED = { kind: 'refused', message: 'The payment was declined.' } as const

test('starts as processing, or as missing without a transaction id', () => {
  expect(initialConfirmation('txn_1')).toEqual(PROCESSING)
  expect(initialConfirmation('')).toEqual({ view: 'missing' })
})

test('a confirmed payment stays confirmed, whatever happens later', () => {
  const success = confirmationReducer(PROCESSING, { kind: 'confirmed', orderId: 'pur_1' })
  expect(success).toEqual({ view: 'success', orderId: 'pur_1' })
  for (const event of [{ kind: 'requested' }, REFUSED, { kind: 'broken' }] as const)
    expect(confirmationReducer(success, event)).toBe(success)
})

test('a refusal stays in processing with its reason until the next request clears it [PAY-13]', () => {
  const refused = confirmationReducer(PROCESSING, REFUSED)
  expect(refused).toEqual({ view: 'processing', refusal: 'The payment was declined.' })
  expect(confirmationReducer(refused, { kind: 'requested' })).toEqual(PROCESSING)
})

test('an unusable answer is a failure, and another request returns to processing', () => {
  const failed = confirmationReducer(PROCESSING, { kind: 'broken' })
  expect(failed).toEqual({ view: 'failed' })
  expect(confirmationReducer(failed, { kind: 'requested' })).toEqual(PROCESSING)
})

test('ignores all events without a transaction id', () => {
  const missing = initialConfirmation('')
  expect(confirmationReducer(missing, { kind: 'confirmed', orderId: 'pur_1' })).toBe(missing)
})

test('icon, text and button appear at 300, 800 and 1300 ms, or at once with reduced motion [PAY-06, CONST-19]', () => {
  expect(REVEAL_DELAYS_MS).toEqual([300, 800, 1300])
  expect([0, 299, 300, 799, 800, 1299, 1300].map((ms) => countRevealed(ms, false))).toEqual([
    0, 0, 1, 1, 2, 2, 3,
  ])
  expect(countRevealed(0, true)).toBe(3)
})
