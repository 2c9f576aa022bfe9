import { z } from '@hono/zod-openapi'

const MOVEMENT_KINDS = ['payment', 'refund', 'transfer', 'dispute', 'fee', 'settlement', 'other'] as const
const DISCREPANCY_KINDS = ['missing', 'doubled', 'unknown', 'wrong_amount', 'wrong_fee', 'changed'] as const

/** The kind of a movement at a provider. */
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

/** The kinds of differences between a report and our ledger. */
export type DiscrepancyKind = (typeof DISCREPANCY_KINDS)[number]

export const MovementKindShape = z.enum(MOVEMENT_KINDS)

/** A report that was imported. */
export const SettlementReport = z
  .object({
    id: z.string(),
    provider: z.string(),
    from: z.string(),
    to: z.string(),
    rows: z.number(),
    /** The number of rows that no earlier report had. */
    newRows: z.number(),
    /** The number of discrepancies it raised, and of those still open. */
    discrepancies: z.number(),
    open: z.number(),
    createdAt: z.string(),
  })
  .openapi('SettlementReport')

/** A difference between a report and our ledger. Amounts are decimals. */
export const SettlementDiscrepancy = z
  .object({
    id: z.string(),
    report: z.string(),
    provider: z.string(),
    kind: z.enum(DISCREPANCY_KINDS),
    about: z.string(),
    currency: z.string(),
    /** The amounts in our ledger and in the report; null if there is nothing to compare. */
    expected: z.number().nullable(),
    reported: z.number().nullable(),
    /** An explanation, and what to do about it. */
    message: z.string(),
    /** Whether `adjust` may change our ledger to match the provider. */
    canAdjust: z.boolean(),
    createdAt: z.string(),
    note: z.string().nullable(),
    resolvedAt: z.string().nullable(),
  })
  .openapi('SettlementDiscrepancy')

/**
 * A provider's balance for us, by our ledger and by its reports. Both are as of `until`, the end of its last report.
 * `bookedNow` is our ledger's current balance.
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
