import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { CARRIERS } from '#core/shipping/carriers.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { PostalAddressShape } from '#features/sales/shipping/contract.ts'
import { LABEL_STATES, SupplierOrderView } from '../shapes.ts'

const Id = z.string().max(100)
const Line = (max: number) => z.string().overwrite(toSingleLine).min(1).max(max)
const LIMIT = { calls: 60, windowMs: 60_000 }

const CountryCode = z.string().regex(/^[A-Z]{2}$/, 'Enter the two-letter country code, such as SG.')

/**
 * A line's customs data: description, unit value in cents, country of origin, and number of the Harmonised System, with
 * or without dots and spaces.
 */
const Customs = z
  .object({
    line: z.int().min(1).max(1_000),
    description: Line(100).optional(),
    valueCents: z.int().min(1).max(10_000_000_000).optional(),
    originCountry: CountryCode.optional(),
    tariffNumber: z
      .string()
      .max(20)
      .overwrite((text) => text.replaceAll(/[.\s]/g, ''))
      .regex(/^\d{6,10}$/, 'Enter 6 to 10 digits, such as 7113.11.')
      .optional(),
  })
  .openapi('CustomsOfLine')

/** Grams and millimetres. */
const Measures = z.object({
  weightGrams: z.int().min(1).max(70_000),
  lengthMm: z.int().min(10).max(3_000),
  widthMm: z.int().min(10).max(3_000),
  heightMm: z.int().min(10).max(3_000),
})

/**
 * A label for a parcel: `cost` in its currency's major units is what the carrier charged the marketplace. `given_back`:
 * it costs its supplier nothing while the refund is awaited; `refunded`: the refund has arrived; `not_billed`: the
 * carrier bills only labels that it scans; `lost`: the carrier keeps the money and the supplier pays for the label.
 */
export const ParcelLabel = z
  .object({
    id: z.string(),
    state: z.enum(LABEL_STATES),
    carrier: z.enum(CARRIERS).nullable(),
    /** The carrier's display name; null for an unknown carrier. */
    title: z.string().nullable(),
    service: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    cost: z.number().nullable(),
    currency: z.string().nullable(),
    /** The path of its file, once it is bought and unless it is refunded. */
    file: z.string().nullable(),
    failure: z.string().nullable(),
    /** When its refund was requested because it was unused. */
    refundRequestedAt: z.string().nullable(),
    /** Whether it can be refunded: it was bought, and its carrier is not known to have the parcel. */
    isRefundable: z.boolean(),
    requestedAt: z.string(),
  })
  .openapi('ParcelLabel')

/** An amount in minor units of its currency. */
export const QuotedAmount = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/, 'Enter a currency such as USD.'),
  amount: z.int().min(0).max(99_999_999_999),
})

const LabelUnits = z
  .array(z.object({ line: z.int().min(1).max(1_000), quantity: z.int().min(1).max(9_999) }))
  .min(1)
  .max(200)

/** The fields of a parcel; the defaults come from its products and its warehouse. */
export const ParcelFields = {
  lines: LabelUnits.optional(),
  parcel: Measures.optional(),
  sender: PostalAddressShape.optional(),
  /** For a parcel that passes customs: data that your product feed lacks, or that differ from it. */
  customs: z.array(Customs).min(1).max(200).optional(),
}

const CUSTOMS_SOURCES = ['entered', 'product', 'material'] as const

/**
 * The requirements and cost of a parcel's label. `missing` lists the data needed before the carriers can be asked;
 * `problem` is why none of them accepts the parcel. Rates are cheapest first; `amount` is in the currency's major
 * units, `minorAmount` in minor ones, as input of `quote`.
 */
