import { expect, test } from 'vitest'
import {
  calculateEarning,
  getFulfilment,
  countRemaining,
  getUnpaidLimits,
  getPaymentStatus,
  getRemainingMoney,
  purchaseStatus,
  getCommissionRate,
  getRefundableAmount,
  shareOfEscrow,
  getUnearnedShipping,
  countUnits,
  sumRemainingWorth,
} from './rules.ts'

const LINES = [
  { quantity: 5, shippedQuantity: 2, withdrawnQuantity: 1, unitAmount: 300 },
  { quantity: 4, shippedQuantity: 4, withdrawnQuantity: 0, unitAmount: 700 },
  { quantity: 3, shippedQuantity: 0, withdrawnQuantity: 0, unitAmount: 50 },
] as const

test('counts units as sent, withdrawn or remaining, and prices the remaining ones', () => {
  expect(LINES.map(countRemaining)).toEqual([2, 0, 3])
  expect(countUnits(LINES)).toEqual({ sent: 6, left: 5 })
  expect(sumRemainingWorth(LINES)).toBe(2 * 300 + 3 * 50)
})

test('the first parcel earns the shipping that was not refunded, later parcels none', () => {
  const none = { gross: 0, commission: 0, tax: 0 }
  expect(getUnearnedShipping({ shippingAmount: 900 }, { earned: none, shippingBack: 0 })).toBe(900)
  expect(getUnearnedShipping({ shippingAmount: 900 }, { earned: none, shippingBack: 250 })).toBe(650)
  expect(getUnearnedShipping({ shippingAmount: 900 }, { earned: none, shippingBack: 901 })).toBe(0)
  expect(
    getUnearnedShipping({ shippingAmount: 900 }, { earned: { ...none, gross: 1 }, shippingBack: 0 }),
  ).toBe(0)
})

test('the fulfilment status follows from units and parcels', () => {
  const [there, away] = [{ deliveredAt: new Date('2026-03-02') }, { deliveredAt: null }]
  expect(getFulfilment({ sent: 0, left: 2 }, [])).toBe('none')
  expect(getFulfilment({ sent: 1, left: 1 }, [there])).toBe('partial')
  expect(getFulfilment({ sent: 2, left: 0 }, [there, away])).toBe('all_shipped')
  expect(getFulfilment({ sent: 2, left: 0 }, [there, there])).toBe('all_delivered')
})

test('the payment status follows from refunds and chargebacks', () => {
  const status = (paid: number, givenBack: number, chargedBack = 0) =>
    getPaymentStatus({ paid, givenBack, chargedBack })
  expect(status(0, 0)).toBe('unpaid')
  expect(status(100, 0)).toBe('paid')
  expect(status(100, 1)).toBe('partly_refunded')
  expect(status(100, 99)).toBe('partly_refunded')
  expect(status(100, 100)).toBe('refunded')
  expect(status(100, 0, 1)).toBe('charged_back')
  expect(status(100, 100, 1)).toBe('charged_back')
})

test('the commission rate weighs shipped lines by their own rate, and shipping and others by the order’s', () => {
  const order = { shippingAmount: 1000, commissionBps: 1500, commissionTaxBps: 900 }
  const lines = [
    { unitAmount: 300, shippedQuantity: 2, commissionBps: 0 },
    { unitAmount: 700, shippedQuantity: 4, commissionBps: null },
    { unitAmount: 50, shippedQuantity: 0, commissionBps: 9000 },
  ]
  expect(getCommissionRate(order, lines)).toEqual({
    amount: 1000 + 600 + 2800,
    commissionWeight: 1000 * 1500 + 2800 * 1500,
    commissionTaxBps: 900,
  })
})

