import { selectProductsByExternalKeys } from '#features/catalogue/catalog/service.ts'
import { addReviews, hasReviews, type NewReview } from '#features/catalogue/reviews/service.ts'
import { listSuppliers } from '#features/catalogue/suppliers/service.ts'
import { refreshReliability } from '#features/sales/orders/statistics/reliability/jobs.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { AppSetup } from '../wiring/setup.ts'
import { type DemoFiles, readDemoFiles } from './catalogue/demo-files.ts'
import { loadCatalogue, type DemoCatalogue } from './catalogue/load-catalogue.ts'
import { getReviewTime } from './history/plan-history.ts'
import { importLists } from './import-lists.ts'
import { connectVendorShop } from './open-vendor-shop.ts'
import { simulateHistory } from './history/simulate-history.ts'

/** The dependencies of loading the demo besides the shop's setup. */
export type DemoSetup = AppSetup & Readonly<{ enqueue: Enqueue; now: Date }>

/**
 * Fills an empty marketplace with the demo: suppliers, their feeds, and half a year of sales. Feeds are imported like
 * any supplier's, and the shop's own services simulate the sales (`simulateHistory`). If `DEMO` is `catalogue`, or
 * the sandbox takes no payments, nothing is simulated, and only the reviews are stored. Does nothing in a marketplace
 * that has other suppliers, or the complete demo. The reviews are stored last, so their absence reveals an
 * interrupted load, which the next start completes.
 */
export async function loadDemo({ enqueue, now, ...setup }: DemoSetup): Promise<void> {
  const { db, config, log } = setup
  const files = await readDemoFiles()
  const existingSuppliers = await listSuppliers(db)
  const hasForeignSuppliers = existingSuppliers.some(
    ({ name }) => !files.suppliers.some((supplier) => supplier.name === name),
  )
  if (hasForeignSuppliers || (await hasReviews(db))) return
  const load = () => loadCatalogue({ db, enqueue, log, files, storage: setup.files, now })
  if (!includesHistory(config)) return storeReviews(setup, { files, catalogue: await load(), now })
  try {
    const stepCount = await simulateHistory(setup, { files, loadCatalogue: load, now })
    await refreshReliability(setup.db, now)
    log.info({ steps: stepCount }, 'created the history of the demo')
  } catch (error) {
    // Nothing was committed, and the shop works without it.
    log.error({ err: error }, 'could not create the history of the demo: it has no customers and sales')
    await storeReviews(setup, { files, catalogue: await load(), now })
    return
  }
  await connectVendorShop(setup.db, { enqueue, now })
  await importLists(setup.db, { files: setup.files, enqueue, log, now })
}

/** Returns whether the demo includes accounts and sales: never in production, where money and accounts are real. */
export function includesHistory({ demo, production, sandboxPay }: AppSetup['config']): boolean {
  return demo === 'on' && sandboxPay && !production
}

type ReviewImport = Readonly<{ files: DemoFiles; catalogue: DemoCatalogue; now: Date }>

async function storeReviews({ db }: AppSetup, { files, catalogue, now }: ReviewImport): Promise<void> {
  const reviews = await Promise.all(
    catalogue.suppliers.map(async ({ id: supplierId, slug }) => {
      const supplierReviews = files.reviews.filter((review) => review.supplier === slug)
      const externalKeys = supplierReviews.map((review) => review.externalKey)
      const keys = await selectProductsByExternalKeys(db, { supplierId, externalKeys })
      const products = new Map(keys.map(({ externalKey, id }) => [externalKey, id]))
      return supplierReviews.flatMap((review): NewReview[] => {
        const productId = products.get(review.externalKey)
        const { rating, text, author: userName } = review
        return productId === undefined
          ? []
          : [{ productId, rating, text, userName, createdAt: getReviewTime(review, now) }]
      })
    }),
  )
  await addReviews(db, reviews.flat())
}
