import { z } from '@hono/zod-openapi'

/**
 * The states of a refund. It is requested, sent to the provider, sent without an answer, done, refused (for an
 * operator), paid by hand, or undone because the payer's bank returned a refund made by hand at the provider.
 */
export const REFUND_STATES = [
  'asked',
  'sent',
  'unknown',
  'done',
  'refused',
  'paid_by_hand',
  'undone',
] as const

export type RefundState = (typeof REFUND_STATES)[number]

/**
 * The causes of a refund. They are an order's cancellation, an operator's decision, a case, the provider's panel, an
 * unapplied receipt, or a vendor's withdrawal.
 */
export const REFUND_ACTORS = [
  'order',
  'supplier',
  'operator',
  'case',
  'provider',
  'unapplied',
  'withdrawal',
] as const

export type RefundActor = (typeof REFUND_ACTORS)[number]

/** How an operator paid a manual refund. */
export const MANUAL_PAYMENT_METHODS = ['provider_panel', 'bank_transfer'] as const

/** A refund as operators and suppliers see it. Amounts in whole cents of the currency. */
export const RefundShape = z
  .object({
    id: z.string(),
    /** The refunded supplier order; null for money without an order. */
    order: z.string().nullable(),
    state: z.enum(REFUND_STATES),
    cameOf: z.enum(REFUND_ACTORS),
    currency: z.string(),
    amount: z.number(),
    liability: z.object({
      notEarned: z.number(),
      supplier: z.number(),
      commission: z.number(),
      tax: z.number(),
      marketplace: z.number(),
    }),
    reason: z.string(),
    provider: z.string(),
    method: z.string(),
    /** The provider's own id of it. */
    providerRefund: z.string().nullable(),
    attempts: z.number(),
    /** Why it waits for an operator. */
    problem: z.string().nullable(),
    manualPaymentMethod: z.enum(MANUAL_PAYMENT_METHODS).nullable(),
    paidReference: z.string().nullable(),
    at: z.string(),
    changedAt: z.string(),
  })
  .openapi('Refund')

export type RefundData = z.input<typeof RefundShape>

/** The states of a dispute. The bank inquires, has taken the money, and either returned it (won) or keeps it (lost). */
export const DISPUTE_STATES = ['inquiry', 'open', 'won', 'lost'] as const

export type DisputeState = (typeof DISPUTE_STATES)[number]

/** A dispute. Amounts in whole cents of the currency. */
export const ChargebackShape = z
  .object({
    /** The provider and its id of the dispute. */
    id: z.string(),
    provider: z.string(),
    method: z.string(),
    state: z.enum(DISPUTE_STATES),
    currency: z.string(),
    amount: z.number(),
    /** The provider's fee for it, even if it is won. */
    fee: z.number(),
    /** The bank's reason, in the provider's term. */
    reason: z.string(),
    /** The receipt, and the purchase that it paid for, with its number; an unapplied receipt has paid for none. */
    receipt: z.string(),
    purchase: z.string(),
    purchaseNumber: z.string().nullable(),
    isUnapplied: z.boolean(),
    /** Each order's share; `isReturned` if the dispute was won. */
    orders: z.array(z.object({ order: z.string(), amount: z.number(), isReturned: z.boolean() })),
    /** The liability by the ledger, each with the address of its postings; empty before the money is gone. */
    liability: z.array(
      z.object({ account: z.string(), subledger: z.string(), amount: z.number(), explain: z.string() }),
    ),
    /** The deadline for evidence. */
    respondBy: z.string().nullable(),
    at: z.string(),
    changedAt: z.string(),
  })
  .openapi('Chargeback')

export type ChargebackData = z.input<typeof ChargebackShape>
