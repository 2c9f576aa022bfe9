import { expect, test } from 'vitest'
import { findWithdrawalRight, type WithdrawalInput } from './withdrawal-right.ts'

const DELIVERED = new Date('2026-07-01T16:00:00Z')
const LINE = { shippedQuantity: 1, refundedQuantity: 0, isMadeToOrder: false }
const INPUT: WithdrawalInput = {
  country: 'DE',
  order: { state: 'delivered', deliverBy: null },
  lines: [LINE],
  parcels: [{ deliveredAt: DELIVERED, shippedAt: new Date('2026-06-25T09:00:00Z') }],
  now: new Date('2026-07-02T00:00:00Z'),
}
const UNTIL = '2026-07-16T16:00:00.000Z'

test.each<[string, Partial<WithdrawalInput>, string | null | undefined]>([
  ['within 14 days of delivery', {}, UNTIL],
  ['on the last evening', { now: new Date('2026-07-15T23:59:59Z') }, UNTIL],
  ['no more after that', { now: new Date(UNTIL) }, undefined],
  ['in the United Kingdom', { country: 'GB' }, UNTIL],
  ['in Norway', { country: 'NO' }, UNTIL],
  ['not in Singapore', { country: 'SG' }, undefined],
  ['not in Monaco, which is in the customs union only', { country: 'MC' }, undefined],
  ['before it has arrived', { order: { state: 'shipped', deliverBy: null } }, null],
  ['once earnings are paid out', { order: { state: 'completed', deliverBy: null } }, UNTIL],
  [
    'not before it was sent, where it is cancelled',
    { order: { state: 'accepted', deliverBy: null } },
    undefined,
  ],
  ['not of what was made to order', { lines: [{ ...LINE, isMadeToOrder: true }] }, undefined],
  ['of the rest of an order', { lines: [{ ...LINE, isMadeToOrder: true }, LINE] }, UNTIL],
  ['not of what was refunded', { lines: [{ ...LINE, refundedQuantity: 1 }] }, undefined],
  [
    'from the last parcel on',
    { parcels: [...INPUT.parcels, { deliveredAt: new Date('2026-07-03T08:00:00Z'), shippedAt: DELIVERED }] },
    '2026-07-18T08:00:00.000Z',
  ],
])('whether a consumer can withdraw: %s', (_when, change, expected) => {
  const right = findWithdrawalRight({ ...INPUT, ...change })
  expect(right && (right.until?.toISOString() ?? null)).toBe(expected)
})
