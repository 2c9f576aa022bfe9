import { expect, test } from 'vitest'
import type { CaseData } from '#features/sales/cases/contract.ts'
import { drawn, textOf } from '#tests/data/rendered.tsx'
import { CaseStanding } from './case-status.tsx'

const ASKED = { amount: 10_000, withReturn: false }
const FOUND: CaseData = {
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
  buyerProposal: ASKED,
  supplierProposal: null,
  silence: ASKED,
  agreed: null,
  given: null,
  returnTracking: null,
  answerBy: null,
  endsAt: null,
  openedAt: '2026-03-02T10:00:00Z',
  closedAt: null,
  entries: [],
  earlier: 0,
  actions: [],
}
const AGREED = { amount: 6_000, by: 'agreement' } as const
const OVER = { state: 'closed', outcome: 'refunded', silence: null, agreed: AGREED } as const

const standing = (news: Partial<CaseData>): string =>
  textOf(drawn(<CaseStanding found={{ ...FOUND, ...news }} />))
/** What was done last. */
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

test('without a decision stands what was asked for, what was agreed for goods that were sent, or what was settled before', () => {
  expect(standing({})).toContain('what you asked for stands: $100.00 goes back to you')
  const sent = { returnTracking: 'SG 4711', agreed: AGREED, silence: { amount: 6_000, withReturn: false } }
  expect(standing(sent)).toContain('what was agreed stands: $60.00 goes back to you.')
  const further = { silence: { amount: 0, withReturn: false } }
  expect(standing(further)).toContain('what was settled before stays, and nothing more goes back.')
})

test('of a case that is over it is told what was given, not what was agreed', () => {
  const begun = 'The case is over. You and Harbour Setting have agreed.'
  expect(standing({ ...OVER, given: 6_000 })).toBe(`${begun} $60.00 goes back to you the way you paid.`)
  expect(standing({ ...OVER, given: 4_000 })).toBe(
    `${begun} $40.00 goes back to you the way you paid. The rest of the $60.00 had gone back before.`,
  )
  expect(standing({ ...OVER, outcome: 'not_refunded', given: 0 })).toBe(
    `${begun} The $60.00 had gone back to you before.`,
  )
})

test('of a case that ended by itself with nothing it is told why', () => {
  const nothing = { ...OVER, outcome: 'not_refunded', given: 0 } as const
  expect(standing({ ...nothing, ...last('lapse') })).toContain(
    'The pieces were not sent back in time. Nothing',
  )
  expect(standing({ ...nothing, agreed: null, ...last('close') })).toBe(
    'The case is over. Nobody decided in time, so what was settled before stays.',
  )
})
