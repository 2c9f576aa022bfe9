import type { DiscrepancyHint } from './rules.ts'
import type { DiscrepancyKind, MovementKind } from './shapes.ts'

/** A discrepancy, and what it is about. */
export type DiscrepancyContext = Readonly<{
  kind: DiscrepancyKind
  of: MovementKind
  /** The money has come back from where it had gone: a refund, a transfer, a dispute. */
  isBack: boolean
  hint: DiscrepancyHint | null
}>

/** Explains a discrepancy, and what operators can do about it. */
export function explainDiscrepancy({ kind, of, isBack, hint }: DiscrepancyContext): string {
  if (kind === 'doubled' && hint && hint.about !== 'inquiry') return explainHint(hint)
  if (kind === 'unknown')
    return hint
      ? explainHint(hint)
      : isBack
        ? (RETURNED_MESSAGES[of] ?? UNKNOWN_MESSAGES[of])
        : UNKNOWN_MESSAGES[of]
  if (kind === 'missing') return MISSING_MESSAGES[of] ?? MISSING_MESSAGE
  if (kind === 'wrong_fee') return of === 'dispute' ? WRONG_DISPUTE_FEE_MESSAGE : WRONG_FEE_MESSAGE
  if (kind === 'doubled') return isThirdPartyMoney(of) ? DUPLICATE_MONEY_MESSAGE : DUPLICATE_MESSAGE
  return kind === 'changed' ? CHANGED_MESSAGE : WRONG_AMOUNT_MESSAGE
}

/** Returns whether a movement is somebody's money, which must never be booked as rounding. */
export function isThirdPartyMoney(movementKind: MovementKind | null): boolean {
  return (
    movementKind === 'payment' ||
    movementKind === 'refund' ||
    movementKind === 'transfer' ||
    movementKind === 'dispute'
  )
}

function explainHint({ about, id, reference }: DiscrepancyHint): string {
  if (about === 'waits')
    return `The provider has already paid back refund ${id}, which waits to be paid by hand. Record it by POST /refunds/${id}/paid with how "provider_panel", before it is paid again.`
  if (about === 'paid_by_bank')
    return `The provider has given this back, and a person had paid as much by bank for the refund ${id} (${reference ?? 'without a reference'}): the payer has it twice. Get it back, or let the books bear it by POST /refunds/made-at-provider.`
  if (about === 'failed')
    return `By our books the refund ${id} has failed at the provider, and no report has it come back. A later one may; otherwise the payer has this money, and has it twice once it is paid again.`
  const status = reference === 'inquiry' ? 'an inquiry, in which no money moves' : `${reference ?? 'unclear'}`
  return `By our books the dispute ${id} of this payment is ${status}, which does not fit this movement of its money. Look at the dispute at the provider; its word is taken in by POST /chargebacks.`
}

const UNKNOWN_MESSAGES: Readonly<Record<MovementKind, string>> = {
  payment:
    'The provider has money of which no notice has told. Have it send the notice again: the next report finds the money then. If it was not paid for an order here, give it back at the provider.',
  refund:
    'The provider has given money back of which our books know nothing. POST /refunds/made-at-provider takes it in; the next report finds it then.',
  transfer:
    'The provider has passed money on that is no payout of ours. Look for the payout that it was: one that is unclear is said to have arrived by POST /payouts/{id}/mark.',
  dispute:
    'A bank has moved money of a dispute of which our books know nothing. POST /chargebacks takes it in; the next report finds it then.',
  fee: 'The provider has kept something that our books do not know.',
  settlement: 'The provider has paid out something that our books do not know.',
  other:
    'A movement of a kind that our books do not have. Look what it was: with `adjust` it is booked as rounding and exchange. What is only held back for a while needs no booking.',
}

const RETURNED_MESSAGES: Readonly<Partial<Record<MovementKind, string>>> = {
  refund:
    'A refund came back to the provider, and by our books it did not fail. Have the provider send its notice again: the buyer still has to get the money.',
  transfer:
    'A payout came back to the provider, and by our books it did not. Say so by POST /payouts/{id}/mark with the event "return": the money is the supplier’s again then.',
  dispute:
    'A bank has given money back, and by our books no dispute of this payment was won. POST /chargebacks takes the provider’s word in; the next report finds it then.',
}

const MISSING_MESSAGE =
  'Our books have this money, and the provider’s report of its days does not. It may be in the report of the day before or after; ends by itself once it is reported.'
const MISSING_MESSAGES: Readonly<Partial<Record<MovementKind, string>>> = {
  refund:
    'By our books this was given back, and the provider’s report of its days does not have it. The buyer may not have got it. It may be in the report of the day after; ends by itself once it is reported.',
  dispute:
    'By our books a bank has taken this, and the provider’s report of its days does not have it. It may be in the report of the day after; ends by itself once it is reported.',
  transfer:
    'By our books this was passed on to a supplier, and the provider’s report of its days does not have it. It may be in the report of the day after; ends by itself once it is reported.',
}
const WRONG_FEE_MESSAGE =
  'The provider has kept another fee than was agreed (PROVIDER_TARIFFS). It is booked as it was taken: what was too much comes back as a movement of its own.'
const WRONG_DISPUTE_FEE_MESSAGE =
  'The provider has kept another fee for this dispute than it has told of. Less is taken over with `adjust`; more is taken in with the notice of the dispute, or by POST /chargebacks.'
const DUPLICATE_MESSAGE = 'It stands in the report more often than it can have happened.'
const DUPLICATE_MONEY_MESSAGE =
  'The provider has moved this money more often than our books know of. Look for the second one at the provider: once our books know it, the next report finds it.'
const CHANGED_MESSAGE =
  'The provider reports a movement otherwise than before. With `adjust` our books take over what is different.'
const WRONG_AMOUNT_MESSAGE =
  'The amounts do not agree. With `adjust` our books take over the difference, as rounding and exchange.'
