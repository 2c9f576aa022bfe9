import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargebackBorne, isLaterWord, refundBorne, refundHindrance } from './rules.ts'

const CENTS = fc.integer({ min: 0, max: 10_000_000 })
const POTS = fc.record({ escrow: CENTS, net: CENTS, commission: CENTS, tax: CENTS })
const sum = (parts: object) => Object.values(parts).reduce((all: number, part: number) => all + part, 0)

test('whatever is given back is borne to the cent, by nobody more than there is', () => {
  fc.assert(
    fc.property(POTS, fc.double({ min: 0, max: 1, noNaN: true }), (pots, share) => {
      const amount = Math.floor(share * sum(pots))
      const borne = refundBorne(amount, pots)
      expect(sum(borne)).toBe(amount)
      for (const key of ['escrow', 'net', 'commission', 'tax'] as const) {
        expect(borne[key]).toBeGreaterThanOrEqual(0)
        expect(borne[key]).toBeLessThanOrEqual(pots[key])
      }
    }),
  )
})

test('what a bank takes is borne to the cent: a stolen card by the marketplace, goods by the supplier', () => {
  fc.assert(
    fc.property(POTS, CENTS, fc.boolean(), (pots, amount, isSuppliers) => {
      const borne = chargebackBorne(amount, pots, isSuppliers)
      expect(sum(borne)).toBe(amount)
      const most = isSuppliers ? sum(pots) : pots.escrow
      expect(borne.loss).toBe(Math.max(0, amount - most))
    }),
  )
})

test('the table of methods says what a provider does by itself', () => {
  const now = new Date('2026-03-02T10:00:00Z')
  const wanted = { amount: 50, paid: 100, before: 0, receivedAt: now, now }
  expect(refundHindrance({ refunds: 'many', refundDays: 90 }, wanted)).toBeUndefined()
  expect(refundHindrance({ refunds: 'full', refundDays: undefined }, wanted)).toContain('whole payment')
  expect(
    refundHindrance({ refunds: 'full', refundDays: undefined }, { ...wanted, amount: 100 }),
  ).toBeUndefined()
  expect(refundHindrance({ refunds: 'partial', refundDays: undefined }, wanted)).toBeUndefined()
  expect(refundHindrance({ refunds: 'partial', refundDays: undefined }, { ...wanted, before: 1 })).toContain(
    'once',
  )
})

test('news of a dispute count in their order, whenever they come', () => {
  expect(isLaterWord('inquiry', 'open')).toBe(true)
  expect(isLaterWord('open', 'inquiry')).toBe(false)
  expect(isLaterWord('open', 'open')).toBe(false)
  expect(isLaterWord('won', 'lost')).toBe(false)
})
