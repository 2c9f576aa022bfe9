import { z } from '@hono/zod-openapi'

const STATES = ['prepared', 'in_file', 'sent', 'unclear', 'confirmed', 'failed'] as const
const METHODS = ['bank', 'stripe'] as const

/** The states of a payout: claimed, in a bank file, sent, unclear, arrived, or failed. */
export type PayoutState = (typeof STATES)[number]

/** The method of a payout: by the operator's bank, or by a transfer at Stripe. */
export type PayoutMethod = (typeof METHODS)[number]

export const PayoutStateShape = z.enum(STATES)

/** A payout account, with its masked details. */
export const PayoutAccountShape = z
  .object({
    method: z.enum(METHODS),
    holder: z.string(),
    country: z.string(),
    /** Its last digits, such as `IBAN … 3000`. */
    maskedNumber: z.string(),
    since: z.string(),
    /** When it becomes usable: new details wait, so that the store's owner can object. */
    usableFrom: z.string(),
    /** Why it did not receive money; no more is sent until its details change. */
    refusalReason: z.string().nullable(),
  })
  .openapi('PayoutAccount')

const PayoutFields = {
  id: z.string(),
  /** The reference in the bank's file and on the account's statement. */
  reference: z.string(),
  supplier: z.object({ id: z.string(), name: z.string() }),
  method: z.enum(METHODS),
  account: z.string(),
  currency: z.string(),
  amount: z.number(),
  state: PayoutStateShape,
  createdAt: z.string(),
  updatedAt: z.string(),
}

/** A payout in a list. Amounts are decimals of its currency. */
export const ListedPayout = z.object(PayoutFields).openapi('Payout')

/** A line of a payout: a sale, its refund, or another deduction, with its posting and its order. */
export const PayoutLineShape = z
  .object({
    posting: z.string(),
    kind: z.string(),
    memo: z.string(),
    postedAt: z.string(),
    order: z.object({ id: z.string(), number: z.string() }).nullable(),
    /**
     * The sale, commission and tax: gross − commission − tax is the amount. Negative for a refund; null if it is not a
     * sale.
     */
    gross: z.number().nullable(),
    commission: z.number().nullable(),
    tax: z.number().nullable(),
    /** Its amount in the payout; negative for a deduction. */
    amount: z.number(),
  })
  .openapi('PayoutLine')

/** A payout with all its details. */
export const PayoutDetailsShape = z
  .object({
    ...PayoutFields,
    file: z.string().nullable(),
    externalId: z.string().nullable(),
    lines: z.array(PayoutLineShape),
    /** The sums of the lines. `other` sums the lines that are not sales. */
    totals: z.object({
      gross: z.number(),
      commission: z.number(),
      tax: z.number(),
      other: z.number(),
    }),
    timeline: z.array(
      z.object({
        event: z.string(),
        from: z.string().nullable(),
        to: z.string(),
        actor: z.string(),
        reason: z.string().nullable(),
        at: z.string(),
      }),
    ),
  })
  .openapi('WholePayout')

const BALANCE_NAMES = ['pending', 'held', 'available', 'in_transit', 'owed'] as const

/** The balances of a supplier: pending, frozen by cases, available, in transit, and its debt. */
export type SupplierBalanceName = (typeof BALANCE_NAMES)[number]

/** The name of a balance. */
export const BalanceName = z.enum(BALANCE_NAMES, 'This balance doesn’t exist.')

/**
 * A posting behind a store's balance. `amount` is its effect on the balance, `lines` are those of its entries that
 * belong to the store.
 */
export const BalancePosting = z
  .object({
    posting: z.string(),
    kind: z.string(),
    memo: z.string(),
    postedAt: z.string(),
    /** The posting that this one reverses. */
    reverses: z.string().nullable(),
    amount: z.number(),
    lines: z.array(
      z.object({
        account: z.string(),
        title: z.string(),
        /** The sub-ledger of the store, or of one of its orders, cases or payouts. */
        subledger: z.string(),
        debit: z.number().nullable(),
        credit: z.number().nullable(),
      }),
    ),
  })
  .openapi('BalancePosting')

/** A current or former stop of a supplier’s payouts: by which operators, and why. */
export const PayoutStop = z
  .object({
    supplier: z.object({ id: z.string(), name: z.string() }),
    reason: z.string(),
    /** The message to the supplier. */
    message: z.string(),
    by: z.string().nullable(),
    since: z.string(),
    endedBy: z.string().nullable(),
    endedAt: z.string().nullable(),
    endReason: z.string().nullable(),
  })
  .openapi('PayoutStop')

/** A file of payouts for the bank. */
export const PayoutFile = z
  .object({
    id: z.string(),
    currency: z.string(),
    payOn: z.string(),
    payouts: z.number(),
    amount: z.number(),
    createdAt: z.string(),
    /** How many of its payouts are in each state. */
    states: z.record(z.string(), z.number()),
  })
  .openapi('PayoutFile')

/** Why an available balance is not paid out: below the minimum, no usable bank details, or stopped by an operator. */
export const PayoutBlockShape = z.enum(['minimum', 'no_account', 'stopped'])

export type PayoutBlock = z.infer<typeof PayoutBlockShape>
