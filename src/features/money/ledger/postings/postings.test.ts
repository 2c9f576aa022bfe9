import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocateFrom } from '#core/money.ts'
import { LEDGER_ACCOUNTS } from './chart.ts'
import { validatePosting } from './posting.ts'
import {
  type LiabilityBreakdown,
  cancelledPosting,
  capturedPosting,
  caseClosedPosting,
  caseOpenedPosting,
  chargedBackPosting,
  type ClearingAccount,
  clearingAdjustedPosting,
  type Destination,
  earnedPosting,
  type Entry,
  goodwillPosting,
  type OrderShare,
  paidByWalletPosting,
  payoutConfirmedPosting,
  payoutFailedPosting,
  payoutSentPosting,
  type Posting,
  providerFeePosting,
  receivableNettedPosting,
  receivedUnappliedPosting,
  refundedPosting,
  releasedPosting,
  reversalPosting,
  providerPayoutPosting,
  type SupplierOrderRef,
  type TaxShare,
  topUpChargedBackPosting,
  toppedUpPosting,
  unappliedRefundedPosting,
  unappliedMatchedPosting,
} from '../service.ts'

const CARD: ClearingAccount = { provider: 'sandbox', method: 'vm' }
const ORDER_REF: SupplierOrderRef = { order: 'ord_1', supplier: 'sup_1', currency: 'USD' }
const NETTED = { ...ORDER_REF, nettingId: 'n', memo: 'Taken' }
const DESTINATIONS: readonly Destination[] = [CARD, { wallet: 'usr_1' }, { shopper: 'usr_2' }]

const AMOUNT = fc.integer({ min: 1, max: 100_000_000 })
const SIGNED_AMOUNT = fc.oneof(
  AMOUNT,
  AMOUNT.map((amount) => -amount),
)
const SHARES: fc.Arbitrary<OrderShare[]> = fc
  .array(AMOUNT, { minLength: 1, maxLength: 6 })
  .map((amounts) => amounts.map((amount, index) => ({ order: `ord_${index}`, amount })))
const DESTINATION = fc.constantFrom(...DESTINATIONS)

