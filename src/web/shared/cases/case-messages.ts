import type { CaseData, CaseReason } from '#features/sales/cases/contract.ts'
import { formatCents } from '#core/money.ts'

type CaseKind = CaseData['kind']

/** The complaints of shoppers in the order of the form, with the reasons of each. */
export const COMPLAINTS: readonly Readonly<{
  kind: CaseKind
  label: string
  short: string
  reasons: readonly CaseReason[]
}>[] = [
  {
    kind: 'damaged',
    label: 'It arrived damaged',
    short: 'Damaged',
    reasons: ['broken', 'scratched', 'stone_missing', 'package_damaged'],
  },
  {
    kind: 'wrong',
    label: 'It isn’t what I ordered',
    short: 'Wrong item',
    reasons: ['wrong_piece', 'wrong_size_or_colour', 'not_as_described', 'not_genuine'],
  },
  {
    kind: 'not_delivered',
    label: 'It didn’t arrive',
    short: 'Not delivered',
    reasons: ['nothing_arrived', 'part_missing', 'tracking_stuck', 'returned_to_sender'],
  },
  {
    kind: 'return',
    label: 'I want to return it',
    short: 'Return',
    reasons: ['changed_mind', 'does_not_fit', 'not_as_expected', 'arrived_late'],
  },
]

/** Returns the reasons of a complaint; without returns, a change of mind is excluded. */
export function reasonsFor(kind: CaseKind | undefined, allowsReturns: boolean): readonly CaseReason[] {
  const reasons = COMPLAINTS.find((complaint) => complaint.kind === kind)?.reasons ?? []
  return kind === 'return' && !allowsReturns ? reasons.filter((reason) => reason === 'arrived_late') : reasons
}

export const CASE_REASON_LABELS: Readonly<Record<CaseReason, string>> = {
  changed_mind: 'I changed my mind',
  does_not_fit: 'It doesn’t fit',
  not_as_expected: 'It isn’t what I expected',
  arrived_late: 'It arrived too late',
  withdrawal: 'I withdraw from the contract',
  broken: 'It is broken',
  scratched: 'It is scratched',
  stone_missing: 'A stone is missing or loose',
  package_damaged: 'The package was damaged',
  nothing_arrived: 'Nothing has arrived',
  part_missing: 'Something is missing from the parcel',
  tracking_stuck: 'Tracking hasn’t moved for days',
  returned_to_sender: 'It was returned to the sender',
  wrong_piece: 'A different item arrived',
  wrong_size_or_colour: 'The size or colour is wrong',
  not_as_described: 'It doesn’t match its description',
  not_genuine: 'I think it isn’t genuine',
}

/** Returns the heading of a case. */
export function caseTitle({ kind, reason }: Pick<CaseData, 'kind' | 'reason'>): string {
  const shortLabel = COMPLAINTS.find((complaint) => complaint.kind === kind)?.short ?? ''
  const reasonLabel = Object.entries(CASE_REASON_LABELS).find(([name]) => name === reason)?.[1]
  return reasonLabel === undefined
    ? shortLabel
    : `${shortLabel}: ${reasonLabel.charAt(0).toLowerCase()}${reasonLabel.slice(1)}`.replace(/: i /, ': I ')
}

type CaseTerms = CaseData['buyerProposal']

/** Describes proposed terms for the shopper. */
export function describeTerms({ amount, withReturn }: CaseTerms): string {
  if (amount === 0) return 'no refund'
  const money = `a refund of ${formatCents(amount)}`
  return withReturn ? `${money} once you have returned the items` : `${money}, without a return`
}

type CaseEntry = CaseData['entries'][number]

/** Returns the heading of an entry: its author and the action. */
export function entryTitle({ event, side, terms }: CaseEntry, supplier: string): string {
  const actor = {
    buyer: 'You',
    supplier,
    operator: 'The marketplace',
    carrier: 'The carrier',
    timer: 'Time',
  }[side]
  const offer = terms ? `: ${describeTerms(terms)}` : ''
  switch (event) {
    case 'open':
      return `You opened the case and asked for${offer}`
    case 'message':
      return `${actor} wrote`
    case 'propose':
      return `${actor} proposed${offer}`
    case 'accept':
      return `${actor} accepted the proposal`
    case 'escalate':
      return `${actor} asked the marketplace to decide`
    case 'withdraw':
      return 'You withdrew the case'
    case 'send_back':
      return side === 'carrier' ? 'The carrier has your return' : 'You sent the items back'
    case 'receive_back':
      return 'The returned items have arrived'
    case 'rule':
      return `The marketplace decided${offer}`
    case 'lapse':
      return 'The items weren’t sent back in time'
    case 'stand':
      return 'Nobody answered in time, so the proposal applies'
    case 'close':
      return 'Nobody decided in time, so the earlier outcome applies'
  }
}
