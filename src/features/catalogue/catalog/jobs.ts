export { enqueuePictures, fetchPictures } from './import/write/fetch-pictures.ts'
export { foldFigures, recountWords } from './figure-jobs.ts'
export { forgetUploads } from './upload-jobs.ts'
