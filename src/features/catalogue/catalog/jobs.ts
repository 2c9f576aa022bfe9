export { enqueuePictures, createFetchPicturesJob } from './import/write/fetch-pictures.ts'
export { foldPendingCounters, recountSearchWordsNightly } from './lists/counter-jobs.ts'
export { createDeleteUploadsJob } from './authoring/upload-jobs.ts'
