import type { ReactNode } from 'react'
import type { CaseData } from '#features/cases/contract.ts'
import { formatCents } from '#ground/money.ts'
import { LocalDate } from '#web/parts/local-date.tsx'
import { termsText } from './case-words.ts'

/** How a case stands in a plain sentence: whose turn it is, until when, and what happens without an answer. */
export function CaseStanding({ found }: { found: CaseData }): ReactNode {
  const { state, supplier, buyerProposal, supplierProposal, agreed, returnTracking } = found
  const amount = formatCents(agreed?.amount ?? 0)
  switch (state) {
    case 'supplier_turn':
      return (
        <>
          It is {supplier}’s turn to answer
          <By at={found.answerBy} />. Without an answer, what you asked for stands: {termsText(buyerProposal)}
          .
        </>
      )
    case 'buyer_turn':
      return (
        <>
          It is your turn to answer
          <By at={found.answerBy} />. Without an answer, what {supplier} proposed stands
          {supplierProposal && `: ${termsText(supplierProposal)}`}.
        </>
      )
    case 'operator_turn':
      return (
        <>
          We look at it and decide. If there is no decision
          <By at={found.endsAt} />, what you asked for stands: {termsText(buyerProposal)}.
        </>
      )
    case 'awaiting_return':
      return (
        <>
          {amount} goes back to you once you have sent the pieces back. Please send them
          <By at={found.answerBy} /> and say here how; else nothing goes back.
        </>
      )
    case 'returning':
      return (
        <>
          The pieces are on their way back{returnTracking && ` (${returnTracking})`}. {amount} goes back to
          you when they have arrived, or at the latest on{' '}
          {found.answerBy && <LocalDate iso={found.answerBy} />}.
        </>
      )
    case 'closed':
      return closing(found)
  }
}

function By({ at }: { at: string | null }) {
  if (at === null) return null
  return (
    <>
      {' '}
      by <LocalDate iso={at} />
    </>
  )
}

function closing({ outcome, agreed, supplier, entries }: CaseData): string {
  if (outcome === 'withdrawn') return 'The case is over: you have withdrawn it, and nothing goes back.'
  const how = {
    agreement: `You and ${supplier} have agreed.`,
    silence: 'Nobody answered in time, so what was proposed stands.',
    ruling: 'The marketplace has decided.',
  }
  const why = agreed ? `${how[agreed.by]} ` : ''
  if (outcome === 'refunded' && agreed)
    return `The case is over. ${why}${formatCents(agreed.amount)} goes back to you the way you paid.`
  const isLapsed = entries.at(-1)?.event === 'lapse'
  return `The case is over. ${isLapsed ? 'The pieces were not sent back in time. ' : why}Nothing goes back.`
}
