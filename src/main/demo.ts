import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Database } from '#database/database.ts'
import { enqueuePictures } from '#features/catalog/jobs.ts'
import type { FeedSource } from '#features/catalog/import/feed-source.ts'
import { importFeed } from '#features/catalog/import/import-feed.ts'
import { listByExternalKeys } from '#features/catalog/service.ts'
import { addReviews, hasReviews, type NewReview } from '#features/reviews/service.ts'
import { listSuppliers, saveSupplierProfile } from '#features/suppliers/service.ts'
import { HOUR, later } from '#ground/time.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { Log } from '#platform/log.ts'
import { feedInParts } from './feed-in-parts.ts'

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
 * The last pieces of each feed go in by turns, three and one of each supplier, so that "newest first" begins with
 * something of everybody and not with all that the last supplier has.
 */
const TURNS = [3, 1]

/**
 * Fills an empty marketplace with the demo: suppliers, their feeds by the same import as anybody's, and reviews. Does
 * nothing in a marketplace that has other suppliers, or all of the demo. The reviews come last and all at once, so a load
 * that was killed is known by their lack, and finished by the next start.
 */
export async function loadDemo({ db, enqueue, log, now }: DemoSetup): Promise<void> {
  const demo = await readDemo()
  const known = await listSuppliers(db)
  const isForeign = known.some(({ name }) => !demo.suppliers.some((supplier) => supplier.name === name))
  if (isForeign || (await hasReviews(db))) return
  const shares: Share[] = []
  for (const supplier of demo.suppliers) shares.push(...(await sharesOf(db, supplier)))
  // In turns; the sort keeps the suppliers of each in their order.
  for (const { turn, name, ...order } of shares.toSorted((one, other) => one.turn - other.turn)) {
    const report = await importFeed(db, {
      ...order,
      asOf: now,
      now,
      enqueuePictures: enqueuePictures(enqueue),
    })
    log.info({ supplier: name, turn, created: report.created, refused: report.refused.length }, 'demo')
  }
  const reviews = await Promise.all(
    shares
      .filter(({ turn }) => turn === 0)
      .map(({ slug, supplierId }) => {
        const said = demo.reviews.filter((review) => review.supplier === slug)
        return reviewsOf(db, supplierId, { said, now })
      }),
  )
  await addReviews(db, reviews.flat())
}

/** What one supplier brings in one turn. */
type Share = Readonly<{
  turn: number
  slug: string
  name: string
  supplierId: number
  warehouseId: number
  source: FeedSource
}>

/** Makes or finds the supplier; gives what it brings in each turn. */
async function sharesOf(db: Database, given: Supplier): Promise<Share[]> {
  const { slug, name, feed } = given
  const { supplier, warehouse } = await saveSupplierProfile(db, profileOf(given))
  const file = { name: feed, open: () => createReadStream(path.join(DEMO_FOLDER, 'feeds', feed)) }
  const owner = { slug, name, supplierId: supplier.id, warehouseId: warehouse.id }
  return (await feedInParts(file, TURNS)).map((source, turn) => ({ turn, ...owner, source }))
}

async function reviewsOf(
  db: Database,
  supplierId: number,
  { said, now }: { said: readonly Review[]; now: Date },
): Promise<NewReview[]> {
  const externalKeys = said.map((review) => review.externalKey)
  const keys = await listByExternalKeys(db, { supplierId, externalKeys })
  const products = new Map(keys.map(({ externalKey, id }) => [externalKey, id]))
  return said.flatMap((review) => reviewOf(review, products.get(review.externalKey), now))
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
