import { expect, test } from 'vitest'
import { linesOf, totalsOf } from './statement-lines.ts'
import type { Move } from './statement-queries.ts'

/** A posting of the payout, about one order, that moved nothing but what is said. */
function move(id: number, posting: string, moved: Partial<Move>): Move {
  return {
    id,
    posting,
    kind: posting.split(':')[0] ?? '',
    reversedKind: null,
    memo: '',
    postedAt: new Date('2026-03-02T10:00:00Z'),
    orderId: 'ord_1',
    orderNumber: 'C-1',
    isItem: (moved.available ?? 0) !== 0,
    isOwn: (moved.available ?? 0) !== 0,
    itemAfter: null,
    waiting: 0,
    available: 0,
    owed: 0,
    commission: 0,
    tax: 0,
    ...moved,
  }
}

const earned = (id: number, parcel: string) =>
  move(id, `earned:ord_1:${parcel}`, { waiting: 84, commission: 15, tax: 1 })
const release = (id: number, parcel: string, amount: number) =>
  move(id, `released:ord_1:${parcel}`, { waiting: -amount, available: amount })
const told = (moves: readonly Move[]) =>
  linesOf(moves).map(({ posting, kind, gross, amount }) => ({ posting, kind, gross, amount }))

test('each parcel is told by its release, also where a refund has taken the whole of one', () => {
  const back = move(3, 'refunded:ref_1', { waiting: -84, commission: -15, tax: -1 })
  const both = [earned(1, 'a'), earned(2, 'b'), release(4, 'a', 84), release(5, 'b', 84)]
  expect(told(both)).toMatchObject([
    { posting: 'released:ord_1:a', kind: 'released', gross: 100, amount: 84 },
    { posting: 'released:ord_1:b', kind: 'released', gross: 100, amount: 84 },
  ])
  expect(told([earned(1, 'a'), earned(2, 'b'), back, release(4, 'a', 84)])).toMatchObject([
    { posting: 'released:ord_1:a', amount: 84 },
    { posting: 'earned:ord_1:b', amount: 84 },
    { posting: 'refunded:ref_1', gross: -100, amount: -84 },
  ])
})

test('what only waits is not told, nor what another payout is made of', () => {
  expect(told([earned(1, 'a')])).toEqual([])
  expect(told([earned(1, 'a'), { ...release(2, 'a', 84), isOwn: false }])).toEqual([])
})

test('what is told here and settled elsewhere is carried over, so that the lines are the payout', () => {
  const label = move(3, 'label_charged:lab_1', { available: -20, owed: 30, orderId: null })
  const lines = linesOf([earned(1, 'a'), release(2, 'a', 80), label])
  expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['released', 84],
    ['label_charged', -50],
    ['carried_over', -4],
    ['carried_over', 30],
  ])
  expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(80 - 20)
  expect(totalsOf(lines)).toEqual({ gross: 100, commission: 15, tax: 1, other: -24 })
})
