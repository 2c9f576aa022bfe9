import { expect, test } from 'vitest'
import { explainDiscrepancy, isThirdPartyMoney, type DiscrepancyContext } from './explain-discrepancy.ts'

const explain = (context: Pick<DiscrepancyContext, 'kind' | 'of'> & Partial<DiscrepancyContext>) =>
  explainDiscrepancy({ isBack: false, hint: null, ...context })
const hintOf = (
  about: NonNullable<DiscrepancyContext['hint']>['about'],
  reference: string | null = null,
): DiscrepancyContext['hint'] => ({ about, id: 'rfd_1', reference })

test('money that only the provider knows is explained by what moved', () => {
  const expected = [
    ['payment', 'The provider has money of which no notice has told.'],
    ['refund', 'The provider has given money back of which our books know nothing.'],
    ['transfer', 'The provider has passed money on that is no payout of ours.'],
    ['dispute', 'A bank has moved money of a dispute of which our books know nothing.'],
    ['fee', 'The provider has kept something that our books do not know.'],
    ['settlement', 'The provider has paid out something that our books do not know.'],
    ['other', 'A movement of a kind that our books do not have.'],
  ] as const
  for (const [of, start] of expected)
    expect(explain({ kind: 'unknown', of })).toSatisfy((text: string) => text.startsWith(start))
})

test('money that came back unexpectedly is explained as returned, or as unknown where nothing can return', () => {
  const returned = (of: DiscrepancyContext['of']) => explain({ kind: 'unknown', of, isBack: true })
  expect(returned('refund')).toContain('A refund came back to the provider')
  expect(returned('transfer')).toContain('A payout came back to the provider')
  expect(returned('dispute')).toContain('no dispute of this payment was won')
  expect(returned('payment')).toBe(explain({ kind: 'unknown', of: 'payment' }))
})

test('what our books know about an unknown movement comes before what kind of movement it is', () => {
  const withHint = (hint: DiscrepancyContext['hint'], isBack = false) =>
    explain({ kind: 'unknown', of: 'refund', isBack, hint })
  const waiting = withHint(hintOf('waits'))
  expect(waiting).toContain(
    'refund rfd_1, which waits to be paid by hand. Record it by POST /refunds/rfd_1/paid',
  )
  expect(withHint(hintOf('waits'), true)).toBe(waiting)
  expect(withHint(hintOf('paid_by_bank', 'SCT 7'))).toContain(
    'by bank for the refund rfd_1 (SCT 7): the payer has it twice.',
  )
  expect(withHint(hintOf('paid_by_bank'))).toContain('for the refund rfd_1 (without a reference):')
  expect(withHint(hintOf('failed'))).toContain('the refund rfd_1 has failed at the provider')
  expect(withHint(hintOf('inquiry', 'inquiry'))).toContain('is an inquiry, in which no money moves, which')
  expect(withHint(hintOf('inquiry', 'lost'))).toContain('the dispute rfd_1 of this payment is lost, which')
  expect(withHint(hintOf('inquiry'))).toContain('the dispute rfd_1 of this payment is unclear, which')
})

test('a movement reported too often is looked for when it is somebody’s money, unless a refund explains it', () => {
  const duplicate = (of: DiscrepancyContext['of'], hint: DiscrepancyContext['hint'] = null) =>
    explain({ kind: 'doubled', of, hint })
  for (const movement of ['payment', 'refund', 'transfer', 'dispute'] as const)
    expect(duplicate(movement)).toContain('Look for the second one at the provider')
  for (const movement of ['fee', 'settlement', 'other'] as const)
    expect(duplicate(movement)).toBe('It stands in the report more often than it can have happened.')
  expect(duplicate('refund', hintOf('failed'))).toContain('the refund rfd_1 has failed')
  expect(duplicate('dispute', hintOf('inquiry', 'inquiry'))).toBe(duplicate('dispute'))
})

test('money that only our books know is explained by whose it is', () => {
  const missing = (of: DiscrepancyContext['of']) => explain({ kind: 'missing', of, hint: hintOf('failed') })
  expect(missing('refund')).toContain('The buyer may not have got it.')
  expect(missing('dispute')).toContain('By our books a bank has taken this')
  expect(missing('transfer')).toContain('this was passed on to a supplier')
  expect(missing('payment')).toContain('Our books have this money')
})

test('another fee, another amount and a changed movement each have an explanation of their own', () => {
  expect(explain({ kind: 'wrong_fee', of: 'payment' })).toContain('PROVIDER_TARIFFS')
  expect(explain({ kind: 'wrong_fee', of: 'dispute' })).toContain('another fee for this dispute')
  expect(explain({ kind: 'wrong_amount', of: 'payment' })).toContain('The amounts do not agree.')
  expect(explain({ kind: 'changed', of: 'payment' })).toContain('reports a movement otherwise than before')
})

test('fees, settlements and what has no kind are nobody else’s money', () => {
  const kinds = ['payment', 'refund', 'transfer', 'dispute', 'fee', 'settlement', 'other', null] as const
  expect(kinds.map(isThirdPartyMoney)).toEqual([true, true, true, true, false, false, false, false])
})
