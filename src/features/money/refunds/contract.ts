import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { PAYMENT_METHODS } from '#features/money/payments/contract.ts'
import {
  ChargebackShape,
  DISPUTE_STATES,
  MANUAL_PAYMENT_METHODS,
  REFUND_STATES,
  RefundShape,
} from './shapes.ts'

const Id = z.string().max(100)
const Reason = z.string().overwrite(toSingleLine).min(3).max(500)
const WRITE_LIMIT = { calls: 120, windowMs: 60_000 }
const READ_LIMIT = { calls: 240, windowMs: 60_000 }
/** The ledger's id of a receipt. */
const ReceiptId = z.string().regex(/^\d{1,15}$/, 'Enter a receipt number.')
const Cents = z.int().min(1).max(99_999_999_999)

/** The scope of a refund. `line` counts the order's lines from 1; amounts are in whole cents. */
const RefundScopeShape = z.discriminatedUnion('of', [
  z.object({ of: z.literal('all') }),
  z.object({ of: z.literal('shipping') }),
  z.object({ of: z.literal('amount'), amount: Cents }),
  z.object({
    of: z.literal('lines'),
    lines: z
      .array(z.object({ line: z.int().min(1).max(1_000), quantity: z.int().min(1).max(9_999) }))
      .min(1)
      .max(200),
  }),
])

/** An order's amounts, in whole cents. `left` is the amount that can still be refunded. */
const RefundBalance = z
  .object({
    currency: z.string(),
    paid: z.number(),
    refunded: z.number(),
    chargedBack: z.number(),
    left: z.number(),
    shippingLeft: z.number(),
    notEarned: z.number(),
    supplier: z.number(),
    commission: z.number(),
    tax: z.number(),
    /** The number of sent units of each line that can be refunded, in the order of the lines. */
    unitsLeft: z.array(z.number()),
    /** Why an operator has to make a refund of the rest; null if the provider makes it. */
    byHand: z.string().nullable(),
  })
  .openapi('RefundStatus')

export const refundSupplierOrder = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/refunds',
  summary:
    'Refunds an order: all that is left, the shipping, units of lines that were sent, or an amount; the same idempotency key is the same refund. Suppliers refund their own orders and pay for it; operators refund any, and may let the marketplace pay',
  access: { manufacturer: 'refunds:write', operator: 'money:write' },
  confirmed: true,
  params: z.object({ id: Id }),
  body: z.object({
    what: RefundScopeShape,
    reason: Reason,
    byMarketplace: z.boolean().default(false),
    idempotencyKey: z.string().min(8).max(100),
  }),
  answer: Envelope.extend({ refund: RefundShape, balance: RefundBalance }),
  refusals: [
    'order_not_found',
    'nothing_left',
    'more_than_left',
    'units_not_there',
    'cancel_first',
    'in_case',
    'key_reused',
    'not_yours',
  ],
  limit: WRITE_LIMIT,
})

export const listOrderRefunds = endpoint({
  method: 'GET',
  path: '/supplier/orders/{id}/refunds',
  summary:
    'Lists the refunds of an order, oldest first, and what may still be refunded; operators may read any',
  access: { manufacturer: 'refunds:write', operator: 'money:read' },
  params: z.object({ id: Id }),
  answer: Envelope.extend({ refunds: z.array(RefundShape), balance: RefundBalance }),
  refusals: ['order_not_found'],
  limit: READ_LIMIT,
})

export const listRefunds = endpoint({
  method: 'GET',
  path: '/refunds',
  summary:
    'Lists all refunds, newest first, fifty a page; those in state refused wait for an operator, with the reason',
  access: { operator: 'money:read' },
  query: z.object({ state: z.enum(REFUND_STATES).optional(), cursor: Id.optional() }),
  answer: Envelope.extend({ refunds: z.array(RefundShape), nextCursor: z.string().nullable() }),
  limit: READ_LIMIT,
})

export const listChargebacks = endpoint({
  method: 'GET',
  path: '/chargebacks',
  summary: 'Lists disputes and chargebacks, newest first, fifty a page, with their orders and who is liable',
  access: { operator: 'money:read' },
  query: z.object({ state: z.enum(DISPUTE_STATES).optional(), cursor: z.string().max(300).optional() }),
  answer: Envelope.extend({ chargebacks: z.array(ChargebackShape), nextCursor: z.string().nullable() }),
  limit: READ_LIMIT,
})

const ProviderName = z.string().min(1).max(40)
/** The provider's own id of an object, as its panel and its reports show it. */
const ProviderObjectId = z.string().trim().min(1).max(200)
const CurrencyCode = z.string().regex(/^[A-Z]{3}$/, 'Enter a currency of three capital letters, such as USD.')

export const recordChargeback = endpoint({
  method: 'POST',
  path: '/chargebacks',
  summary:
    'Records a dispute that its provider sends no webhook about, for example from a bank’s letter or a report. Booked like the provider’s own webhook, once for each dispute ID',
  access: { operator: 'money:write' },
  confirmed: true,
  body: z.object({
    provider: ProviderName,
    /** The provider's id of the payment. */
    receipt: ProviderObjectId,
    dispute: ProviderObjectId,
    state: z.enum(DISPUTE_STATES),
    currency: CurrencyCode,
    amount: Cents,
    /** The provider's fees for it so far. */
    fee: z.int().min(0).max(99_999_999),
    reason: Reason,
    respondBy: z.iso.datetime().optional(),
  }),
  answer: Envelope.extend({
    id: z.string(),
    /** The outcome: no money moved yet, the money is taken, returned, or the report was known. */
    taken: z.enum(['asked', 'taken', 'returned', 'known']),
  }),
  refusals: ['receipt_not_found', 'other_currency', 'more_than_paid'],
  limit: WRITE_LIMIT,
})

