import { type Database, inTransaction } from '#database/database.ts'
import { newId } from '#core/ids.ts'
import { HOUR, addMs } from '#core/time.ts'
import type { Files } from '#platform/files/files.ts'
import { removePicture, storeUpload } from '#platform/files/pictures.ts'
import type { ReviewPictureData } from '../contract.ts'
import { deleteReviewPictures, insertReviewPicture, lockUnattachedPictures } from './picture-queries.ts'
import { toReviewPictureView } from '../review-view.ts'

/** A picture as it came, in base64, and who uploads it. */
export type ReviewPictureInput = Readonly<{ base64: string; accountId: number; now: Date }>

/** How long a picture waits for its review. */
const ATTACH_WITHIN_MS = 24 * HOUR

/** Stores a picture for a review that is yet to be saved. Throws `not_a_picture`. */
export async function saveReviewPicture(
  db: Database,
  files: Files,
  { base64, accountId, now }: ReviewPictureInput,
): Promise<ReviewPictureData> {
  const publicId = newId('picture', now.getTime())
  // Named by its id too: two people's pictures never share a file, so one can go without the other.
  const stored = await storeUpload(files, Buffer.from(base64, 'base64'), publicId)
  await insertReviewPicture(db, { ...stored, publicId, accountId, createdAt: now })
  return toReviewPictureView({ ...stored, id: publicId }, 'Your picture')
}

/** Deletes pictures that belong to no review a day after they came, and their files; returns how many, at most 100. */
export async function deleteUnattachedReviewPictures(db: Database, files: Files, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    const unattached = await lockUnattachedPictures(tx, addMs(now, -ATTACH_WITHIN_MS), 100)
    // Files first: what fails after them is done again, and a file that is gone already does no harm.
    await Promise.all(unattached.map(({ key }) => removePicture(files, key)))
    await deleteReviewPictures(
      tx,
      unattached.map(({ id }) => id),
    )
    return unattached.length
  })
}
