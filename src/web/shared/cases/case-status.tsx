import type { ReactNode } from 'react'
import type { CaseData } from '#features/sales/cases/contract.ts'
import { formatCents } from '#core/money.ts'
import { LocalDate } from '#web/shared/forms/local-date.tsx'
import { describeTerms } from './case-messages.ts'

/** Renders the status of a case: the side that must act, its deadline, and the default outcome. */
export function CaseStatus({ found }: { found: CaseData }): ReactNode {
  const { state, supplier, buyerProposal, supplierProposal, agreed, returnTracking } = found
  const amount = formatCents(agreed?.amount ?? 0)
  switch (state) {
    case 'supplier_turn':
      return (
        <>
          {supplier} is asked to answer
          <Deadline at={found.answerBy} />. Without an answer, you get what you asked for:{' '}
          {describeTerms(buyerProposal)}.
        </>
      )
    case 'buyer_turn':
      return (
        <>
          It’s your turn to answer
          <Deadline at={found.answerBy} />. Without an answer, {supplier}’s proposal applies
          {supplierProposal && `: ${describeTerms(supplierProposal)}`}.
        </>
      )
    case 'operator_turn':
      return (
        <>
          We’re reviewing your case and will decide. If there is no decision
          <Deadline at={found.endsAt} />, {describeDefaultOutcome(found)}.
        </>
      )
    case 'awaiting_return':
      if (found.return && !found.return.address)
        return (
          <>
            You get {amount} once you have returned the items. {supplier} still has to provide an address
            <Deadline at={found.answerBy} />; otherwise you get your refund and keep them.
          </>
        )
      return (
        <>
          You get {amount} once you have returned the items. Send them
          <Deadline at={found.answerBy} /> and enter the tracking number here. Otherwise there is no refund.
        </>
      )
    case 'returning':
      return (
        <>
          The items are on their way back{returnTracking && ` (${returnTracking})`}. You get {amount}
          when they have arrived, or at the latest on {found.answerBy && <LocalDate iso={found.answerBy} />}.
        </>
      )
    case 'closed':
      return describeOutcome(found)
  }
}

function Deadline({ at }: { at: string | null }) {
  if (at === null) return null
  return (
    <>
      {' '}
      by <LocalDate iso={at} />
    </>
  )
}

/**
 * Describes the default outcome. It is what was agreed before the items were sent, what was resolved earlier, or what
 * was requested.
 */
function describeDefaultOutcome({ silence, returnTracking }: CaseData): string {
  if (!silence || silence.amount === 0) return 'the earlier outcome applies, without another refund'
  if (returnTracking !== null) return `the agreement applies: a refund of ${formatCents(silence.amount)}`
  return `you get what you asked for: ${describeTerms(silence)}`
}

function describeOutcome({ outcome, agreed, given, supplier, entries }: CaseData): string {
  if (outcome === 'withdrawn') return 'The case is closed. You withdrew it, so there is no refund.'
  const last = entries.at(-1)?.event
  if (last === 'lapse')
    return 'The case is closed. The items weren’t sent back in time, so there is no refund.'
  if (last === 'close') return 'The case is closed. Nobody decided in time, so the earlier outcome applies.'
  const how = {
    agreement: `You and ${supplier} agreed.`,
    silence: 'Nobody answered in time, so the proposal applies.',
    ruling: 'The marketplace decided.',
    withdrawal: 'You withdrew from the contract.',
  }
  return ['The case is closed.', agreed && how[agreed.by], describeRefund(agreed?.amount ?? 0, given ?? 0)]
    .filter(Boolean)
    .join(' ')
}

/** Describes the refund of an agreed amount, in cents; a bank may have returned part of it before. */
function describeRefund(agreed: number, refunded: number): string {
  if (agreed === 0) return 'There is no refund.'
  if (refunded === 0) return `The ${formatCents(agreed)} had already been refunded.`
  const rest = refunded < agreed ? ` The rest of the ${formatCents(agreed)} had already been refunded.` : ''
  return `We’re refunding ${formatCents(refunded)} to your original payment method.${rest}`
}
