import { DAY, MINUTE } from '#core/time.ts'
import type { ReliabilityPart } from './shapes.ts'

/** The age limit in days of counted orders, by their payment. */
export const RELIABILITY_DAYS = 180

/** The finished orders that a figure needs to be shown (PDP-39). */
export const MINIMUM_FINISHED = 20

/** The number of orders above which the counts are cached, because one more order hardly changes them. */
export const MANY_ORDERS = 5_000

/** How long cached counts are used. */
export const MAX_AGE = 10 * MINUTE

/** The time a tracking number has until its carrier scans it. */
export const SCAN_DELAY = 3 * DAY

/** The suppliers' targets, in percent; that of answers is shown as a time. */
export const TARGETS: Readonly<Record<ReliabilityPart, number | null>> = {
  shipped_on_time: 95,
  delivered_on_time: 95,
  not_cancelled: 98,
  valid_tracking: 98,
  answers: null,
  no_lost_cases: 99,
}

/** A supplier's counts. */
export type ReliabilityCounts = Readonly<{
  finished: number
  due: number
  shippedLate: number
  delivered: number
  deliveredLate: number
  paid: number
  cancelled: number
  outOfStock: number
  tracked: number
  invalidTracking: number
  answered: number
  answerMinutes: number | null
  lostCases: number
}>

/** Returns a figure's count, and the bad ones. */
export function getPartCounts(
  part: ReliabilityPart,
  counts: ReliabilityCounts,
): Readonly<{ counted: number; bad: number }> {
  switch (part) {
    case 'shipped_on_time':
      return { counted: counts.due, bad: counts.shippedLate }
    case 'delivered_on_time':
      return { counted: counts.delivered, bad: counts.deliveredLate }
    case 'not_cancelled':
      return { counted: counts.paid, bad: counts.cancelled }
    case 'valid_tracking':
      return { counted: counts.tracked, bad: counts.invalidTracking }
    case 'answers':
      return { counted: counts.answered, bad: 0 }
    case 'no_lost_cases':
      return { counted: counts.finished, bad: counts.lostCases }
  }
}

/**
 * Returns the share of good orders in percent to one decimal, rounded down, so that 100 means all. Null with fewer than
 * `MINIMUM_FINISHED` finished orders, or if nothing counts.
 */
export function getPercent(
  { counted, bad }: Readonly<{ counted: number; bad: number }>,
  finished: number,
): number | null {
  if (finished < MINIMUM_FINISHED || counted === 0) return null
  return Math.floor(((counted - bad) * 1_000) / counted) / 10
}
