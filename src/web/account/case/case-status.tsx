import type { ReactNode } from 'react'
import type { CaseData } from '#features/sales/cases/contract.ts'
import { formatCents } from '#core/money.ts'
import { LocalDate } from '#web/shared/forms/local-date.tsx'
import { describeTerms } from './case-messages.ts'

/** How a case stands in a plain sentence: whose turn it is, until when, and what happens without an answer. */
export function CaseStatus({ found }: { found: CaseData }): ReactNode {
  const { state, supplier, buyerProposal, supplierProposal, agreed, returnTracking } = found
  const amount = formatCents(agreed?.amount ?? 0)
  switch (state) {
    case 'supplier_turn':
      return (
        <>
          It is {supplier}’s turn to answer
          <Deadline at={found.answerBy} />. Without an answer, what you asked for stands:{' '}
          {describeTerms(buyerProposal)}.
        </>
      )
    case 'buyer_turn':
      return (
        <>
          It is your turn to answer
          <Deadline at={found.answerBy} />. Without an answer, what {supplier} proposed stands
          {supplierProposal && `: ${describeTerms(supplierProposal)}`}.
        </>
      )
    case 'operator_turn':
      return (
        <>
          We look at it and decide. If there is no decision
          <Deadline at={found.endsAt} />, {describeDefaultOutcome(found)}.
        </>
      )
    case 'awaiting_return':
      return (
        <>
          {amount} goes back to you once you have sent the items back. Please send them
          <Deadline at={found.answerBy} /> and say here how; else nothing goes back.
        </>
      )
    case 'returning':
      return (
        <>
          The items are on their way back{returnTracking && ` (${returnTracking})`}. {amount} goes back to you
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

/** What stands when nobody decides: what was agreed before the items were sent, what was settled earlier, or what was asked. */
function describeDefaultOutcome({ silence, returnTracking }: CaseData): string {
  if (!silence || silence.amount === 0) return 'what was settled before stays, and nothing more goes back'
  if (returnTracking !== null)
    return `what was agreed stands: ${formatCents(silence.amount)} goes back to you`
  return `what you asked for stands: ${describeTerms(silence)}`
}

function describeOutcome({ outcome, agreed, given, supplier, entries }: CaseData): string {
  if (outcome === 'withdrawn') return 'The case is over: you have withdrawn it, and nothing goes back.'
  const last = entries.at(-1)?.event
  if (last === 'lapse') return 'The case is over. The items were not sent back in time. Nothing goes back.'
  if (last === 'close') return 'The case is over. Nobody decided in time, so what was settled before stays.'
  const how = {
    agreement: `You and ${supplier} have agreed.`,
    silence: 'Nobody answered in time, so what was proposed stands.',
    ruling: 'The marketplace has decided.',
  }
  return ['The case is over.', agreed && how[agreed.by], describeRefund(agreed?.amount ?? 0, given ?? 0)]
    .filter(Boolean)
    .join(' ')
}

/** What goes back of what was agreed, in cents: a bank may have given some of it back before. */
function describeRefund(agreed: number, refunded: number): string {
  if (agreed === 0) return 'Nothing goes back.'
  if (refunded === 0) return `The ${formatCents(agreed)} had gone back to you before.`
  const rest = refunded < agreed ? ` The rest of the ${formatCents(agreed)} had gone back before.` : ''
  return `${formatCents(refunded)} goes back to you the way you paid.${rest}`
}
