import type { Files } from '#platform/files/files.ts'
import { type Job, job } from '#platform/jobs/job.ts'
import { createDeleteUnusedJob } from '#platform/files/uploads.ts'
import { productPictureUploads } from './management/authoring/product-pictures.ts'
import { z } from 'zod'
import { foldStoreCounters } from '#features/catalogue/suppliers/service.ts'
import { foldCounters } from './storefront/lists/list-queries.ts'
import { recountSearchWords } from './storefront/details/product-queries.ts'
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

/** Adds pending sales and the counters' latest changes to their totals. Lists show correct totals even before. */
export const foldPendingCounters = job({
  name: 'catalog.fold_figures',
  input: z.object({}),
  attempts: 1,
  every: '* * * * *',
  async run(_input, { db }) {
    await foldSales(db)
    await foldCounters(db)
    await foldStoreCounters(db)
  },
})

/** Recounts the words of names each night and deletes unused ones. New words are recorded immediately. */
export const recountSearchWordsNightly = job({
  name: 'catalog.recount_words',
  input: z.object({}),
  attempts: 1,
  every: '43 3 * * *',
  async run(_input, { db }) {
    await recountSearchWords(db)
  },
})
