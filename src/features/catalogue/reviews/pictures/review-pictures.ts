import type { Database } from '#database/database.ts'
import { newId } from '#core/ids.ts'
import { HOUR } from '#core/time.ts'
import type { Files } from '#platform/files/files.ts'
import { publicPictures } from '#platform/files/picture-formats.ts'
import { defineUploads } from '#platform/files/uploads.ts'
import type { ReviewPictureData } from '../contract.ts'
import { insertReviewPicture } from './picture-queries.ts'
import { toReviewPictureView } from '../review-view.ts'

/** The pictures of reviews, uploaded before the review is saved. */
export const reviewPictureUploads = defineUploads({
  format: publicPictures('pictures'),
  table: { name: 'review_pictures', keyColumn: 'key', usedByColumn: 'review_id' },
  unusedLifetimeMs: 24 * HOUR,
  createId: (now) => newId('picture', now.getTime()),
  findOwner: (_db, { accountId }: Readonly<{ accountId: number }>) => Promise.resolve(accountId),
  insert: (db, accountId, { id, stored, now }) =>
    insertReviewPicture(db, { ...stored, publicId: id, accountId, createdAt: now }),
})

/** An uploaded picture in base64, and the account that uploads it. */
export type ReviewPictureInput = Readonly<{ base64: string; accountId: number; now: Date }>

/** Stores a picture for a review that will be saved later. Throws `not_a_picture` and `busy`. */
export async function saveReviewPicture(
  db: Database,
  files: Files,
  { base64, accountId, now }: ReviewPictureInput,
): Promise<ReviewPictureData> {
  const bytes = Buffer.from(base64, 'base64')
  const { id, stored } = await reviewPictureUploads.save({ db, files, now }, bytes, { accountId })
  return toReviewPictureView({ ...stored, id }, 'Your picture')
}
