import { z } from '@hono/zod-openapi'
import { HOUR, MINUTE } from '#core/time.ts'
import { toMultiline, toSingleLine } from '#core/text/normalize-text.ts'
import { endpoint, PUBLIC_READ } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { ACCOUNT_READ_LIMITS } from '#platform/http/limits/account-limits.ts'

/** The figures of a supplier's profile, as texts for display. */
export const StatedFigures = z.object({
  storeRating: z.number().nullable(),
  onTimeDeliveryPercent: z.number().nullable(),
  responseTime: z.string().nullable(),
  onlineRevenue: z.string().nullable(),
  mainMarket: z.string().nullable(),
  collabSuppliers: z.number().nullable(),
})

/**
 * The marketplace's own figures: products listed now, products sold in paid orders, buyers' ratings and their average
 * to one decimal, 0 if there are none. Ratings of unlisted products count, too.
 */
const MeasuredFigures = z.object({
  products: z.number(),
  sold: z.number(),
  rating: z.number(),
  ratingCount: z.number(),
})

/**
 * The reliability of a supplier, computed from its finished orders of the last 180 days; null below twenty orders. The
 * median time from order to response is in minutes.
 */
export const Reliability = z
  .object({
    finishedOrders: z.number(),
    onTimeDeliveryPercent: z.number().nullable(),
    onTimeShippingPercent: z.number().nullable(),
    answerMinutes: z.number().nullable(),
    /** The average of buyers' ratings to one decimal; null without any. */
    storeRating: z.number().nullable(),
  })
  .nullable()

export { StoreHoliday } from './handling/shapes.ts'

/**
 * A store's logo; `image_url` is the 400 px WebP, and the other widths have the same name, as for pictures of products.
 */
const StoreLogo = z.object({ image_url: z.string(), key: z.string(), tint: z.string() })

/** A verified supplier's store. `country` is ISO 3166 alpha-2; `warehouses` are where it ships from. */
export const Store = z
  .object({
    id: z.string(),
    name: z.string(),
    logo: StoreLogo.nullable(),
    country: z.string(),
    city: z.string().nullable(),
    description: z.string().nullable(),
    yearsOfExperience: z.number().nullable(),
    memberSince: z.string(),
    warehouses: z.array(z.object({ name: z.string(), country: z.string() })),
    stated: StatedFigures,
    measured: MeasuredFigures,
    reliability: Reliability,
  })
  .openapi('Store')

export const getStoreByID = endpoint({
  method: 'GET',
  path: '/shop/getStoreByID/{id}',
  summary: "Returns a verified supplier's store: its profile and statistics",
  ...PUBLIC_READ,
  params: z.object({ id: z.string().max(100) }),
  answer: Envelope.extend({ getStore: Store }),
})

/** A supplier's own store, verified or not. Only products of verified stores are listed. */
const OwnStore = z.object({
  id: z.string(),
  /** Null until its owner has named it: only named stores can be verified. */
  name: z.string().nullable(),
  isVerified: z.boolean(),
  logo: StoreLogo.nullable(),
  country: z.string(),
  city: z.string().nullable(),
  description: z.string().nullable(),
  yearsOfExperience: z.number().nullable(),
  mainCategories: z.array(z.string()),
  measured: MeasuredFigures,
})

export const getMyStore = endpoint({
  method: 'GET',
  path: '/shop/getMyStore',
  summary: 'Returns your store, verified or not; null when you have none',
  access: { manufacturer: 'store:read' },
  answer: Envelope.extend({ store: OwnStore.nullable() }),
  limit: ACCOUNT_READ_LIMITS.row,
})

const Years = z
  .int('Enter whole years.')
  .min(0, 'Enter 0 years or more.')
  .max(500, 'Enter at most 500 years.')

const MainCategory = z
  .string()
  .overwrite(toSingleLine)
  .min(1)
  .max(60, 'Use at most 60 characters for a category.')

/** The input of a store's profile. Of two concurrent saves the later one wins. */
const StoreForm = z.object({
  /** Unchanged if omitted; a verified store's name is fixed. */
  name: z
    .string()
    .overwrite(toSingleLine)
    .min(2, 'Use at least 2 characters for the name.')
    .max(80, 'Use at most 80 characters for the name.')
    .optional(),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'Enter a two-letter country code.'),
  /** Omitted, city and description are unchanged; null and an empty text remove them. */
  city: z.string().overwrite(toSingleLine).max(80, 'Use at most 80 characters.').nullable().optional(),
  description: z
    .string()
    .overwrite(toMultiline)
    .max(2_000, 'Use at most 2,000 characters.')
    .nullable()
    .optional(),
  yearsOfExperience: Years.nullable(),
  mainCategories: z.array(MainCategory).max(20, 'Enter at most 20 categories.'),
})

export const saveMyStore = endpoint({
  method: 'POST',
  path: '/shop/saveMyStore',
  summary:
    'Saves the profile of your store: name, country, city, description, years of experience and main categories',
  access: { manufacturer: 'settings:write' },
  body: z.object({ data: StoreForm }),
  answer: Envelope.extend({ store: OwnStore }),
  refusals: ['no_store', 'unknown_country', 'name_verified'],
  limit: { calls: 60, windowMs: 10 * MINUTE },
})

/** The largest accepted logo, in bytes. */
const MAX_LOGO_BYTES = 5_000_000

export const uploadStoreLogo = endpoint({
  method: 'POST',
  path: '/shop/uploadStoreLogo',
  summary:
    'Uploads the logo of your store, replacing an earlier one. The body is a JPEG, PNG or WebP of at most 5 MB',
  access: { manufacturer: 'settings:write' },
  takes: 'bytes',
  body: z.instanceof(Uint8Array).openapi({ type: 'string', format: 'binary' }),
  maxBytes: MAX_LOGO_BYTES,
  answer: Envelope.extend({ logo: StoreLogo }),
  refusals: ['no_store', 'not_a_picture'],
  limit: { calls: 30, windowMs: HOUR },
})

export const deleteStoreLogo = endpoint({
  method: 'POST',
  path: '/shop/deleteStoreLogo',
  summary: 'Removes the logo of your store',
  access: { manufacturer: 'settings:write' },
  answer: Envelope,
  refusals: ['no_store'],
  limit: { calls: 30, windowMs: HOUR },
})

export type StoreLogoData = z.input<typeof StoreLogo>
export type StoreFormData = z.output<typeof StoreForm>
export type OwnStoreData = z.input<typeof OwnStore>
export type StoreData = z.input<typeof Store>
export type StatedFiguresData = z.input<typeof StatedFigures>

/** A supplier's reliability as shown in the shop. */
export type ReliabilityData = z.input<typeof Reliability>
