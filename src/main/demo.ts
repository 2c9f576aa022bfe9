import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Database } from '#database/database.ts'
import { enqueuePictures } from '#features/catalog/jobs.ts'
import { importFeed } from '#features/catalog/import/import-feed.ts'
import { listByExternalKeys } from '#features/catalog/service.ts'
import { addReviews, type NewReview } from '#features/reviews/service.ts'
import { listSuppliers, saveSupplierProfile } from '#features/suppliers/service.ts'
import { HOUR, later } from '#ground/time.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { Log } from '#platform/log.ts'

/** The folder of the demo marketplace, and the host under which its feeds name their pictures. */
export const DEMO_FOLDER = fileURLToPath(new URL('../../demo', import.meta.url))
export const DEMO_PICTURE_HOST = 'demo.cabochon.example'

const DemoSupplier = z.object({
  slug: z.string(),
  name: z.string(),
  country: z.string(),
  city: z.string(),
  warehouse: z.string(),
  story: z.string(),
  yearsOfExperience: z.number(),
  mainCategories: z.array(z.string()),
  contactEmail: z.string(),
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

type Supplier = z.output<typeof DemoSupplier>
type Review = z.output<typeof DemoReview>

/** What loading the demo needs. */
export type DemoSetup = Readonly<{ db: Database; enqueue: Enqueue; log: Log; now: Date }>

/**
 * Fills an empty marketplace with the demo: suppliers, their feeds by the same import as anybody's, and reviews. Does
 * nothing once there are suppliers. A load that was killed leaves no reviews of a supplier or all of them, and is
 * finished by the next start.
 */
export async function loadDemo({ db, enqueue, log, now }: DemoSetup): Promise<void> {
  const demo = await readDemo()
  const known = new Set((await listSuppliers(db)).map((supplier) => supplier.name))
  const isForeign = [...known].some((name) => !demo.suppliers.some((supplier) => supplier.name === name))
  const last = demo.suppliers.at(-1)
  if (isForeign || !last || known.has(last.name)) return
  for (const supplier of demo.suppliers) {
    const reviews = demo.reviews.filter((review) => review.supplier === supplier.slug)
    await loadSupplier({ db, enqueue, log, now }, supplier, reviews)
  }
}

async function loadSupplier(
  { db, enqueue, log, now }: DemoSetup,
  given: Supplier,
  reviews: readonly Review[],
): Promise<void> {
  const { supplier, warehouse, isNew } = await saveSupplierProfile(db, profileOf(given))
  const report = await importFeed(db, {
    supplierId: supplier.id,
    warehouseId: warehouse.id,
    source: { name: given.feed, open: () => createReadStream(path.join(DEMO_FOLDER, 'feeds', given.feed)) },
    now,
    enqueuePictures: enqueuePictures(enqueue),
  })
  log.info({ supplier: given.name, created: report.created, refused: report.refused.length }, 'demo')
  if (!isNew) return
  const keys = await listByExternalKeys(db, {
    supplierId: supplier.id,
    externalKeys: reviews.map((review) => review.externalKey),
  })
  const products = new Map(keys.map(({ externalKey, id }) => [externalKey, id]))
  await addReviews(
    db,
    reviews.flatMap((review) => reviewOf(review, products.get(review.externalKey), now)),
  )
}

function profileOf({ stated, slug: _slug, feed: _feed, ...profile }: Supplier) {
  return {
    ...profile,
    statedStoreRating: stated.storeRating,
    statedOnTimePercent: stated.onTimeDeliveryPercent,
    statedResponseTime: stated.responseTime,
    statedOnlineRevenue: stated.onlineRevenue,
    statedMainMarket: stated.mainMarket,
    statedPartners: stated.collabSuppliers,
  }
}

function reviewOf(review: Review, productId: number | undefined, now: Date): NewReview[] {
  if (productId === undefined) return []
  const createdAt = later(now, -24 * HOUR * review.daysAgo)
  return [{ productId, rating: review.rating, text: review.text, userName: review.author, createdAt }]
}

async function readDemo(): Promise<{ suppliers: Supplier[]; reviews: Review[] }> {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(path.join(DEMO_FOLDER, name), 'utf8'))
  return {
    suppliers: z.array(DemoSupplier).parse(await read('suppliers.json')),
    reviews: z.array(DemoReview).parse(await read('reviews.json')),
  }
}