/** Every kind of posting, with arbitrary amounts. */
const POSTINGS: readonly (readonly [string, fc.Arbitrary<Posting>])[] = [
  ['P1', SHARES.map((shares) => capturedPosting({ ...CARD, receiptId: 'r', currency: 'USD', shares }))],
  [
    'P2',
    AMOUNT.map((amount) =>
      toppedUpPosting({ ...CARD, receiptId: 'r', currency: 'USD', vendor: 'usr_1', amount }),
    ),
  ],
  [
    'P3',
    SHARES.map((shares) => paidByWalletPosting({ paymentId: 'p', vendor: 'usr_1', currency: 'USD', shares })),
  ],
  [
    'P3f, a fee',
    SIGNED_AMOUNT.map((amount) => providerFeePosting({ ...CARD, feeId: 'f', currency: 'USD', amount })),
  ],
  [
    'P3f, settled',
    fc.array(SIGNED_AMOUNT, { minLength: 1, maxLength: 5 }).map((amounts) =>
      providerPayoutPosting({
        settlementId: 's',
        provider: 'sandbox',
        bank: 'main',
        currency: 'USD',
        parts: amounts.map((amount, index) => ({ method: `m${index}`, amount })),
      }),
    ),
  ],
  [
    'P3f, adjusted',
    SIGNED_AMOUNT.map((amount) =>
      clearingAdjustedPosting({ ...CARD, adjustmentId: 'a', currency: 'USD', amount, reason: 'Told so' }),
    ),
  ],
  [
    'P4',
    fc
      .tuple(AMOUNT, fc.nat(2500), fc.nat(300), fc.nat(900), fc.nat(1000))
      .map(([gross, rate, fee, ...taxes]) => {
        const [commission = 0, fees = 0, onIt = 0, shoppers = 0] = [rate, fee, ...taxes].map((points) =>
          Math.floor((gross * points) / 10_000),
        )
        const shared: TaxShare[] = [
          { jurisdiction: 'SG', amount: onIt },
          { jurisdiction: 'US', amount: shoppers },
        ]
        return earnedPosting({ ...ORDER_REF, unit: 'all', gross, commission, fees, taxes: shared })
      }),
  ],
  ['P5', AMOUNT.map((amount) => releasedPosting({ ...ORDER_REF, unit: 'all', amount }))],
  ['P6, netted', AMOUNT.map((amount) => receivableNettedPosting({ ...NETTED, amount }))],
  ['P6, sent', AMOUNT.map((amount) => payoutSentPosting({ ...ORDER_REF, payoutId: 'p', amount }))],
  [
    'P6, confirmed',
    fc
      .tuple(AMOUNT, fc.constantFrom(CARD, { bank: 'main' }))
      .map(([amount, from]) => payoutConfirmedPosting({ ...ORDER_REF, payoutId: 'p', amount, from })),
  ],
  [
    'P6, failed',
    AMOUNT.map((amount) =>
      payoutFailedPosting({ ...ORDER_REF, payoutId: 'p', amount, reason: 'No such bank' }),
    ),
  ],
  [
    'P7',
    fc
      .tuple(AMOUNT, DESTINATION)
      .map(([amount, back]) =>
        cancelledPosting({ refundId: 'r', order: 'ord_1', currency: 'USD', amount, to: back }),
      ),
  ],
  [
    'P8',
    fc
      .tuple(AMOUNT, fc.nat(500))
      .map(([pending, available]) => caseOpenedPosting({ ...ORDER_REF, caseId: 'c', pending, available })),
  ],
  [
    'P9a, the rest',
    fc
      .tuple(fc.nat(500), AMOUNT)
      .map(([pending, available]) => caseClosedPosting({ ...ORDER_REF, caseId: 'c', pending, available })),
  ],
  ...(['refunded', 'charged back'] as const).map(
    (what) =>
      [
        what,
        fc
          .tuple(fc.array(fc.nat(50_000), { minLength: 9, maxLength: 9 }), AMOUNT, fc.nat(2000), DESTINATION)
          .map(([[held = 0, tax = 0, ...rest], escrow, fee, back]) => {
            const [pending = 0, available = 0, receivable = 0, commission = 0, fees = 0, goodwill = 0] = rest
            const by: LiabilityBreakdown = {
              escrow,
              held: { caseId: 'c', amount: held },
              pending,
              available,
              receivable,
              commission,
              fees,
              goodwill,
              taxes: [{ jurisdiction: 'SG', amount: tax }],
            }
            return what === 'refunded'
              ? refundedPosting({ ...ORDER_REF, refundId: 'r', by, to: back })
              : chargedBackPosting({ ...ORDER_REF, ...CARD, chargebackId: 'c', by, fee })
          }),
      ] as const,
  ),
  [
    'P9c',
    fc
      .tuple(AMOUNT, DESTINATION)
      .map(([amount, back]) =>
        goodwillPosting({ refundId: 'r', order: 'ord_1', currency: 'USD', amount, to: back }),
      ),
  ],
  [
    'P10 of a top-up',
    fc.tuple(AMOUNT, fc.nat(500), fc.nat(2000)).map(([wallet, receivable, loss]) =>
      topUpChargedBackPosting({
        ...CARD,
        chargebackId: 'c',
        vendor: 'usr_1',
        currency: 'USD',
        wallet,
        receivable,
        loss,
      }),
    ),
  ],
  [
    'P11, received',
    AMOUNT.map((amount) =>
      receivedUnappliedPosting({ ...CARD, receiptId: 'r', currency: 'USD', amount, reason: 'Too late' }),
    ),
  ],
  [
    'P11, matched',
    SHARES.map((shares) => unappliedMatchedPosting({ receiptId: 'r', currency: 'USD', shares })),
  ],
  [
    'P11, given back',
    fc
      .tuple(AMOUNT, DESTINATION)
      .map(([amount, back]) =>
        unappliedRefundedPosting({ refundId: 'r', receiptId: 'r', currency: 'USD', amount, to: back }),
      ),
  ],
]

/** Returns debits minus credits. */
const total = (entries: readonly Entry[]) =>
  entries.reduce((sum, entry) => sum + (entry.debit ?? -entry.credit), 0)

test.each(POSTINGS)('%s and its reversal balance and have only positive entries', (_, postings) => {
  fc.assert(
    fc.property(postings, (posting) => {
      for (const { entries } of [posting, reversalPosting(posting, 'Taken back')]) {
        expect(entries.length).toBeGreaterThanOrEqual(2)
        for (const entry of entries) expect(entry.debit ?? entry.credit).toBeGreaterThan(0)
        expect(total(entries)).toBe(0)
      }
      const both = [...posting.entries, ...reversalPosting(posting, 'Taken back').entries]
      for (const account of Object.keys(LEDGER_ACCOUNTS)) {
        expect(total(both.filter((entry) => entry.account === account))).toBe(0)
      }
    }),
    { numRuns: 50 },
  )
})

