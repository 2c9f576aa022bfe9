import { z } from '@hono/zod-openapi'

/**
 * The states of a refund. Requested, sent to the provider, sent without an answer, done, refused (for an operator),
 * paid by hand, or undone where the payer's bank returned what was refunded at the provider by hand.
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

/** One of these. */
export type RefundState = (typeof REFUND_STATES)[number]

/**
 * The causes of a refund. An order's cancellation, an operator's decision, a case, the provider's panel, an unapplied
 * receipt, or a vendor's withdrawal.
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

/** One of these. */
export type RefundActor = (typeof REFUND_ACTORS)[number]

/** How an operator paid a manual refund. */
export const MANUAL_PAYMENT_METHODS = ['provider_panel', 'bank_transfer'] as const

/** A refund as operators and suppliers see it. Amounts in whole cents of the currency. */
export const RefundShape = z
  .object({
    id: z.string(),
    /** The supplier order it is of; null for money without an order. */
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
    /** Why it is for an operator. */
    problem: z.string().nullable(),
    manualPaymentMethod: z.enum(MANUAL_PAYMENT_METHODS).nullable(),
    paidReference: z.string().nullable(),
    at: z.string(),
    changedAt: z.string(),
  })
  .openapi('Refund')

export type RefundData = z.input<typeof RefundShape>

/** The states of a dispute: the bank asks, it has taken the money, and keeps it or has returned it. */
export const DISPUTE_STATES = ['inquiry', 'open', 'won', 'lost'] as const

/** One of these. */
export type DisputeState = (typeof DISPUTE_STATES)[number]

/** A requested or taken chargeback. Amounts in whole cents of the currency. */
export const ChargebackShape = z
  .object({
    /** The provider and its id of the dispute. */
    id: z.string(),
    provider: z.string(),
    method: z.string(),
    state: z.enum(DISPUTE_STATES),
    currency: z.string(),
    amount: z.number(),
    /** The provider's fee for it, also when it is won. */
    fee: z.number(),
    /** The bank's reason in the provider's word. */
    reason: z.string(),
    /** The money it is about, and the purchase that came for, with its number; money without an order has paid none. */
    receipt: z.string(),
    purchase: z.string(),
    purchaseNumber: z.string().nullable(),
    isUnapplied: z.boolean(),
    /** Each order's share; `isReturned` where it was won. */
    orders: z.array(z.object({ order: z.string(), amount: z.number(), isReturned: z.boolean() })),
    /** The liability by the ledger, with the address that lists the postings behind it; empty before the money is gone. */
    liability: z.array(
      z.object({ account: z.string(), subledger: z.string(), amount: z.number(), explain: z.string() }),
    ),
    /** Until when evidence may be sent. */
    respondBy: z.string().nullable(),
    at: z.string(),
    changedAt: z.string(),
  })
  .openapi('Chargeback')

export type ChargebackData = z.input<typeof ChargebackShape>
