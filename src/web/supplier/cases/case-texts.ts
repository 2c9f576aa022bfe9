import type { CaseData, CaseReason } from '#features/sales/cases/contract.ts'
import type { StatusTone } from '#web/console/parts/status.tsx'
import { formatDateTime, formatMoney } from '#web/console/data/format.ts'

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

/** Returns the title of a case for its supplier. */
export function caseTitle({ kind, reason }: Pick<CaseData, 'kind' | 'reason'>): string {
  const reasonText = Object.entries(REASONS).find(([name]) => name === reason)?.[1]
  return reasonText === undefined ? KINDS[kind] : `${KINDS[kind]}: ${reasonText}`
}

const STATES: Readonly<Record<CaseData['state'], Readonly<{ label: string; tone: StatusTone }>>> = {
  supplier_turn: { label: 'Your turn', tone: 'wait' },
  buyer_turn: { label: 'Waiting for the buyer', tone: 'plain' },
  operator_turn: { label: 'With the marketplace', tone: 'plain' },
  awaiting_return: { label: 'Waiting for the return', tone: 'plain' },
  returning: { label: 'Return under way', tone: 'do' },
  closed: { label: 'Closed', tone: 'plain' },
}

/** Returns the label and tone of a case's status for its supplier. */
export function caseState(state: CaseData['state']): Readonly<{ label: string; tone: StatusTone }> {
  return STATES[state]
}

/** Describes proposed terms as part of a sentence. */
export function describeTerms({ amount, withReturn }: CaseData['buyerProposal']): string {
  if (amount === 0) return 'no refund'
  const money = `a refund of ${formatMoney(amount / 100)}`
  return withReturn ? `${money} once the items are back` : `${money}, without a return`
}

/**
 * Returns the state of a case in a sentence or two. It says who has to act, until when, and what happens if they
 * don't.
 */
export function describeCase(found: CaseData): string {
  const { state, buyerProposal, supplierProposal, agreed, answerBy, endsAt, given } = found
  const until = answerBy === null ? '' : ` by ${formatDateTime(answerBy)}`
  switch (state) {
    case 'supplier_turn':
      return `Answer${until}. Without an answer, the buyer gets what they asked for: ${describeTerms(buyerProposal)}.`
    case 'buyer_turn':
      return `The buyer has to answer${until}. Without an answer, your proposal applies${
        supplierProposal ? `: ${describeTerms(supplierProposal)}` : ''
      }.`
    case 'operator_turn':
      return `The marketplace reviews the case and decides${endsAt === null ? '' : ` by ${formatDateTime(endsAt)}`}.`
    case 'awaiting_return':
      return found.return && !found.return.address
        ? `Enter your returns address${until}, so that the buyer can send the items back. Without it, the buyer gets ${formatMoney((agreed?.amount ?? 0) / 100)} and keeps them.`
        : `The buyer has to send the items back${until}. Otherwise there is no refund.`
    case 'returning':
      return `The items are on their way back. Confirm when they have arrived; the buyer then gets ${formatMoney((agreed?.amount ?? 0) / 100)}${answerBy === null ? '' : `, or at the latest on ${formatDateTime(answerBy)}`}.`
    case 'closed':
      return given === null || given === 0
        ? 'The case is closed without a refund. Your earnings are no longer on hold.'
        : `The case is closed with a refund of ${formatMoney(given / 100)}, which came out of your earnings.`
  }
}

type CaseEntry = CaseData['entries'][number]

const ENTRY_TEXTS: Readonly<Record<CaseEntry['event'], string>> = {
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

/** Returns the heading of an entry: its author and action. */
export function entryTitle({ event, side, terms }: CaseEntry): string {
  const text = ENTRY_TEXTS[event]
  if (side === 'timer') return text
  if (side === 'carrier') return 'The carrier has the return parcel'
  const actor = { buyer: 'The buyer', supplier: 'You', operator: 'The marketplace' }[side]
  return `${actor} ${text}${terms ? ` ${describeTerms(terms)}` : ''}`
}