test('a purchase of 100 from two suppliers is posted as documented', () => {
  const shares = [
    { order: 'ord_1', amount: 6000 },
    { order: 'ord_2', amount: 4000 },
  ]
  expect(capturedPosting({ ...CARD, receiptId: 'r1', currency: 'USD', shares })).toMatchObject({
    key: 'received:r1',
    entries: [
      { account: 'provider_clearing', subledger: 'sandbox/vm', debit: 10_000 },
      { account: 'order_escrow', subledger: 'ord_1', credit: 6000 },
      { account: 'order_escrow', subledger: 'ord_2', credit: 4000 },
    ],
  })
  const taxes = [{ jurisdiction: 'SG', amount: 81 }]
  expect(earnedPosting({ ...ORDER_REF, unit: 'all', gross: 6000, commission: 900, taxes }).entries).toEqual([
    { account: 'order_escrow', subledger: 'ord_1', debit: 6000 },
    { account: 'supplier_pending', subledger: 'sup_1/ord_1', credit: 5019 },
    { account: 'commission', subledger: 'sup_1/ord_1', credit: 900 },
    { account: 'tax_payable', subledger: 'SG', credit: 81 },
  ])
})

test('a refund of an earned order is taken proportionally from supplier, commission and tax', () => {
  const [held = 0, commission = 0, tax = 0] = allocateFrom(3000, [5019, 900, 81])
  const by = {
    held: { caseId: 'case_1', amount: held },
    commission,
    taxes: [{ jurisdiction: 'SG', amount: tax }],
  }
  expect(refundedPosting({ ...ORDER_REF, refundId: 'rf_1', by, to: CARD }).entries).toEqual([
    { account: 'case_hold', subledger: 'sup_1/case_1', debit: 2510 },
    { account: 'commission', subledger: 'sup_1/ord_1', debit: 450 },
    { account: 'tax_payable', subledger: 'SG', debit: 40 },
    { account: 'provider_clearing', subledger: 'sandbox/vm', credit: 3000 },
  ])
})

test('a receipt has one key, whether it pays orders, tops up a wallet or is unapplied', () => {
  const money = { ...CARD, receiptId: 'r1', currency: 'USD' }
  const keys = [
    capturedPosting({ ...money, shares: [{ order: 'ord_1', amount: 1 }] }),
    toppedUpPosting({ ...money, vendor: 'usr_1', amount: 1 }),
    receivedUnappliedPosting({ ...money, amount: 1, reason: 'Too late' }),
  ].map(({ key }) => key)
  expect(new Set(keys)).toEqual(new Set(['received:r1']))
})

test('refuses an unbalanced, empty or malformed posting', () => {
  const entries: Entry[] = [
    { account: 'bank', subledger: 'main', debit: 2 },
    { account: 'rounding', subledger: 'main', credit: 1 },
  ]
  const unbalanced: Posting = { key: 'k', kind: 'settled', currency: 'USD', memo: '', entries }
  expect(() => validatePosting(unbalanced)).toThrow('debits of 2 against credits of 1')
  expect(() => validatePosting({ ...unbalanced, entries: [] })).toThrow('nothing to post')
  expect(() => validatePosting({ ...unbalanced, currency: 'usd' })).toThrow('not a currency')
  expect(() => releasedPosting({ ...ORDER_REF, unit: 'all', amount: 0 })).toThrow('nothing to post')
  expect(() => releasedPosting({ ...ORDER_REF, unit: 'all', amount: -5 })).toThrow('not a whole amount')
  expect(() => releasedPosting({ ...ORDER_REF, unit: 'all', amount: 0.5 })).toThrow('not a whole amount')
  expect(() => releasedPosting({ ...ORDER_REF, supplier: 'a/b', unit: 'all', amount: 5 })).toThrow('slash')
  expect(() =>
    earnedPosting({
      ...ORDER_REF,
      unit: 'all',
      gross: 100,
      commission: 90,
      taxes: [{ jurisdiction: 'SG', amount: 11 }],
    }),
  ).toThrow('not a whole amount')
})
