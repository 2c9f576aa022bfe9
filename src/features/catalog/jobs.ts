export { enqueuePictures, fetchPictures } from './import/fetch-pictures.ts'
export { foldListCounters, recountWords } from './figure-jobs.ts'
