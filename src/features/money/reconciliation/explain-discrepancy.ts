import type { DiscrepancyHint } from './rules.ts'
import type { DiscrepancyKind, MovementKind } from './shapes.ts'

/** A discrepancy, and its movement. */
export type DiscrepancyContext = Readonly<{
  kind: DiscrepancyKind
  of: MovementKind
  /** Whether the money was returned: a refund, a transfer, a dispute. */
  isBack: boolean
  hint: DiscrepancyHint | null
}>

/** Returns an explanation of a discrepancy, and what operators can do about it. */
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

/** Returns whether a movement is other people's money, which must never be booked as rounding. */
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
    return `The provider has already paid refund ${id}, which is waiting to be paid by hand. On Refunds, record it as paid in the provider’s dashboard so that it isn’t paid twice.`
  if (about === 'paid_by_bank')
    return `The provider refunded this, and refund ${id} was already paid by bank transfer (${reference ?? 'without a reference'}). The payer received it twice. Recover it, or book it as a loss with “Record refund” on Refunds.`
  if (about === 'failed')
    return `In the ledger, refund ${id} failed at the provider, but no report shows the money coming back. A later report may. If none does, the payer already has the money; don’t pay it again.`
  const status = reference === 'inquiry' ? 'an inquiry, which moves no money' : `${reference ?? 'unclear'}`
  return `In the ledger, dispute ${id} of this payment is ${status}. That doesn’t match this movement. Check the dispute at the provider and record its status on Disputes.`
}

const UNKNOWN_MESSAGES: Readonly<Record<MovementKind, string>> = {
  payment:
    'The provider received a payment that no webhook reported. Ask the provider to resend the webhook; the next report then matches it. If it wasn’t for an order here, refund it at the provider.',
  refund:
    'The provider made a refund that isn’t in the ledger. Record it on Refunds; the next report then matches it.',
  transfer:
    'The provider made a transfer that matches no payout. Find the payout it belongs to. If that payout is unclear, mark it as paid.',
  dispute:
    'A bank moved money for a dispute that isn’t in the ledger. Record it on Disputes; the next report then matches it.',
  fee: 'The provider charged a fee that isn’t in the ledger.',
  settlement: 'The provider paid out an amount that isn’t in the ledger.',
  other:
    'The ledger has no entry of this kind. Find out what it was. If you adjust the ledger, it’s booked as rounding and exchange. A temporary hold needs no booking.',
}

const RETURNED_MESSAGES: Readonly<Partial<Record<MovementKind, string>>> = {
  refund:
    'A refund came back to the provider, but it hasn’t failed in the ledger. Ask the provider to resend the webhook. The buyer is still owed the money.',
  transfer:
    'A payout came back to the provider, but not in the ledger. Mark the payout as returned; the supplier’s balance is then restored.',
  dispute:
    'A bank returned money, but in the ledger no dispute of this payment was won. Record the provider’s status on Disputes; the next report then matches it.',
}

const MISSING_MESSAGE =
  'The ledger has this money, but the provider’s report for these days doesn’t. It may be in the report for the day before or after. This resolves automatically once it’s reported.'
const MISSING_MESSAGES: Readonly<Partial<Record<MovementKind, string>>> = {
  refund:
    'The ledger has this refund, but the provider’s report for these days doesn’t. The buyer may not have received it. It may be in the next day’s report. This resolves automatically once it’s reported.',
  dispute:
    'The ledger has this chargeback, but the provider’s report for these days doesn’t. It may be in the next day’s report. This resolves automatically once it’s reported.',
  transfer:
    'The ledger has this payout, but the provider’s report for these days doesn’t. It may be in the next day’s report. This resolves automatically once it’s reported.',
}
const WRONG_FEE_MESSAGE =
  'The provider charged a different fee than agreed. It’s booked as charged. If the provider returns the excess, that is a separate movement.'
const WRONG_DISPUTE_FEE_MESSAGE =
  'The provider charged a different fee for this dispute than it reported. Adjust the ledger for a lower fee. A higher fee is booked by the dispute’s webhook, or when you record the dispute’s status on Disputes.'
const DUPLICATE_MESSAGE = 'The report lists this more often than it can have happened.'
const DUPLICATE_MONEY_MESSAGE =
  'The provider moved this money more often than the ledger shows. Find the duplicate at the provider. Once it’s in the ledger, the next report matches it.'
const CHANGED_MESSAGE =
  'The provider reports this movement differently than before. Adjust the ledger to book the difference.'
const WRONG_AMOUNT_MESSAGE =
  'The amounts don’t match. Adjust the ledger to book the difference as rounding and exchange.'
