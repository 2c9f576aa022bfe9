import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY, addMs } from '#core/time.ts'
import {
  splitChargebackLiability,
  isLaterState,
  isAboutGoods,
  matchManualRefunds,
  splitRefundLiability,
  getManualRefundReason,
} from './rules.ts'

const CENTS = fc.integer({ min: 0, max: 10_000_000 })
const POTS = fc.record({ escrow: CENTS, net: CENTS, commission: CENTS, tax: CENTS })
const sum = (parts: object) => Object.values(parts).reduce((all: number, part: number) => all + part, 0)

test('a refund is split to the cent, and no share exceeds what that account has', () => {
  fc.assert(
    fc.property(POTS, fc.double({ min: 0, max: 1, noNaN: true }), (pots, share) => {
      const amount = Math.floor(share * sum(pots))
      const liability = splitRefundLiability(amount, pots)
      expect(sum(liability)).toBe(amount)
      for (const key of ['escrow', 'net', 'commission', 'tax'] as const) {
        expect(liability[key]).toBeGreaterThanOrEqual(0)
        expect(liability[key]).toBeLessThanOrEqual(pots[key])
      }
    }),
  )
})

test('a deduction for a return label reduces the supplier’s share first, and no share exceeds its account', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(POTS, share, share, (pots, owedShare, deductedShare) => {
      const owed = Math.floor(owedShare * sum(pots))
      const deducted = Math.floor(deductedShare * owed)
      const whole = splitRefundLiability(owed, pots)
      const liability = splitRefundLiability(owed - deducted, pots, deducted)
      expect(sum(liability)).toBe(owed - deducted)
      for (const key of ['escrow', 'net', 'commission', 'tax'] as const) {
        expect(liability[key]).toBeGreaterThanOrEqual(0)
        expect(liability[key]).toBeLessThanOrEqual(pots[key])
      }
      expect(liability.net).toBe(Math.max(0, whole.net - deducted))
    }),
  )
})

test('a chargeback is split to the cent, and a loss remains only beyond the liable accounts', () => {
  fc.assert(
    fc.property(POTS, CENTS, fc.boolean(), (pots, amount, isSuppliers) => {
      const liability = splitChargebackLiability(amount, pots, isSuppliers)
      expect(sum(liability)).toBe(amount)
      const most = isSuppliers ? sum(pots) : pots.escrow
      expect(liability.loss).toBe(Math.max(0, amount - most))
    }),
  )
})

test('the capabilities of a payment method decide which refunds its provider makes', () => {
  const now = new Date('2026-03-02T10:00:00Z')
  const check = { amount: 50, paid: 100, before: 0, receivedAt: now, now }
  expect(getManualRefundReason({ refunds: 'many', refundDays: 90 }, check)).toBeUndefined()
  expect(getManualRefundReason({ refunds: 'full', refundDays: undefined }, check)).toContain('full refunds')
  expect(
    getManualRefundReason({ refunds: 'full', refundDays: undefined }, { ...check, amount: 100 }),
  ).toBeUndefined()
  expect(getManualRefundReason({ refunds: 'partial', refundDays: undefined }, check)).toBeUndefined()
  expect(
    getManualRefundReason({ refunds: 'partial', refundDays: undefined }, { ...check, before: 1 }),
  ).toContain('one partial refund')
})

test('states of a dispute only move forward, in whatever order they arrive', () => {
  expect(isLaterState('inquiry', 'open')).toBe(true)
  expect(isLaterState('open', 'inquiry')).toBe(false)
  expect(isLaterState('open', 'open')).toBe(false)
  expect(isLaterState('won', 'lost')).toBe(false)
})

test('a refund is manual if its method never refunds or its time limit is over', () => {
  const now = new Date('2026-03-02T10:00:00Z')
  const wanted = { amount: 50, paid: 100, before: 0, receivedAt: now, now }
  expect(getManualRefundReason({ refunds: 'none', refundDays: undefined }, wanted)).toContain(
    'support refunds',
  )
  expect(
    getManualRefundReason({ refunds: 'many', refundDays: undefined }, { ...wanted, before: 3 }),
  ).toBeUndefined()
  const after = (ms: number, refundDays: number | undefined) =>
    getManualRefundReason({ refunds: 'many', refundDays }, { ...wanted, now: addMs(now, ms) })
  expect(after(90 * DAY, 90)).toBeUndefined()
  expect(after(90 * DAY + 1, 90)).toContain('after 90 days')
  expect(after(9000 * DAY, undefined)).toBeUndefined()
})

test('a refund cannot exceed the money of its order', () => {
  const pots = { escrow: 5, net: 3, commission: 1, tax: 1 }
  expect(splitRefundLiability(10, pots)).toEqual(pots)
  expect(() => splitRefundLiability(11, pots)).toThrow(RangeError)
})

test('the supplier is liable for undelivered and faulty goods, not for a stolen card', () => {
  expect(isAboutGoods('product_not_received')).toBe(true)
  expect(isAboutGoods('product_unacceptable')).toBe(true)
  for (const other of ['fraudulent', 'duplicate', '']) expect(isAboutGoods(other)).toBe(false)
})

test('a refund made at the provider matches by ID, then by amount, then by the total', () => {
  const waiting = [
    { publicId: 'rf_1', amount: 300, isNoted: false, noted: null },
    { publicId: 'rf_2', amount: 300, isNoted: true, noted: 're_other' },
    { publicId: 'rf_3', amount: 400, isNoted: true, noted: 're_mine' },
  ]
  const made = (providerRefundId: string, amount: number) =>
    matchManualRefunds({ providerRefundId, amount }, waiting)
  // The ID takes precedence over the amount, which the provider may report in another currency.
  expect(made('re_mine', 300)).toEqual(['rf_3'])
  expect(made('re_new', 300)).toEqual(['rf_2'])
  expect(matchManualRefunds({ providerRefundId: 're_new', amount: 300 }, waiting.slice(0, 1))).toEqual([
    'rf_1',
  ])
  expect(made('re_new', 1000)).toEqual(['rf_1', 'rf_2', 'rf_3'])
  expect(made('re_new', 999)).toEqual([])
})