export const LabelQuoteShape = z
  .object({
    parcel: Measures,
    /**
     * Lines whose products have no weight, with the weight assumed for one unit: their category's typical weight in
     * grams.
     */
    unweighed: z.array(z.object({ line: z.number(), title: z.string(), grams: z.number() })),
    units: z.array(z.object({ line: z.number(), quantity: z.number() })),
    /** The warehouse that it leaves from. */
    warehouse: z.string(),
    /** Null if the parcel is handed over at the marketplace. */
    sender: PostalAddressShape.nullable(),
    number: z.string(),
    /** The recipient and destination of the parcel. */
    recipient: z.object({ name: z.string(), city: z.string(), country: z.string() }),
    /** The shipping that the buyer paid for: days in transit, amount in dollars. */
    paid: z.object({
      service: z.string().nullable(),
      minDays: z.number().nullable(),
      maxDays: z.number().nullable(),
      amount: z.number(),
    }),
    /** Null if the parcel passes no customs. */
    customs: z
      .array(
        z.object({
          line: z.number(),
          title: z.string(),
          quantity: z.number(),
          description: z.string(),
          valueCents: z.number(),
          /** The paid unit price, which is the minimum value. */
          priceCents: z.number(),
          originCountry: z.string().nullable(),
          originSource: z.enum(CUSTOMS_SOURCES).nullable(),
          tariffNumber: z.string().nullable(),
          tariffSource: z.enum(CUSTOMS_SOURCES).nullable(),
        }),
      )
      .nullable(),
    missing: z.array(z.enum(['sender', 'customs'])),
    rates: z.array(
      z.object({
        service: z.string(),
        /** The carrier's display name; empty for an unknown carrier. */
        carrier: z.string(),
        currency: z.string(),
        amount: z.number(),
        minorAmount: z.number(),
        days: z.number().nullable(),
        isCheapest: z.boolean(),
        isFastest: z.boolean(),
      }),
    ),
    /** The service of the preselected rate. */
    selected: z.string().nullable(),
    problem: z.string().nullable(),
  })
  .openapi('LabelQuote')

export const quoteLabel = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/label-rates',
  summary:
    'Returns the inputs of a parcel’s label (measures, sender, customs) and the carriers’ rates; nothing is bought',
  access: { manufacturer: 'orders:write' },
  params: z.object({ id: Id }),
  body: z.object(ParcelFields),
  answer: Envelope.extend({ quote: LabelQuoteShape }),
  refusals: ['order_not_found', 'order_state', 'units_not_there', 'labels_not_offered', 'value_below_price'],
  // A page of many orders makes this call for each of them.
  limit: { calls: 240, windowMs: 60_000 },
})

export const buyLabel = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/labels',
  summary:
    'Buys a label for a parcel with everything left unless lines are given; once it is bought, the parcel is added automatically. The same idempotency key is the same label',
  access: { manufacturer: 'orders:write' },
  params: z.object({ id: Id }),
  body: z.object({
    ...ParcelFields,
    /** The service's name in the rates; the default is the one that the shopper paid for, else the cheapest. */
    service: z.string().trim().max(100).optional(),
    /** The shown rate of the service, in minor units: the label is bought with that service, for that price at most. */
    quote: QuotedAmount.optional(),
    idempotencyKey: z.string().min(8).max(100),
  }),
  answer: Envelope.extend({ label: ParcelLabel }),
  refusals: [
    'order_not_found',
    'order_on_hold',
    'order_state',
    'units_not_there',
    'key_reused',
    'labels_not_offered',
    'labels_owed',
    'customs_unknown',
    'value_below_price',
  ],
  limit: LIMIT,
})

export const listLabels = endpoint({
  method: 'GET',
  path: '/supplier/orders/{id}/labels',
  summary: 'Lists the labels requested for an order of your store, oldest first',
  access: { manufacturer: 'orders:read' },
  params: z.object({ id: Id }),
  answer: Envelope.extend({ labels: z.array(ParcelLabel) }),
  refusals: ['order_not_found'],
  limit: LIMIT,
})

export const refundLabel = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/labels/{label}/refund',
  summary:
    'Refunds a label whose parcel the carrier does not have yet: the items are to be shipped again. Repeating it changes nothing',
  access: { manufacturer: 'orders:write' },
  params: z.object({ id: Id, label: Id }),
  body: z.object({}).default({}),
  answer: Envelope.extend({ label: ParcelLabel, order: SupplierOrderView }),
  refusals: [
    'order_not_found',
    'label_not_found',
    'label_in_use',
    'label_state',
    'order_state',
    'order_changed',
    'parcel_refunded',
  ],
  limit: LIMIT,
})

export const getLabelFile = endpoint({
  method: 'GET',
  path: '/supplier/orders/{id}/labels/{label}/file',
  summary: 'Returns the label to print, as PDF',
  access: { manufacturer: 'orders:read' },
  params: z.object({ id: Id, label: Id }),
  answer: z.instanceof(Uint8Array).openapi({ type: 'string', format: 'binary' }),
  refusals: ['order_not_found', 'label_not_found'],
  limit: LIMIT,
})

export type LabelQuoteData = z.input<typeof LabelQuoteShape>
export type ParcelLabelData = z.input<typeof ParcelLabel>
