import type { AnswerTo } from '#web/app/calls/endpoints.ts'

export type ReliabilityPartData = AnswerTo<'GET /supplier/reliability'>['parts'][number]

/** The label and basis of each figure, and the label of an order that counts against it. */
export const PART_TEXTS: Readonly<
  Record<ReliabilityPartData['part'], Readonly<{ title: string; about: string; bad: string; good: string }>>
> = {
  shipped_on_time: {
    title: 'Shipped on time',
    about: 'Orders shipped by the ship-by date.',
    bad: 'Late',
    good: 'On time',
  },
  delivered_on_time: {
    title: 'Delivered on time',
    about: 'Orders that arrived by the promised date, as buyers and carriers report.',
    bad: 'Late',
    good: 'On time',
  },
  not_cancelled: {
    title: 'Not cancelled by you',
    about: 'Orders that you didn’t reject, cancel or leave unanswered.',
    bad: 'Cancelled',
    good: 'Not cancelled',
  },
  valid_tracking: {
    title: 'Valid tracking',
    about: 'Orders whose tracking numbers the carrier has scanned within three days.',
    bad: 'Not scanned',
    good: 'Scanned',
  },
  answers: {
    title: 'Answer time',
    about: 'How long orders wait until you accept or reject them; half are faster.',
    bad: '',
    good: 'Answered',
  },
  no_lost_cases: {
    title: 'No lost cases',
    about: 'Finished orders without a refund for a problem caused by you.',
    bad: 'Refunded case',
    good: 'Fine',
  },
}

/** Formats a time, such as `12 min`, `3 h` or `2 days`. */
export function formatMinutes(minutes: number): string {
  if (minutes < 60) return `${Math.max(1, minutes)} min`
  const hours = Math.round(minutes / 60)
  return hours <= 36 ? `${hours} h` : `${Math.round(hours / 24)} days`
}
