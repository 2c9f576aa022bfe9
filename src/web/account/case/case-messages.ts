import type { CaseData, CaseReason } from '#features/sales/cases/contract.ts'
import { formatCents } from '#core/money.ts'

type CaseKind = CaseData['kind']

/** What a shopper can complain about, in the order in which it is asked, with the reasons of each. */
export const COMPLAINTS: readonly Readonly<{
  kind: CaseKind
  label: string
  short: string
  reasons: readonly CaseReason[]
}>[] = [
  {
    kind: 'damaged',
    label: 'It came damaged',
    short: 'Damaged',
    reasons: ['broken', 'scratched', 'stone_missing', 'package_damaged'],
  },
  {
    kind: 'wrong',
    label: 'It is not what I ordered',
    short: 'Wrong item',
    reasons: ['wrong_piece', 'wrong_size_or_colour', 'not_as_described', 'not_genuine'],
  },
  {
    kind: 'not_delivered',
    label: 'It did not arrive',
    short: 'Not delivered',
    reasons: ['nothing_arrived', 'part_missing', 'tracking_stuck', 'returned_to_sender'],
  },
  {
    kind: 'return',
    label: 'I want to send it back',
    short: 'Return',
    reasons: ['changed_mind', 'does_not_fit', 'not_as_expected', 'arrived_late'],
  },
]

/** Returns the reasons of a complaint; without returns, a change of mind is none. */
export function reasonsFor(kind: CaseKind | undefined, allowsReturns: boolean): readonly CaseReason[] {
  const reasons = COMPLAINTS.find((complaint) => complaint.kind === kind)?.reasons ?? []
  return kind === 'return' && !allowsReturns ? reasons.filter((reason) => reason === 'arrived_late') : reasons
}

export const CASE_REASON_LABELS: Readonly<Record<CaseReason, string>> = {
  changed_mind: 'I have changed my mind',
  does_not_fit: 'It does not fit',
  not_as_expected: 'It is not as I expected',
  arrived_late: 'It came too late',
  broken: 'It is broken',
  scratched: 'It is scratched',
  stone_missing: 'A stone is missing or loose',
  package_damaged: 'The parcel was damaged',
  nothing_arrived: 'Nothing has arrived',
  part_missing: 'Something is missing in the parcel',
  tracking_stuck: 'The parcel has not moved for days',
  returned_to_sender: 'It went back to the sender',
  wrong_piece: 'A different item arrived',
  wrong_size_or_colour: 'The size or the colour is wrong',
  not_as_described: 'It is not as it was described',
  not_genuine: 'I think it is not genuine',
}

/** What a case is about, as its heading says it. */
export function caseTitle({ kind, reason }: Pick<CaseData, 'kind' | 'reason'>): string {
  const shortLabel = COMPLAINTS.find((complaint) => complaint.kind === kind)?.short ?? ''
  const reasonLabel = Object.entries(CASE_REASON_LABELS).find(([name]) => name === reason)?.[1]
  return reasonLabel === undefined
    ? shortLabel
    : `${shortLabel}: ${reasonLabel.charAt(0).toLowerCase()}${reasonLabel.slice(1)}`.replace(/: i /, ': I ')
}

type CaseTerms = CaseData['buyerProposal']

/** What is proposed, as the shopper reads it. */
export function describeTerms({ amount, withReturn }: CaseTerms): string {
  if (amount === 0) return 'nothing goes back to you'
  const money = `${formatCents(amount)} goes back to you`
  return withReturn
    ? `${money} once you have sent the items back`
    : `${money}, and nothing has to be sent back`
}

type CaseEntry = CaseData['entries'][number]

/** Returns the heading of an entry: who did what. */
export function entryTitle({ event, side, terms }: CaseEntry, supplier: string): string {
  const actor = { buyer: 'You', supplier, operator: 'The marketplace', timer: 'Time' }[side]
  const offer = terms ? `: ${describeTerms(terms)}` : ''
  switch (event) {
    case 'open':
      return `You opened the case and asked${offer}`
    case 'message':
      return `${actor} wrote`
    case 'propose':
      return `${actor} proposed${offer}`
    case 'accept':
      return `${actor} accepted what was proposed`
    case 'escalate':
      return `${actor} asked the marketplace to decide`
    case 'withdraw':
      return 'You withdrew the case'
    case 'send_back':
      return 'You sent the items back'
    case 'receive_back':
      return 'The items have arrived back'
    case 'rule':
      return `The marketplace decided${offer}`
    case 'lapse':
      return 'The items were not sent back in time'
    case 'stand':
      return 'Nobody answered in time, so what was proposed stands'
    case 'close':
      return 'Nobody decided in time, so what was settled before stays'
  }
}
