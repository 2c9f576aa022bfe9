import type { AnswerTo } from '#web/app/calls/endpoints.ts'

/** A commission rule in the list. */
export type CommissionRule = AnswerTo<'GET /commission-rules'>['rules'][number]

/** The labels of sales channels. */
export const CHANNEL_LABELS: Readonly<Record<NonNullable<CommissionRule['channel']>, string>> = {
  marketplace: 'Marketplace',
  vendor: 'Vendors’ stores',
}
