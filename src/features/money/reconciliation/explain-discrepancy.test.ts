import { expect, test } from 'vitest'
import { explainDiscrepancy, isThirdPartyMoney, type DiscrepancyContext } from './explain-discrepancy.ts'

const explain = (context: Pick<DiscrepancyContext, 'kind' | 'of'> & Partial<DiscrepancyContext>) =>
  explainDiscrepancy({ isBack: false, hint: null, ...context })
const hintOf = (
  about: NonNullable<DiscrepancyContext['hint']>['about'],
  reference: string | null = null,
): DiscrepancyContext['hint'] => ({ about, id: 'rfd_1', reference })

test('explains unknown movements by their kind', () => {
  const expected = [
    ['payment', 'The provider received a payment that no webhook reported.'],
    ['refund', 'The provider made a refund that isn’t in the ledger.'],
    ['transfer', 'The provider made a transfer that matches no payout.'],
    ['dispute', 'A bank moved money for a dispute that isn’t in the ledger.'],
    ['fee', 'The provider charged a fee that isn’t in the ledger.'],
    ['settlement', 'The provider paid out an amount that isn’t in the ledger.'],
    ['other', 'The ledger has no entry of this kind.'],
  ] as const
  for (const [of, start] of expected)
    expect(explain({ kind: 'unknown', of })).toSatisfy((text: string) => text.startsWith(start))
})

test('explains unexpected returned money as returned, and other movements as unknown', () => {
  const returned = (of: DiscrepancyContext['of']) => explain({ kind: 'unknown', of, isBack: true })
  expect(returned('refund')).toContain('A refund came back to the provider')
  expect(returned('transfer')).toContain('A payout came back to the provider')
  expect(returned('dispute')).toContain('no dispute of this payment was won')
  expect(returned('payment')).toBe(explain({ kind: 'unknown', of: 'payment' }))
})

test('what the ledger knows about a movement takes precedence over its kind', () => {
  const withHint = (hint: DiscrepancyContext['hint'], isBack = false) =>
    explain({ kind: 'unknown', of: 'refund', isBack, hint })
  const waiting = withHint(hintOf('waits'))
  expect(waiting).toContain(
    'refund rfd_1, which is waiting to be paid by hand. On Refunds, record it as paid in the provider’s dashboard',
  )
  expect(withHint(hintOf('waits'), true)).toBe(waiting)
  expect(withHint(hintOf('paid_by_bank', 'SCT 7'))).toContain(
    'refund rfd_1 was already paid by bank transfer (SCT 7). The payer received it twice.',
  )
  expect(withHint(hintOf('paid_by_bank'))).toContain(
    'refund rfd_1 was already paid by bank transfer (without a reference).',
  )
  expect(withHint(hintOf('failed'))).toContain('refund rfd_1 failed at the provider')
  expect(withHint(hintOf('inquiry', 'inquiry'))).toContain('is an inquiry, which moves no money. That')
  expect(withHint(hintOf('inquiry', 'lost'))).toContain('dispute rfd_1 of this payment is lost. That')
  expect(withHint(hintOf('inquiry'))).toContain('dispute rfd_1 of this payment is unclear. That')
})

test('a duplicate movement of third-party money is to be found at the provider, unless a refund explains it', () => {
  const duplicate = (of: DiscrepancyContext['of'], hint: DiscrepancyContext['hint'] = null) =>
    explain({ kind: 'doubled', of, hint })
  for (const movement of ['payment', 'refund', 'transfer', 'dispute'] as const)
    expect(duplicate(movement)).toContain('Find the duplicate at the provider')
  for (const movement of ['fee', 'settlement', 'other'] as const)
    expect(duplicate(movement)).toBe('The report lists this more often than it can have happened.')
  expect(duplicate('refund', hintOf('failed'))).toContain('refund rfd_1 failed')
  expect(duplicate('dispute', hintOf('inquiry', 'inquiry'))).toBe(duplicate('dispute'))
})

test('explains missing movements by their owner', () => {
  const missing = (of: DiscrepancyContext['of']) => explain({ kind: 'missing', of, hint: hintOf('failed') })
  expect(missing('refund')).toContain('The buyer may not have received it.')
  expect(missing('dispute')).toContain('The ledger has this chargeback')
  expect(missing('transfer')).toContain('The ledger has this payout')
  expect(missing('payment')).toContain('The ledger has this money')
})

test('a wrong fee, a wrong amount and a changed movement have their own explanations', () => {
  expect(explain({ kind: 'wrong_fee', of: 'payment' })).toContain('different fee than agreed')
  expect(explain({ kind: 'wrong_fee', of: 'dispute' })).toContain('a different fee for this dispute')
  expect(explain({ kind: 'wrong_amount', of: 'payment' })).toContain('The amounts don’t match.')
  expect(explain({ kind: 'changed', of: 'payment' })).toContain(
    'reports this movement differently than before',
  )
})

test('fees, settlements and unclassified movements are not third-party money', () => {
  const kinds = ['payment', 'refund', 'transfer', 'dispute', 'fee', 'settlement', 'other', null] as const
  expect(kinds.map(isThirdPartyMoney)).toEqual([true, true, true, true, false, false, false, false])
})
