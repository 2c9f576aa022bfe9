import { expect, test } from 'vitest'
import { toPayoutLines, sumPayoutLines } from './statement-lines.ts'
import type { StatementPosting } from './statement-queries.ts'

/** Creates a posting of the payout about one order, with only the given amounts. */
function postingFixture(id: number, posting: string, changes: Partial<StatementPosting>): StatementPosting {
  return {
    id,
    posting,
    kind: posting.split(':')[0] ?? '',
    reversedKind: null,
    memo: '',
    postedAt: new Date('2026-03-02T10:00:00Z'),
    orderId: 'ord_1',
    orderNumber: 'C-1',
    isItem: (changes.available ?? 0) !== 0,
    isOwn: (changes.available ?? 0) !== 0,
    itemAfter: null,
    waiting: 0,
    available: 0,
    owed: 0,
    commission: 0,
    tax: 0,
    ...changes,
  }
}

const earned = (id: number, parcel: string) =>
  postingFixture(id, `earned:ord_1:${parcel}`, { waiting: 84, commission: 15, tax: 1 })
const release = (id: number, parcel: string, amount: number) =>
  postingFixture(id, `released:ord_1:${parcel}`, { waiting: -amount, available: amount })
const toComparableLines = (moves: readonly StatementPosting[]) =>
  toPayoutLines(moves).map(({ posting, kind, gross, amount }) => ({ posting, kind, gross, amount }))

test('each parcel is listed by its release, also when a refund took all of it', () => {
  const refunded = postingFixture(3, 'refunded:ref_1', { waiting: -84, commission: -15, tax: -1 })
  const both = [earned(1, 'a'), earned(2, 'b'), release(4, 'a', 84), release(5, 'b', 84)]
  expect(toComparableLines(both)).toMatchObject([
    { posting: 'released:ord_1:a', kind: 'released', gross: 100, amount: 84 },
    { posting: 'released:ord_1:b', kind: 'released', gross: 100, amount: 84 },
  ])
  expect(toComparableLines([earned(1, 'a'), earned(2, 'b'), refunded, release(4, 'a', 84)])).toMatchObject([
    { posting: 'released:ord_1:a', amount: 84 },
    { posting: 'earned:ord_1:b', amount: 84 },
    { posting: 'refunded:ref_1', gross: -100, amount: -84 },
  ])
})

test('a statement leaves out pending earnings and items of other payouts', () => {
  expect(toComparableLines([earned(1, 'a')])).toEqual([])
  expect(toComparableLines([earned(1, 'a'), { ...release(2, 'a', 84), isOwn: false }])).toEqual([])
})

test('amounts shown here but settled by other payouts are carried over, so that the lines equal the payout', () => {
  const label = postingFixture(3, 'label_charged:lab_1', { available: -20, owed: 30, orderId: null })
  const lines = toPayoutLines([earned(1, 'a'), release(2, 'a', 80), label])
  expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['released', 84],
    ['label_charged', -50],
    ['carried_over', -4],
    ['carried_over', 30],
  ])
  expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(80 - 20)
  expect(sumPayoutLines(lines)).toEqual({ gross: 100, commission: 15, tax: 1, other: -24 })
})