test('commission and its tax are rounded half up over everything earned so far', () => {
  const nothing = { gross: 0, commission: 0, tax: 0 }
  const rate = { amount: 1, commissionWeight: 1500, commissionTaxBps: 900 }
  // 15 % of 30 is 4.5, and 9 % of 5 is 0.45.
  expect(calculateEarning(30, { before: nothing, rate })).toEqual({ gross: 30, commission: 5, tax: 0 })
  expect(calculateEarning(29, { before: nothing, rate })).toEqual({ gross: 29, commission: 4, tax: 0 })
  // 15 % of 60 is 9, and 9 % of that 0.81: the second half pays the rounding of the first.
  const before = { gross: 30, commission: 5, tax: 0 }
  expect(calculateEarning(30, { before, rate })).toEqual({ gross: 30, commission: 4, tax: 1 })
  // Half a cent: 1 % of 50.
  expect(calculateEarning(50, { before: nothing, rate: { ...rate, commissionWeight: 100 } }).commission).toBe(
    1,
  )
  expect(calculateEarning(49, { before: nothing, rate: { ...rate, commissionWeight: 100 } }).commission).toBe(
    0,
  )
  // Nothing was shipped, so there is no commission.
  const empty = { amount: 0, commissionWeight: 0, commissionTaxBps: 900 }
  expect(calculateEarning(30, { before: nothing, rate: empty })).toEqual({ gross: 30, commission: 0, tax: 0 })
})

test('the commission of a parcel is never negative and never above its gross amount', () => {
  const all = { amount: 1, commissionWeight: 10_000, commissionTaxBps: 10_000 }
  const less = { amount: 1, commissionWeight: 1000, commissionTaxBps: 900 }
  expect(calculateEarning(100, { before: { gross: 0, commission: 0, tax: 0 }, rate: all })).toEqual({
    gross: 100,
    commission: 100,
    tax: 0,
  })
  const muchBefore = { gross: 100, commission: 90, tax: 60 }
  expect(calculateEarning(10, { before: muchBefore, rate: less })).toEqual({
    gross: 10,
    commission: 0,
    tax: 0,
  })
})

test('the remaining money of each account is what was earned minus refunds', () => {
  const earned = { gross: 600, commission: 90, tax: 8 }
  const back = { escrow: 100, net: 50, commission: 7, tax: 1 }
  expect(getRemainingMoney({ paid: 1000, earned, back })).toEqual({
    escrow: 1000 - 600 - 100,
    net: 600 - 90 - 8 - 50,
    commission: 83,
    tax: 7,
  })
})

test('items get their share of the remaining escrow, rounded down and never negative', () => {
  expect(shareOfEscrow(300, { escrow: 1000, whole: 1000 })).toBe(300)
  expect(shareOfEscrow(300, { escrow: 2000, whole: 1000 })).toBe(300)
  expect(shareOfEscrow(300, { escrow: 999, whole: 1000 })).toBe(299)
  expect(shareOfEscrow(300, { escrow: 0, whole: 1000 })).toBe(0)
  expect(shareOfEscrow(300, { escrow: -1000, whole: 1000 })).toBe(0)
  // Nothing remains to be shipped or shared.
  expect(shareOfEscrow(0, { escrow: 0, whole: 0 })).toBe(0)
})

test('the refundable amount is the payment minus refunds and chargebacks', () => {
  expect(getRefundableAmount({ paid: 100, givenBack: 30, chargedBack: 20 })).toBe(50)
  expect(getRefundableAmount({ paid: 100, givenBack: 90, chargedBack: 20 })).toBe(0)
})

test('the unpaid limit is 200 items per email address and three times as many per network, times a setting', () => {
  expect(getUnpaidLimits(1)).toEqual({ byEmail: 200, byClient: 600 })
  expect(getUnpaidLimits(2.5)).toEqual({ byEmail: 500, byClient: 1500 })
  expect(getUnpaidLimits(0.001)).toEqual({ byEmail: 1, byClient: 3 })
})

test('a purchase is in progress as soon as one supplier order is', () => {
  expect(purchaseStatus(['in_progress', 'accepted'])).toBe('partly_shipped')
})
