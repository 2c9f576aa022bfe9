/** The figures that suppliers are measured by. */
export const RELIABILITY_PARTS = [
  'shipped_on_time',
  'delivered_on_time',
  'not_cancelled',
  'valid_tracking',
  'answers',
  'no_lost_cases',
] as const

export type ReliabilityPart = (typeof RELIABILITY_PARTS)[number]
