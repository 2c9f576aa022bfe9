import { z } from '@hono/zod-openapi'

const MOVEMENT_KINDS = ['payment', 'refund', 'transfer', 'dispute', 'fee', 'settlement', 'other'] as const
const DISCREPANCY_KINDS = ['missing', 'doubled', 'unknown', 'wrong_amount', 'wrong_fee', 'changed'] as const

/** What a movement at a provider was. */
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

/** How a report and our books differ. */
export type DiscrepancyKind = (typeof DISCREPANCY_KINDS)[number]

/** One of the kinds of movements. */
export const MovementKindShape = z.enum(MOVEMENT_KINDS)

/** A report that was taken in. */
export const SettlementReport = z
  .object({
    id: z.string(),
    provider: z.string(),
    from: z.string(),
    to: z.string(),
    rows: z.number(),
    /** Rows that no report before had. */
    newRows: z.number(),
    /** How many discrepancies it raised, and how many are not resolved yet. */
    discrepancies: z.number(),
    open: z.number(),
    createdAt: z.string(),
  })
  .openapi('SettlementReport')

/** A difference between a report and our books. Amounts are decimals. */
export const SettlementDiscrepancy = z
  .object({
    id: z.string(),
    report: z.string(),
    provider: z.string(),
    kind: z.enum(DISCREPANCY_KINDS),
    about: z.string(),
    currency: z.string(),
    /** What our books say, and what the report says; null where there is nothing to compare. */
    expected: z.number().nullable(),
    reported: z.number().nullable(),
    /** What it is, and what can be done about it. */
    message: z.string(),
    /** Whether our books may take over what the provider says, by `adjust`. */
    canAdjust: z.boolean(),
    createdAt: z.string(),
    note: z.string().nullable(),
    resolvedAt: z.string().nullable(),
  })
  .openapi('SettlementDiscrepancy')

/**
 * What a provider holds for us by our books and by all that it has reported, both as of `until`, when its last report ends.
 * `bookedNow` is by our books at the moment of asking.
 */
export const ProviderBalance = z
  .object({
    provider: z.string(),
    currency: z.string(),
    until: z.string(),
    booked: z.number(),
    reported: z.number(),
    bookedNow: z.number(),
  })
  .openapi('ProviderBalance')
