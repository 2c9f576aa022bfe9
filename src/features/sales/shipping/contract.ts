import { z } from '@hono/zod-openapi'
import { ProductId } from '#features/catalogue/catalog/contract.ts'
import { idPattern } from '#core/ids.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { ACCOUNT_READ_LIMITS } from '#platform/http/limits/account-limits.ts'

const Country = z.object({ code: z.string(), name: z.string() })

/**
 * A service for a shipment. `rate` in dollars, `service` with underscores for spaces, `minDays` to `estimatedDays` in
 * transit; `freeFrom` is the value of the shipment in dollars from which it is free, null if it never is.
 */
export const ShippingRate = z
  .object({
    id: z.string(),
    service: z.string(),
    minDays: z.number(),
    estimatedDays: z.number(),
    rate: z.number(),
    freeFrom: z.number().nullable(),
  })
  .openapi('ShippingRate')

/** One supplier's shipment of a cart, and its rates, cheapest first. */
const Shipment = z
  .object({ supplier: z.object({ id: z.string(), name: z.string() }), rates: z.array(ShippingRate) })
  .openapi('Shipment')

const AddressLine = (max: number) =>
  z.string().overwrite(toSingleLine).min(1, 'Fill this in.').max(max, `Use at most ${max} characters.`)

/** An address in the form that carriers need; the country as ISO 3166 alpha-2. */
export const PostalAddressShape = z
  .object({
    name: AddressLine(100),
    street1: AddressLine(100),
    street2: z.string().overwrite(toSingleLine).max(100, 'Use at most 100 characters.').optional(),
    city: AddressLine(100),
    state: z.string().overwrite(toSingleLine).max(60, 'Use at most 60 characters.').optional(),
    zip: z.string().overwrite(toSingleLine).max(20, 'Use at most 20 characters.'),
    country: z.string().regex(/^[A-Z]{2}$/, 'Enter the two-letter country code, such as SG.'),
    phone: AddressLine(30),
  })
  .openapi('PostalAddress')

export const getAllCountries = endpoint({
  method: 'GET',
  path: '/shop/getAllCountries',
  summary: 'Lists the countries the marketplace ships to',
  access: 'public',
  query: z.object({
    /** `all`: also countries that are currently not delivered to, such as that of a warehouse or a bank. */
    scope: z.enum(['served', 'all']).default('served'),
  }),
  answer: Envelope.extend({ countries: z.array(Country) }),
})

const AddressText = z.string().trim().max(100)

export const getRates = endpoint({
  method: 'POST',
  path: '/shipping/rates',
  summary:
    'Returns shipping rates to an address, cheapest first; a rate is honoured for an hour. Each supplier sends a separate shipment: `shipments` has the rates of each, `rates` those of all together. To choose a rate for each shipment, an order names their ids joined by `+`. Without `items` the rates are those of one shipment, and an order pays the chosen one for each of its suppliers',
  access: 'public',
  body: z.object({
    shipmentDetails: z.object({
      toZip: AddressText.max(20),
      toCity: AddressText.default(''),
      toState: AddressText.default(''),
      toCountry: z.string().trim().length(2, 'Enter the two-letter country code, such as SG.'),
      weight: z.number().positive().max(100),
      length: z.number().positive().max(300),
      width: z.number().positive().max(300),
      height: z.number().positive().max(300),
    }),
    /** The cart: the parcels of its products are quoted if their weights are known, for these products only. */
    items: z
      .array(
        z.object({
          id: z.string().max(100),
          variantId: z.string().max(100).optional(),
          quantity: z.int().min(1).max(9_999),
        }),
      )
      .max(200)
      .default([]),
  }),
  answer: Envelope.extend({
    rates: z.array(ShippingRate),
    /** Empty if no listed product is named. */
    shipments: z.array(Shipment),
    error: z.null(),
  }),
  refusals: ['country_not_served', 'bad_postcode'],
  limit: { calls: 60, windowMs: 60_000 },
})

/**
 * The delivery time of a product and its shipping cost in dollars: `minDays` to `maxDays` in transit, after the
 * processing of 1-2 business days; `fromDays` to `toDays` is the total in calendar days from today (UTC).
 */
