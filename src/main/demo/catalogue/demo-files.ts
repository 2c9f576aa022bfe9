import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** The folder of the demo marketplace. The host in its feeds' picture URLs follows below. */
export const DEMO_FOLDER = fileURLToPath(new URL('../../../../demo', import.meta.url))
export const DEMO_PICTURE_HOST = 'demo.cabochon.example'

const DemoSupplier = z.object({
  slug: z.string(),
  name: z.string(),
  country: z.string(),
  city: z.string(),
  warehouse: z.string(),
  description: z.string(),
  yearsOfExperience: z.number(),
  mainCategories: z.array(z.string()),
  contactEmail: z.string(),
  /** The store's owner, as at sign-up. */
  owner: z.object({ firstName: z.string(), lastName: z.string() }),
  /** The days between the supplier's sign-up and the loading of the demo. */
  joinedDaysAgo: z.number(),
  stated: z.object({
    storeRating: z.number(),
    onTimeDeliveryPercent: z.number(),
    responseTime: z.string(),
    onlineRevenue: z.string(),
    mainMarket: z.string(),
    collabSuppliers: z.number(),
  }),
  feed: z.string(),
})

const DemoReview = z.object({
  supplier: z.string(),
  externalKey: z.string(),
  rating: z.number(),
  author: z.string().nullable(),
  daysAgo: z.number(),
  text: z.string(),
})

const DemoAddress = z.object({
  country: z.string(),
  blockNumber: z.string().default(''),
  streetAddress: z.string(),
  unitNumber: z.string().default(''),
  city: z.string().default(''),
  state: z.string().default(''),
  zipCode: z.string(),
  mobileNumber: z.string(),
})

const DemoHistory = z.object({
  firstNames: z.array(z.string()),
  surnames: z.record(z.string(), z.array(z.string())),
  places: z.array(DemoAddress),
  conversations: z.array(z.array(z.string())),
  answers: z.object({ glad: z.array(z.string()), sorry: z.array(z.string()) }),
  complaints: z.array(
    z.object({
      kind: z.enum(['return', 'damaged', 'not_delivered', 'wrong']),
      reason: z.string(),
      text: z.string(),
      ends: z.enum(['in_part', 'returned', 'ruled', 'withdrawn', 'open', 'escalated']),
      reply: z.string(),
    }),
  ),
})

export type DemoSupplierData = z.output<typeof DemoSupplier>
export type DemoReviewData = z.output<typeof DemoReview>
export type DemoHistoryData = z.output<typeof DemoHistory>
export type DemoAddressData = z.output<typeof DemoAddress>

/** The files of the demo: its suppliers, their reviews, and the input of the simulated history. */
export type DemoFiles = Readonly<{
  suppliers: readonly DemoSupplierData[]
  reviews: readonly DemoReviewData[]
  history: DemoHistoryData
}>

/** Reads the demo's files. */
export async function readDemoFiles(): Promise<DemoFiles> {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(path.join(DEMO_FOLDER, name), 'utf8'))
  return {
    suppliers: z.array(DemoSupplier).parse(await read('suppliers.json')),
    reviews: z.array(DemoReview).parse(await read('reviews.json')),
    history: DemoHistory.parse(await read('history.json')),
  }
}
