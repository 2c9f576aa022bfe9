import type { Files } from '#platform/files/files.ts'
import { type Job, job } from '#platform/jobs/job.ts'
import { createDeleteUnusedJob } from '#platform/files/uploads.ts'
import { productPictureUploads } from './management/authoring/product-pictures.ts'
import { z } from 'zod'
import { DAY } from '#core/time.ts'
import { foldStoreCounters } from '#features/catalogue/suppliers/service.ts'
import { foldCounters } from './storefront/lists/list-queries.ts'
import { checkFacetGroups, foldFacetGroups } from './storefront/facets/facet-groups.ts'
import { checkSearchWords, foldSearchWords } from './storefront/search/search-words.ts'
import { foldSales } from './stock/stock-queries.ts'

export { moveArchivedProducts } from './management/warehouses/move-products.ts'
export { createFetchPicturesJob } from './import/write/fetch-pictures.ts'

/** Deletes, each night, the uploaded pictures that belong to no product. */
export function createDeleteUploadsJob(files: Files): Job {
  return createDeleteUnusedJob(productPictureUploads, files, {
    name: 'catalog.forget_uploads',
    every: '11 4 * * *',
  })
}

/**
 * Adds pending sales and the latest changes of counters, facet groups and words to their totals. Lists and facets show
 * correct totals even before; the counts of words, which rank them, are a minute behind at most.
 */
export const foldPendingCounters = job({
  name: 'catalog.fold_figures',
  input: z.object({}),
  attempts: 1,
  every: '* * * * *',
  async run(_input, { db }) {
    await foldSales(db)
    await foldCounters(db)
    await foldStoreCounters(db)
    await foldFacetGroups(db)
    await foldSearchWords(db)
  },
})

/** Compares the counts of facets and words with the products each night, and corrects and reports differences. */
export const checkCountsNightly = job({
  name: 'catalog.recount_words',
  input: z.object({}),
  attempts: 1,
  every: '43 3 * * *',
  timeoutSeconds: 3_600,
  async run(_input, { db, now, log }) {
    const facets = await checkFacetGroups(db)
    const words = await checkSearchWords(db, Math.floor(now.getTime() / DAY))
    if (facets + words > 0) log.warn({ facets, words }, 'corrected counts of the catalogue')
  },
})
