import { listByExternalKeys } from '#features/catalogue/catalog/service.ts'
import { addReviews, hasReviews, type NewReview } from '#features/catalogue/reviews/service.ts'
import { listSuppliers } from '#features/catalogue/suppliers/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { AppSetup } from '../wiring/setup.ts'
import { type DemoFiles, readDemoFiles } from './catalogue/demo-files.ts'
import { loadCatalogue, type LoadedCatalogue } from './catalogue/load-catalogue.ts'
import { reviewMoment } from './history/plan-history.ts'
import { playHistory } from './history/play-history.ts'

/** What loading the demo needs besides the shop's setup. */
export type DemoSetup = AppSetup & Readonly<{ enqueue: Enqueue; now: Date }>

/**
 * Fills an empty marketplace with the demo: suppliers, their feeds by the same import as anybody's, and half a year of sales
 * played by the shop's own services (`playHistory`). Where `DEMO` is `catalogue`, and where nothing may be paid by the sandbox,
 * nothing is played, and the reviews are simply kept. Does nothing in a marketplace that has other suppliers, or all of the demo.
 * The reviews come last or with everything, so a load that was killed is known by their lack, and finished by the next start.
 */
export async function loadDemo({ enqueue, now, ...setup }: DemoSetup): Promise<void> {
  const { db, config, log } = setup
  const files = await readDemoFiles()
  const known = await listSuppliers(db)
  const isForeign = known.some(({ name }) => !files.suppliers.some((supplier) => supplier.name === name))
  if (isForeign || (await hasReviews(db))) return
  const load = () => loadCatalogue({ db, enqueue, log, files, now })
  if (!isPlayed(config)) return keepReviews(setup, { files, catalogue: await load(), now })
  try {
    const steps = await playHistory(setup, { files, loadCatalogue: load, now })
    log.info({ steps }, 'the history of the demo is played')
  } catch (error) {
    // Nothing of it was kept, and a newcomer still gets a shop.
    log.error(
      { err: error },
      'the history of the demo could not be played: it is shown without people and sales',
    )
    await keepReviews(setup, { files, catalogue: await load(), now })
  }
}

/** Whether the demo comes with people and sales: never in production, where money and accounts are real. */
export function isPlayed({ demo, production, sandboxPay }: AppSetup['config']): boolean {
  return demo === 'on' && sandboxPay && !production
}

type Keeping = Readonly<{ files: DemoFiles; catalogue: LoadedCatalogue; now: Date }>

async function keepReviews({ db }: AppSetup, { files, catalogue, now }: Keeping): Promise<void> {
  const reviews = await Promise.all(
    catalogue.suppliers.map(async ({ id: supplierId, slug }) => {
      const said = files.reviews.filter((review) => review.supplier === slug)
      const externalKeys = said.map((review) => review.externalKey)
      const keys = await listByExternalKeys(db, { supplierId, externalKeys })
      const products = new Map(keys.map(({ externalKey, id }) => [externalKey, id]))
      return said.flatMap((review): NewReview[] => {
        const productId = products.get(review.externalKey)
        const { rating, text, author: userName } = review
        return productId === undefined
          ? []
          : [{ productId, rating, text, userName, createdAt: reviewMoment(review, now) }]
      })
    }),
  )
  await addReviews(db, reviews.flat())
}
