import { expect, test } from 'vitest'
import type { CaseData } from '#features/sales/cases/contract.ts'
import { renderHtml, toText } from '#tests/data/rendered.tsx'
import { CaseStatus } from './case-status.tsx'

const REQUESTED_TERMS = { amount: 10_000, withReturn: false }
const CASE: CaseData = {
  id: 'cas_1',
  order: 'sor_1',
  number: 'CB-1',
  supplier: 'Harbour Setting',
  kind: 'damaged',
  reason: 'broken',
  state: 'operator_turn',
  version: 3,
  outcome: null,
  currency: 'USD',
  most: 10_000,
  lines: [],
  buyerProposal: REQUESTED_TERMS,
  supplierProposal: null,
  silence: REQUESTED_TERMS,
  agreed: null,
  given: null,
  returnTracking: null,
  return: null,
  answerBy: null,
  endsAt: null,
  openedAt: '2026-03-02T10:00:00Z',
  closedAt: null,
  entries: [],
  earlier: 0,
  actions: [],
}
const AGREED = { amount: 6_000, by: 'agreement' } as const
const CLOSED_CASE = { state: 'closed', outcome: 'refunded', silence: null, agreed: AGREED } as const

const renderStatus = (overrides: Partial<CaseData>): string =>
  toText(renderHtml(<CaseStatus found={{ ...CASE, ...overrides }} />))
/** Returns the fields of a case with this last action. */
const last = (event: 'lapse' | 'close'): Pick<CaseData, 'entries'> => ({
  entries: [
    {
      place: 9,
      event,
      side: 'timer',
      text: '',
      isErased: false,
      terms: null,
      pictures: [],
      at: '2026-03-02T10:00:00Z',
    },
  ],
})

test('without a decision, announces the request, the agreement about shipped goods or the earlier outcome', () => {
  expect(renderStatus({})).toContain('you get what you asked for: a refund of $100.00')
  const returnedCase = {
    returnTracking: 'SG 4711',
    agreed: AGREED,
    silence: { amount: 6_000, withReturn: false },
  }
  expect(renderStatus(returnedCase)).toContain('the agreement applies: a refund of $60.00.')
  const further = { silence: { amount: 0, withReturn: false } }
  expect(renderStatus(further)).toContain('the earlier outcome applies, without another refund.')
})

test('a closed case shows the refunded amount, not the agreed one', () => {
  const closingText = 'The case is closed. You and Harbour Setting agreed.'
  expect(renderStatus({ ...CLOSED_CASE, given: 6_000 })).toBe(
    `${closingText} We’re refunding $60.00 to your original payment method.`,
  )
  expect(renderStatus({ ...CLOSED_CASE, given: 4_000 })).toBe(
    `${closingText} We’re refunding $40.00 to your original payment method. The rest of the $60.00 had already been refunded.`,
  )
  expect(renderStatus({ ...CLOSED_CASE, outcome: 'not_refunded', given: 0 })).toBe(
    `${closingText} The $60.00 had already been refunded.`,
  )
})

test('a case that ended by default without a refund shows the reason', () => {
  const nothing = { ...CLOSED_CASE, outcome: 'not_refunded', given: 0 } as const
  expect(renderStatus({ ...nothing, ...last('lapse') })).toContain(
    'The items weren’t sent back in time, so there is no',
  )
  expect(renderStatus({ ...nothing, agreed: null, ...last('close') })).toBe(
    'The case is closed. Nobody decided in time, so the earlier outcome applies.',
  )
})
