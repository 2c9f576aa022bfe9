import type { Files } from '#platform/files/files.ts'
import type { Job } from '#platform/jobs/job.ts'
import { createDeleteUnusedJob } from '#platform/files/uploads.ts'
import { productPictureUploads } from './authoring/product-pictures.ts'

export { enqueuePictures, createFetchPicturesJob } from './import/write/fetch-pictures.ts'
export { foldPendingCounters, recountSearchWordsNightly } from './lists/counter-jobs.ts'

/** Deletes, each night, the uploaded pictures that belong to no product. */
export function createDeleteUploadsJob(files: Files): Job {
  return createDeleteUnusedJob(productPictureUploads, files, {
    name: 'catalog.forget_uploads',
    every: '11 4 * * *',
  })
}
