import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Status, type StatusTone } from '#web/console/parts/status.tsx'

type PayoutState = AnswerTo<'GET /supplier/payouts'>['payouts'][number]['state']

const STATUSES: Readonly<Record<PayoutState, Readonly<{ label: string; tone: StatusTone }>>> = {
  prepared: { label: 'Being prepared', tone: 'do' },
  in_file: { label: 'Being prepared', tone: 'do' },
  sent: { label: 'On its way', tone: 'do' },
  unclear: { label: 'Being checked', tone: 'wait' },
  confirmed: { label: 'Paid', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
}

/** Renders the status of a payout for its supplier. */
export function PayoutStatus({ state }: { state: PayoutState }) {
  const { label, tone } = STATUSES[state]
  return <Status tone={tone}>{label}</Status>
}