export const recordProviderRefund = endpoint({
  method: 'POST',
  path: '/refunds/made-at-provider',
  summary:
    'Records a refund made in the provider’s dashboard that the provider sends no webhook about: it completes one that waits for an operator, else it is booked; once for each ID there',
  access: { operator: 'money:write' },
  confirmed: true,
  body: z.object({
    provider: ProviderName,
    /** The provider's id of the payment. */
    receipt: ProviderObjectId,
    refund: ProviderObjectId,
    state: z.enum(['succeeded', 'failed']),
    currency: CurrencyCode,
    amount: Cents,
  }),
  answer: Envelope.extend({
    /** The outcome: a waiting refund, a booked or reversed one, or the report was known. */
    taken: z.enum(['noted', 'booked', 'undone', 'known']),
  }),
  refusals: ['receipt_not_found', 'other_currency', 'more_than_paid'],
  limit: WRITE_LIMIT,
})

export const recordManualPayment = endpoint({
  method: 'POST',
  path: '/refunds/{id}/paid',
  summary:
    'Records how an operator paid a refund that its provider does not make: in the provider’s dashboard, or by bank, which is booked',
  access: { operator: 'money:write' },
  confirmed: true,
  params: z.object({ id: Id }),
  body: z.object({
    how: z.enum(MANUAL_PAYMENT_METHODS),
    /** The panel’s number or the bank’s reference, to find the payment again. */
    reference: z.string().overwrite(toSingleLine).min(3).max(200),
    bank: z
      .string()
      .regex(/^[\w-]{1,40}$/, 'A bank account has letters, digits and dashes.')
      .default('main'),
  }),
  answer: Envelope.extend({ refund: RefundShape }),
  refusals: ['refund_not_found', 'refund_state'],
  limit: WRITE_LIMIT,
})

export const retryRefund = endpoint({
  method: 'POST',
  path: '/refunds/{id}/ask-again',
  summary:
    'Retries a refund that the provider refused; one that it may have made is looked up, never requested twice',
  access: { operator: 'money:write' },
  confirmed: true,
  params: z.object({ id: Id }),
  answer: Envelope.extend({ refund: RefundShape }),
  refusals: ['refund_not_found', 'refund_state'],
  limit: WRITE_LIMIT,
})

export const listRefundMethods = endpoint({
  method: 'GET',
  path: '/refunds/methods',
  summary:
    'Lists what each provider can refund by each payment method: nothing, the whole, one part, or many parts',
  access: { manufacturer: 'refunds:write', operator: 'money:read' },
  answer: Envelope.extend({
    methods: z.array(
      z.object({
        provider: z.string(),
        method: z.enum(PAYMENT_METHODS),
        refunds: z.enum(['none', 'full', 'partial', 'many']),
        refundDays: z.number().nullable(),
        chargebacks: z.boolean(),
      }),
    ),
  }),
  limit: READ_LIMIT,
})

/** Received money that pays for nothing; `receipt` is its id in the ledger. */
const UnappliedMoney = z
  .object({
    receipt: z.string(),
    provider: z.string(),
    method: z.string(),
    currency: z.string(),
    amount: z.number(),
    /** The amount neither refunded nor charged back. */
    left: z.number(),
    reason: z.string(),
    /** The purchase it was meant for, and its number, if there is one. */
    purchase: z.string(),
    purchaseNumber: z.string().nullable(),
    receivedAt: z.string(),
  })
  .openapi('UnappliedMoney')

export const listUnappliedMoney = endpoint({
  method: 'GET',
  path: '/unapplied',
  summary:
    'Lists money without an order that was neither refunded nor charged back, oldest first, at most 200',
  access: { operator: 'money:read' },
  answer: Envelope.extend({ unapplied: z.array(UnappliedMoney) }),
  limit: READ_LIMIT,
})

export const refundUnappliedMoney = endpoint({
  method: 'POST',
  path: '/unapplied/{receipt}/give-back',
  summary: 'Refunds money without an order to where it came from',
  access: { operator: 'money:write' },
  confirmed: true,
  params: z.object({ receipt: ReceiptId }),
  body: z.object({ reason: Reason }),
  answer: Envelope.extend({ refund: RefundShape }),
  refusals: ['receipt_not_found', 'nothing_left'],
  limit: WRITE_LIMIT,
})

export const matchUnappliedMoney = endpoint({
  method: 'POST',
  path: '/unapplied/{receipt}/match',
  summary: 'Applies money without an order to a purchase of exactly that amount',
  access: { operator: 'money:write' },
  confirmed: true,
  params: z.object({ receipt: ReceiptId }),
  body: z.object({ purchase: Id }),
  answer: Envelope.extend({ orderID: z.string() }),
  refusals: [
    'receipt_not_found',
    'nothing_left',
    'order_unknown',
    'already_paid',
    'order_expired',
    'amount_differs',
  ],
  limit: WRITE_LIMIT,
})
