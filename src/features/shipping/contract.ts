import { z } from '@hono/zod-openapi'
import { ProductId } from '#features/catalog/contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'

const Country = z.object({ code: z.string(), name: z.string() })

/** One way to send the parcels: `rate` in dollars, `service` with underscores for spaces. */
export const ShippingRate = z
  .object({ id: z.string(), service: z.string(), estimatedDays: z.number(), rate: z.number() })
  .openapi('ShippingRate')

export const getAllCountries = endpoint({
  method: 'GET',
  path: '/shop/getAllCountries',
  summary: 'The countries the marketplace sends to',
  access: 'public',
  answer: z.object({ success: z.literal(true), message: z.string(), countries: z.array(Country) }),
})

const Place = z.string().trim().max(100)

export const getRates = endpoint({
  method: 'POST',
  path: '/shipping/rates',
  summary: 'Shipping rates to an address, cheapest first; a rate is honoured for an hour',
  access: 'public',
  body: z.object({
    shipmentDetails: z.object({
      toZip: Place.max(20),
      toCity: Place.default(''),
      toState: Place.default(''),
      toCountry: z.string().trim().length(2, 'Give the two-letter code of a country.'),
      weight: z.number().positive().max(100),
      length: z.number().positive().max(300),
      width: z.number().positive().max(300),
      height: z.number().positive().max(300),
    }),
  }),
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    rates: z.array(ShippingRate),
    error: z.null(),
  }),
  refusals: ['country_not_served', 'bad_postcode'],
  limit: { calls: 60, windowMs: 60_000 },
})

/** When a piece would be there, in days from today, and what sending it costs in dollars. */
const DeliveryOption = z.object({
  service: z.string(),
  fromDays: z.number(),
  toDays: z.number(),
  rate: z.number(),
})

export const estimateDelivery = endpoint({
  method: 'GET',
  path: '/shipping/estimate/{id}',
  summary:
    'How soon and for how much one piece of a product gets to a country: the cheapest way, and the fastest',
  access: 'public',
  params: z.object({ id: ProductId }),
  query: z.object({ country: z.string().trim().length(2, 'Give the two-letter code of a country.') }),
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    sentFrom: z.string(),
    options: z.array(DeliveryOption),
  }),
  refusals: ['country_not_served', 'product_not_found'],
  limit: { calls: 120, windowMs: 60_000 },
})

export type DeliveryEstimateData = z.input<typeof estimateDelivery.answer>
export type ShippingRateData = z.input<typeof ShippingRate>
export type CountryData = z.input<typeof Country>
