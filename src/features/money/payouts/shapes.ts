import { z } from '@hono/zod-openapi'

const STATES = ['prepared', 'in_file', 'sent', 'unclear', 'confirmed', 'failed'] as const
const METHODS = ['bank', 'stripe'] as const

/** The states of a payout: claimed, in a bank file, on its way, unclear, arrived, or failed. */
export type PayoutState = (typeof STATES)[number]

/** The way a payout goes: by the operator's bank, or by a transfer at Stripe. */
export type PayoutMethod = (typeof METHODS)[number]

/** One of the states. */
export const PayoutStateShape = z.enum(STATES)

/** The account that money goes to, as much of it as is shown. */
export const PayoutAccountShape = z
  .object({
    method: z.enum(METHODS),
    holder: z.string(),
    country: z.string(),
    /** Its end, such as `IBAN … 3000`. */
    maskedNumber: z.string(),
    since: z.string(),
    /** From when on money goes there: new details wait, so that the store's owner can object. */
    usableFrom: z.string(),
    /** Why money did not get there; nothing more is sent until there are other details. */
    refusalReason: z.string().nullable(),
  })
  .openapi('PayoutAccount')

const PayoutFields = {
  id: z.string(),
  /** As it stands in the bank's file and on the statement of the account. */
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

/** A line of a payout: a sale, a refund of one, or another deduction. With its posting, and the order it is about. */
export const PayoutLineShape = z
  .object({
    posting: z.string(),
    kind: z.string(),
    memo: z.string(),
    postedAt: z.string(),
    order: z.object({ id: z.string(), number: z.string() }).nullable(),
    /** Sold, commission and tax: gross − commission − tax is the amount. Below zero it was refunded. Null for what is no sale. */
    gross: z.number().nullable(),
    commission: z.number().nullable(),
    tax: z.number().nullable(),
    /** Its amount in the payout; below zero it is deducted. */
    amount: z.number(),
  })
  .openapi('PayoutLine')

/** A payout with all that is behind it. */
export const PayoutDetailsShape = z
  .object({
    ...PayoutFields,
    file: z.string().nullable(),
    externalId: z.string().nullable(),
    lines: z.array(PayoutLineShape),
    /** The sums of the lines. `other` is what is no sale. */
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

/** The balances of a supplier: to be released, frozen by cases, available, on its way, owed by it. */
export type SupplierBalanceName = (typeof BALANCE_NAMES)[number]

/** One of them by its name. */
export const BalanceName = z.enum(BALANCE_NAMES, 'This balance doesn’t exist.')

/**
 * A posting behind a store's balance. `amount` is what it adds to it, `lines` is what was booked with it that is the
 * store's.
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

/** Why a store's available balance is not paid out: too small, no usable bank details, or stopped by an operator. */
export const PayoutBlockShape = z.enum(['minimum', 'no_account', 'stopped'])

/** One of these. */
export type PayoutBlock = z.infer<typeof PayoutBlockShape>
