import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Status, type StatusTone } from '#web/console/parts/status.tsx'

type PayoutState = AnswerTo<'GET /payouts'>['payouts'][number]['state']

/** The labels of a payout's states. */
export const PAYOUT_STATES: Readonly<Record<PayoutState, Readonly<{ label: string; tone: StatusTone }>>> = {
  prepared: { label: 'To send', tone: 'wait' },
  in_file: { label: 'In a bank file', tone: 'do' },
  sent: { label: 'On its way', tone: 'do' },
  unclear: { label: 'Unclear', tone: 'bad' },
  confirmed: { label: 'Paid', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
}

/** Renders the state of a payout as a coloured label. */
export function PayoutStatus({ state }: { state: PayoutState }) {
  const { label, tone } = PAYOUT_STATES[state]
  return <Status tone={tone}>{label}</Status>
}
