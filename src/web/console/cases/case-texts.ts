import type { CaseData, CaseEntryData, CaseReason } from '#features/sales/cases/contract.ts'
import type { StatusTone } from '#web/console/parts/status.tsx'
import { formatMoney } from '#web/console/data/format.ts'

/** The sides that read cases in a console. */
export type CaseReader = 'supplier' | 'operator'

const KINDS: Readonly<Record<CaseData['kind'], string>> = {
  return: 'Return',
  damaged: 'Damaged',
  not_delivered: 'Not delivered',
  wrong: 'Wrong item',
}

const REASONS: Readonly<Record<CaseReason, string>> = {
  changed_mind: 'changed their mind',
  does_not_fit: 'doesn’t fit',
  not_as_expected: 'not as expected',
  arrived_late: 'arrived too late',
  withdrawal: 'withdrawal from the contract',
  broken: 'broken',
  scratched: 'scratched',
  stone_missing: 'a stone is missing or loose',
  package_damaged: 'the package was damaged',
  nothing_arrived: 'nothing has arrived',
  part_missing: 'something is missing from the parcel',
  tracking_stuck: 'tracking hasn’t moved for days',
  returned_to_sender: 'returned to the sender',
  wrong_piece: 'a different item arrived',
  wrong_size_or_colour: 'wrong size or colour',
  not_as_described: 'doesn’t match its description',
  not_genuine: 'may not be genuine',
}

/** Returns the title of a case. */
export function caseTitle({ kind, reason }: Pick<CaseData, 'kind' | 'reason'>): string {
  const reasonText = Object.entries(REASONS).find(([name]) => name === reason)?.[1]
  return reasonText === undefined ? KINDS[kind] : `${KINDS[kind]}: ${reasonText}`
}

type StateLabel = Readonly<{ label: string; tone: StatusTone }>

const STATES = {
  awaiting_return: { label: 'Waiting for the return', tone: 'plain' },
  returning: { label: 'Return under way', tone: 'do' },
  closed: { label: 'Closed', tone: 'plain' },
} as const

const STATES_BY_READER: Readonly<Record<CaseReader, Readonly<Record<CaseData['state'], StateLabel>>>> = {
  supplier: {
    ...STATES,
    supplier_turn: { label: 'Your turn', tone: 'wait' },
    buyer_turn: { label: 'Waiting for the buyer', tone: 'plain' },
    operator_turn: { label: 'With the marketplace', tone: 'plain' },
  },
  operator: {
    ...STATES,
    supplier_turn: { label: 'Supplier’s turn', tone: 'plain' },
    buyer_turn: { label: 'Buyer’s turn', tone: 'plain' },
    operator_turn: { label: 'To decide', tone: 'wait' },
  },
}

/** Returns the label and tone of a case's state, as its reader sees it. */
export function caseState(state: CaseData['state'], reader: CaseReader): StateLabel {
  return STATES_BY_READER[reader][state]
}

/** Returns proposed or decided terms as part of a sentence. */
export function describeTerms({ amount, withReturn }: CaseData['buyerProposal']): string {
  if (amount === 0) return 'no refund'
  const money = `a refund of ${formatMoney(amount / 100)}`
  return withReturn ? `${money} once the items are back` : `${money}, without a return`
}

const ENTRY_TEXTS: Readonly<Record<CaseEntryData['event'], string>> = {
  open: 'opened the case and asked for',
  message: 'wrote',
  propose: 'proposed',
  accept: 'accepted the proposal',
  escalate: 'asked the marketplace to decide',
  withdraw: 'withdrew the case',
  send_back: 'sent the items back',
  receive_back: 'confirmed that the items are back',
  rule: 'decided',
  lapse: 'The items weren’t sent back in time',
  stand: 'Nobody answered in time, so the proposal applies',
  close: 'Nobody decided in time, so the earlier outcome applies',
}

/** Returns the heading of an entry: its author, as the reader knows them, and the action. */
export function entryTitle({ event, side, terms }: CaseEntryData, reader: CaseReader): string {
  const text = ENTRY_TEXTS[event]
  if (side === 'timer') return text
  if (side === 'carrier') return 'The carrier has the return parcel'
  const actor = {
    buyer: 'The buyer',
    supplier: reader === 'supplier' ? 'You' : 'The supplier',
    operator: 'The marketplace',
  }[side]
  return `${actor} ${text}${terms ? ` ${describeTerms(terms)}` : ''}`
}
