import { z } from '@hono/zod-openapi'
import { endpoint } from '#platform/http/endpoint.ts'
import { Envelope } from '#platform/http/envelope.ts'

/** What the supplier says of itself; texts as shown. */
export const StatedFigures = z.object({
  storeRating: z.number().nullable(),
  onTimeDeliveryPercent: z.number().nullable(),
  responseTime: z.string().nullable(),
  onlineRevenue: z.string().nullable(),
  mainMarket: z.string().nullable(),
  collabSuppliers: z.number().nullable(),
})

/**
 * What the marketplace has counted itself: pieces listed now, pieces sold in paid orders, buyers' ratings and their
 * average to one decimal, 0 when there are none. Ratings count also when their piece is no longer listed.
 */
const MeasuredFigures = z.object({
  pieces: z.number(),
  sold: z.number(),
  rating: z.number(),
  ratingCount: z.number(),
})

/** A verified supplier's store. `country` is ISO 3166 alpha-2; `warehouses` are where it ships from. */
export const Store = z
  .object({
    id: z.string(),
    name: z.string(),
    country: z.string(),
    city: z.string().nullable(),
    story: z.string().nullable(),
    yearsOfExperience: z.number().nullable(),
    memberSince: z.string(),
    warehouses: z.array(z.object({ name: z.string(), country: z.string() })),
    stated: StatedFigures,
    measured: MeasuredFigures,
  })
  .openapi('Store')

export const getStoreByID = endpoint({
  method: 'GET',
  path: '/shop/getStoreByID/{id}',
  summary: "A verified supplier's store: what it says of itself, and what the marketplace has counted",
  access: 'public',
  params: z.object({ id: z.string().max(100) }),
  answer: Envelope.extend({ getStore: Store }),
})

/** A manufacturer's own store as its owner sees it, verified or not: only the pieces of verified ones are listed. */
const OwnStore = z.object({
  id: z.string(),
  name: z.string(),
  isVerified: z.boolean(),
  measured: MeasuredFigures,
})

export const getMyStore = endpoint({
  method: 'GET',
  path: '/shop/getMyStore',
  summary: 'The store of the manufacturer who asks, verified or not; null when they have none',
  access: ['manufacturer'],
  answer: Envelope.extend({ store: OwnStore.nullable() }),
})

export type OwnStoreData = z.input<typeof OwnStore>
export type StoreData = z.input<typeof Store>
export type StatedFiguresData = z.input<typeof StatedFigures>
