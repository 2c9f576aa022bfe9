import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/normalize-text.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { CARRIERS, LABEL_STATES } from '../shapes.ts'

const Id = z.string().max(100)
const Line = (max: number) => z.string().overwrite(toSingleLine).min(1).max(max)
const LIMIT = { calls: 60, windowMs: 60_000 }

const CountryCode = z.string().regex(/^[A-Z]{2}$/, 'Enter the two-letter country code, such as SG.')

/** Where a parcel is handed over, where that is not with the marketplace. */
const Sender = z.object({
  name: Line(100),
  street1: Line(100),
  street2: Line(100).optional(),
  city: Line(100),
  state: Line(60).optional(),
  zip: Line(20),
  country: CountryCode,
  phone: Line(30),
})

/** What customs are told of a line: where it was made, and its number of the Harmonised System; dots and spaces do not count. */
const Customs = z
  .object({
    line: z.int().min(1).max(1_000),
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
 * A label for a parcel: `cost` in its currency's major units is what the carrier took of the marketplace. One that is `given_back`
 * costs its supplier nothing while its money is awaited; `refunded` it has come, `not_billed` the carrier bills only labels that
 * it scans, `lost` the carrier keeps the money and the supplier bears the label.
 */
export const ParcelLabel = z
  .object({
    id: z.string(),
    state: z.enum(LABEL_STATES),
    carrier: z.enum(CARRIERS).nullable(),
    service: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    cost: z.number().nullable(),
    currency: z.string().nullable(),
    /** Where its file is, once it is bought and unless it was given back. */
    file: z.string().nullable(),
    failure: z.string().nullable(),
    /** When its money was asked back, as it was not used. */
    refundRequestedAt: z.string().nullable(),
    requestedAt: z.string(),
  })
  .openapi('ParcelLabel')

export const buyLabel = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/labels',
  summary:
    'Buys a label for a parcel with everything left unless lines are given; once it is bought, the parcel is added automatically. The same idempotency key is the same label',
  access: ['manufacturer'],
  params: z.object({ id: Id }),
  body: z.object({
    lines: z
      .array(z.object({ line: z.int().min(1).max(1_000), quantity: z.int().min(1).max(9_999) }))
      .min(1)
      .max(200)
      .optional(),
    /** As the rates call the service; without one the shopper's is taken, else the cheapest. */
    service: z.string().trim().max(100).optional(),
    parcel: Measures.optional(),
    sender: Sender.optional(),
    /** For a parcel that goes through customs: what your product feed does not say, or says otherwise. */
    customs: z.array(Customs).min(1).max(200).optional(),
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
  ],
  limit: LIMIT,
})

export const listLabels = endpoint({
  method: 'GET',
  path: '/supplier/orders/{id}/labels',
  summary: 'Lists the labels requested for an order of your store, oldest first',
  access: ['manufacturer'],
  params: z.object({ id: Id }),
  answer: Envelope.extend({ labels: z.array(ParcelLabel) }),
  refusals: ['order_not_found'],
  limit: LIMIT,
})

export const getLabelFile = endpoint({
  method: 'GET',
  path: '/supplier/orders/{id}/labels/{label}/file',
  summary: 'Returns the label to print, as PDF',
  access: ['manufacturer'],
  params: z.object({ id: Id, label: Id }),
  answer: z.instanceof(Uint8Array).openapi({ type: 'string', format: 'binary' }),
  refusals: ['order_not_found', 'label_not_found'],
  limit: LIMIT,
})

export type ParcelLabelData = z.input<typeof ParcelLabel>
