import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { CARRIERS } from '#core/shipping/carriers.ts'
import { endpoint, type Limit } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

const MAX_AMOUNT = 99_999_999_999
const Provider = z.string().regex(/^[a-z0-9_-]{1,40}$/, 'Enter a provider’s name, such as easypost.')
const Currency = z.string().regex(/^[A-Z]{3}$/, 'Enter a currency of three capital letters, such as USD.')
const Reason = z.string().overwrite(toSingleLine).min(3).max(200)
const Id = z.string().max(100)
/** Whole minor units of either sign. */
const Amount = z.int().min(-MAX_AMOUNT).max(MAX_AMOUNT)
const NonZeroAmount = Amount.refine((amount) => amount !== 0, 'Leave out an amount of zero.')
const READ_LIMIT: Limit = { calls: 120, windowMs: MINUTE, counted: 'in_memory' }
const WRITE_LIMIT: Limit = { calls: 60, windowMs: MINUTE }

/**
 * The carrier whose labels are paid; `account` is a prepayment for all of them, at a provider that deducts labels from
 * a balance.
 */
const PAYABLE_CARRIERS = [...CARRIERS, 'account'] as const

const CarrierPaymentPartInput = z.object({ carrier: z.enum(PAYABLE_CARRIERS), amount: NonZeroAmount })

/** A provider's surcharge or discount beyond its labels' prices, at the marketplace's expense. */
const Adjustment = z.object({ amount: NonZeroAmount, reason: Reason })

/** A payment to a label provider, in whole minor units of its currency. */
const CarrierPayment = z
  .object({
    id: z.string(),
    provider: z.string(),
    reference: z.string(),
    paidOn: z.string(),
    bank: z.string(),
    currency: z.string(),
    /** The amount that left the bank; negative for a repayment. */
    amount: z.number(),
    parts: z.array(z.object({ carrier: z.string(), amount: z.number() })),
    adjustment: z.object({ amount: z.number(), reason: z.string() }).nullable(),
    createdAt: z.string(),
    /** The time and reason of its reversal. */
    reversed: z.object({ at: z.string(), reason: z.string() }).nullable(),
  })
  .openapi('CarrierPayment')

/** The debt for a carrier's labels now, and without the recorded payment. */
const OpenCarrierBalance = z
  .object({ carrier: z.string(), without: z.number(), now: z.number() })
  .openapi('CarrierOpen')

/** The balance of one carrier's labels and its changes, in whole minor units. */
const CarrierAccount = z
  .object({
    provider: z.string(),
    carrier: z.string(),
    currency: z.string(),
    /** The debt before the period; negative if prepayments exceeded the labels' cost. */
    before: z.number(),
    labels: z.number(),
    givenBack: z.number(),
    paid: z.number(),
    /** The debt at its end: before and labels, less refunded and paid. */
    open: z.number(),
    /**
     * Labels with a requested refund that the provider has not confirmed yet, as of now: it may still count them as
     * owed.
     */
    awaited: z.object({ labels: z.number(), amount: z.number() }),
    /** Those older than sixty days, which are no longer looked up: an operator has to ask the carrier. */
    unanswered: z.object({ labels: z.number(), amount: z.number() }),
  })
  .openapi('CarrierAccount')

/** The balance of all carriers of a provider, and the adjustments of the period. */
const ProviderAccount = z
  .object({ provider: z.string(), currency: z.string(), open: z.number(), adjustments: z.number() })
  .openapi('CarrierProviderAccount')

export const payCarrier = endpoint({
  method: 'POST',
  path: '/carrier-payments',
  summary:
    'Records a payment to a label provider: `amount` left the bank and equals the sum of its parts and the adjustment. Each provider reference is booked once; sending it again changes nothing, unless the payment was reversed',
  access: { operator: 'money:write' },
  body: z
    .object({
      provider: Provider,
      /** The number of the invoice or charge, to find it again. */
      reference: z.string().overwrite(toSingleLine).min(1).max(100),
      paidOn: z.iso.date('Enter a day such as 2026-03-02.'),
      bank: z
        .string()
        .regex(/^[\w-]{1,40}$/, 'A bank account has letters, digits and dashes.')
        .default('main'),
      currency: Currency,
      amount: Amount,
      parts: z
        .array(CarrierPaymentPartInput)
        .max(PAYABLE_CARRIERS.length)
        .refine(
          (parts) => new Set(parts.map(({ carrier }) => carrier)).size === parts.length,
          'Name each carrier only once.',
        ),
      adjustment: Adjustment.optional(),
    })
    .refine(({ parts, adjustment }) => parts.length + (adjustment ? 1 : 0) > 0, {
      path: ['parts'],
      error: 'Enter what was paid for.',
    })
    .refine(
      ({ amount, parts, adjustment }) =>
        amount === parts.reduce((sum, part) => sum + part.amount, adjustment?.amount ?? 0),
      { path: ['amount'], error: 'The parts and the adjustment do not add up to the amount.' },
    ),
  answer: Envelope.extend({ payment: CarrierPayment, isNew: z.boolean(), open: z.array(OpenCarrierBalance) }),
  refusals: ['reference_used', 'not_paid_yet'],
  limit: WRITE_LIMIT,
})

export const reverseCarrierPayment = endpoint({
  method: 'POST',
  path: '/carrier-payments/{id}/reverse',
  summary:
    'Reverses a payment to a label provider that was recorded by mistake; its reference may then be used again',
  access: { operator: 'money:write' },
  params: z.object({ id: Id }),
  body: z.object({ reason: Reason }),
  answer: Envelope.extend({ payment: CarrierPayment }),
  refusals: ['payment_not_found', 'already_reversed'],
  limit: WRITE_LIMIT,
})

export const listCarrierPayments = endpoint({
  method: 'GET',
  path: '/carrier-payments',
  summary: 'Lists payments to label providers, newest first, fifty a page, with reversed ones',
  access: { operator: 'money:read' },
  query: z.object({ provider: Provider.optional(), cursor: Id.optional() }),
  answer: Envelope.extend({ payments: z.array(CarrierPayment), nextCursor: z.string().nullable() }),
  limit: READ_LIMIT,
})

const Moment = z.iso.datetime({ offset: true, error: 'Enter a time such as 2026-03-02T00:00:00Z.' })

export const getCarrierStatement = endpoint({
  method: 'GET',
  path: '/carrier-statement',
  summary:
    'Returns the costs, refunds and payments of labels from `from` to `to` and the open balance, by provider, carrier and currency, to compare with the provider’s invoice',
  access: { operator: 'money:read' },
  query: z
    .object({ provider: Provider.optional(), from: Moment.optional(), to: Moment.optional() })
    .refine(({ from, to }) => !from || !to || new Date(from) < new Date(to), {
      path: ['to'],
      error: 'The end is before the start.',
    }),
  answer: Envelope.extend({ accounts: z.array(CarrierAccount), providers: z.array(ProviderAccount) }),
  // The call reads the cost of all labels.
  limit: { calls: 30, windowMs: MINUTE, counted: 'in_memory' },
})

/** A payment as calls return it. */
export type CarrierPaymentData = z.input<typeof CarrierPayment>
