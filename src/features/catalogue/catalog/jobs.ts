export { enqueuePictures, createFetchPicturesJob } from './import/write/fetch-pictures.ts'
export { foldPendingCounters, recountSearchWordsNightly } from './counter-jobs.ts'
export { createDeleteUploadsJob } from './upload-jobs.ts'