const DeliveryOption = z.object({
  service: z.string(),
  minDays: z.number(),
  maxDays: z.number(),
  fromDays: z.number(),
  toDays: z.number(),
  rate: z.number(),
  freeFrom: z.number().nullable(),
})

export const estimateDelivery = endpoint({
  method: 'GET',
  path: '/shipping/estimate/{id}',
  summary:
    'Returns the delivery time and cost of one unit of a product to a country, cheapest first; of many services the cheapest and the fastest',
  access: 'public',
  params: z.object({ id: ProductId }),
  query: z.object({
    country: z.string().trim().length(2, 'Enter the two-letter country code, such as SG.'),
    /** The default is the first variant in stock. */
    variant: z.string().max(100).optional(),
  }),
  answer: Envelope.extend({
    sentFrom: z.string(),
    options: z.array(DeliveryOption),
  }),
  refusals: ['country_not_served', 'product_not_found', 'no_estimate'],
  limit: { calls: 120, windowMs: 60_000 },
})

/** A text of one line: a line break in an address would add lines to emails. */
const Line = (max: number) => z.string().overwrite(toSingleLine).max(max).default('')

/**
 * An address as its owner types it, with the fields of the checkout form (ENT-12); `label` is its name, such as Home.
 */
const AddressForm = z.object({
  label: Line(60),
  country: z.string().trim().length(2, 'Enter the two-letter country code, such as SG.'),
  blockNumber: Line(20),
  streetAddress: Line(200),
  unitNumber: Line(20),
  buildingName: Line(100),
  address2: Line(200),
  city: Line(100),
  state: Line(100),
  zipCode: Line(20),
  mobileNumber: Line(30),
})

const AddressId = z.string().regex(idPattern('address'), 'Enter a valid address id.')

/** A saved address; `mobileNumber` in E.164, `countryName` in English. */
export const SavedAddress = z
  .object({
    id: z.string(),
    label: z.string(),
    country: z.string(),
    countryName: z.string(),
    blockNumber: z.string(),
    streetAddress: z.string(),
    unitNumber: z.string(),
    buildingName: z.string(),
    address2: z.string(),
    city: z.string(),
    state: z.string(),
    zipCode: z.string(),
    mobileNumber: z.string(),
    isDefault: z.boolean(),
  })
  .openapi('SavedAddress')

const Addresses = Envelope.extend({
  addresses: z.array(SavedAddress),
})

const WRITE_LIMIT = { calls: 60, windowMs: 60_000 }

export const getAddresses = endpoint({
  method: 'GET',
  path: '/users/addresses',
  summary: 'Lists your addresses, the default one first',
  access: 'signed_in',
  answer: Addresses,
  limit: ACCOUNT_READ_LIMITS.row,
})

export const saveAddress = endpoint({
  method: 'POST',
  path: '/users/saveAddress',
  summary: 'Saves a new address, or changes the one with that id; returns all addresses',
  access: 'signed_in',
  body: z.object({ id: AddressId.optional(), address: AddressForm, isDefault: z.boolean().default(false) }),
  answer: Addresses,
  refusals: [
    'fields_missing',
    'bad_phone',
    'bad_postcode',
    'country_not_served',
    'address_not_found',
    'too_many_addresses',
  ],
  limit: WRITE_LIMIT,
})

export const removeAddress = endpoint({
  method: 'POST',
  path: '/users/removeAddress',
  summary: 'Deletes an address; returns the remaining ones',
  access: 'signed_in',
  body: z.object({ id: AddressId }),
  answer: Addresses,
  refusals: ['address_not_found'],
  limit: WRITE_LIMIT,
})

export const setDefaultAddress = endpoint({
  method: 'POST',
  path: '/users/setDefaultAddress',
  summary: 'Makes an address the default at checkout; returns all addresses',
  access: 'signed_in',
  body: z.object({ id: AddressId }),
  answer: Addresses,
  refusals: ['address_not_found'],
  limit: WRITE_LIMIT,
})

export type PostalAddressData = z.output<typeof PostalAddressShape>
export type AddressFormData = z.output<typeof AddressForm>
export type SavedAddressData = z.output<typeof SavedAddress>
export type DeliveryEstimateData = z.input<typeof estimateDelivery.answer>
export type ShipmentData = z.input<typeof Shipment>
export type ShippingRateData = z.input<typeof ShippingRate>
export type CountryData = z.input<typeof Country>
