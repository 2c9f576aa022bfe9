import { expect, test } from 'vitest'
import { carrierPaidPosting, labelChargedAgainKey, labelChargedKey } from './label-postings.ts'
import { validatePosting, debitOrCredit, toSubledgerPath } from './posting.ts'
import { receivableRestoredPosting } from './receivable-postings.ts'
import {
  caseClosedPosting,
  chargedBackPosting,
  lossRecoveredPosting,
  lossRecoveryReversedPosting,
  unappliedChargedBackPosting,
} from './refund-postings.ts'

const PART = { order: 'ord_1', supplier: 'sup_1', currency: 'USD' } as const
const CARD = { provider: 'sandbox', method: 'vm' } as const

test('a payment for labels is posted by carrier, adjustment and bank', () => {
  const paid = { paymentId: 'cp_1', provider: 'easypost', bank: 'main', currency: 'USD', memo: 'May' }
  const parts = [
    { carrier: 'usps', amount: 700 },
    { carrier: 'dhl', amount: -50 },
  ]
  expect(carrierPaidPosting({ ...paid, parts, adjustment: 20, amount: 670 })).toEqual({
    key: 'carrier_paid:cp_1',
    kind: 'carrier_paid',
    currency: 'USD',
    memo: 'May',
    entries: [
      { account: 'carrier_payable', subledger: 'easypost/usps', debit: 700 },
      { account: 'carrier_payable', subledger: 'easypost/dhl', credit: 50 },
      { account: 'carrier_adjustments', subledger: 'easypost', debit: 20 },
      { account: 'bank', subledger: 'main', credit: 670 },
    ],
  })
  expect(() => carrierPaidPosting({ ...paid, parts, adjustment: 0, amount: 670 })).toThrow(
    'debits of 700 against credits of 720',
  )
})

test('a label can be charged once, and once more after its refund failed', () => {
  expect(labelChargedKey('lbl_1')).toBe('label_charged:lbl_1')
  expect(labelChargedAgainKey('lbl_1')).toBe('label_charged_again:lbl_1')
})

test('reversing the recovery of a supplier’s debt restores both balance and debt', () => {
  const restored = { restoredId: 'rs_1', supplier: 'sup_1', currency: 'USD', amount: 300 } as const
  expect(receivableRestoredPosting(restored)).toMatchObject({
    key: 'receivable_restored:rs_1',
    entries: [
      { account: 'supplier_receivable', subledger: 'sup_1', debit: 300 },
      { account: 'supplier_available', subledger: 'sup_1', credit: 300 },
    ],
  })
})

test('a loss of the marketplace is recovered from the order’s escrow, and the recovery can be reversed', () => {
  const liability = { of: 'rf_1', account: 'goodwill', order: 'ord_1', currency: 'USD', amount: 250 } as const
  expect(lossRecoveredPosting({ ...liability, key: 'cancel_1' })).toMatchObject({
    key: 'paid_back:rf_1:cancel_1',
    currency: 'USD',
    entries: [
      { account: 'order_escrow', subledger: 'ord_1', debit: 250 },
      { account: 'goodwill', subledger: 'ord_1', credit: 250 },
    ],
  })
  expect(lossRecoveryReversedPosting(liability)).toMatchObject({
    key: 'paid_back_undone:rf_1',
    currency: 'USD',
    entries: [
      { account: 'goodwill', subledger: 'ord_1', debit: 250 },
      { account: 'order_escrow', subledger: 'ord_1', credit: 250 },
    ],
  })
})

test('a dispute of an unapplied receipt takes what is unapplied, and the refunded part is a loss', () => {
  const taken = { ...CARD, chargebackId: 'cb_1', receiptId: 'rc_1', currency: 'USD' }
  expect(unappliedChargedBackPosting({ ...taken, waiting: 400, loss: 100 })).toMatchObject({
    key: 'charged_back:cb_1:rc_1',
    entries: [
      { account: 'unapplied_receipts', subledger: 'rc_1', debit: 400 },
      { account: 'chargeback_loss', subledger: 'rc_1', debit: 100 },
      { account: 'provider_clearing', subledger: 'sandbox/vm', credit: 500 },
    ],
  })
})

test('a chargeback debits each liable account with its amount, and the marketplace with the fee', () => {
  const by = {
    escrow: 1,
    held: { caseId: 'case_1', amount: 2 },
    pending: 4,
    available: 8,
    receivable: 16,
    commission: 32,
    fees: 64,
    taxes: [{ jurisdiction: 'SG', amount: 128 }],
    goodwill: 256,
    loss: 512,
  }
  const { entries } = chargedBackPosting({ ...PART, ...CARD, chargebackId: 'cb_1', by, fee: 1500 })
  expect(entries).toEqual([
    { account: 'order_escrow', subledger: 'ord_1', debit: 1 },
    { account: 'case_hold', subledger: 'sup_1/case_1', debit: 2 },
    { account: 'supplier_pending', subledger: 'sup_1/ord_1', debit: 4 },
    { account: 'supplier_available', subledger: 'sup_1', debit: 8 },
    { account: 'supplier_receivable', subledger: 'sup_1', debit: 16 },
    { account: 'commission', subledger: 'sup_1/ord_1', debit: 32 },
    { account: 'service_fees', subledger: 'sup_1/ord_1', debit: 64 },
    { account: 'tax_payable', subledger: 'SG', debit: 128 },
    { account: 'goodwill', subledger: 'ord_1', debit: 256 },
    { account: 'chargeback_loss', subledger: 'ord_1', debit: 512 },
    { account: 'chargeback_loss', subledger: 'ord_1', debit: 1500 },
    { account: 'provider_clearing', subledger: 'sandbox/vm', credit: 2523 },
  ])
})

test('a case is closed by one posting, and by one more for each later refund that comes back', () => {
  const closed = { ...PART, caseId: 'case_1', pending: 5, available: 0 }
  expect(caseClosedPosting(closed).key).toBe('case_closed:case_1')
  expect(caseClosedPosting({ ...closed, again: 'rf_1' }).key).toBe('case_closed:case_1:rf_1')
})

test('a sub-ledger needs a name, and no part of it can contain a slash', () => {
  for (const [owner, part] of [
    [' ', 'ord_1'],
    ['sup_1', ' '],
  ] as const)
    expect(() => toSubledgerPath(owner, part)).toThrow('without a name')
  expect(() => toSubledgerPath('sup_1', 'a/b')).toThrow('slash')
  expect(() => debitOrCredit('bank', ' ', 5)).toThrow('without a name')
  expect(() => debitOrCredit('bank', '\t', -5)).toThrow('without a name')
})

test('a posting needs a three-letter currency and entries above zero', () => {
  const entries = [
    { account: 'bank', subledger: 'main', debit: 2 },
    { account: 'rounding', subledger: 'main', credit: 2 },
  ] as const
  const given = { key: 'k', kind: 'settled', currency: 'USD', memo: '', entries } as const
  expect(validatePosting(given)).toBe(given)
  for (const currency of ['USDX', 'XUSD', '$USD', 'USD '])
    expect(() => validatePosting({ ...given, currency })).toThrow('not a currency')
  const empty = { account: 'bank', subledger: 'other', debit: 0 } as const
  expect(() => validatePosting({ ...given, entries: [...entries, empty] })).toThrow('an entry of nothing')
})
