import { type Database, inTransaction } from '#database/database.ts'
import { newId } from '#core/ids.ts'
import { HOUR, later } from '#core/time.ts'
import type { Files } from '#platform/files/files.ts'
import { removePicture, storeUpload } from '#platform/files/pictures.ts'
import type { ReviewPictureData } from '../contract.ts'
import { deletePictures, insertPicture, lockLoosePictures } from './picture-queries.ts'
import { shownPicture } from '../review-view.ts'

/** A picture as it came, in base64, and who uploads it. */
export type Uploaded = Readonly<{ base64: string; personId: number; now: Date }>

/** How long a picture waits for its review. */
const WAIT_MS = 24 * HOUR

/** Keeps a picture for a review that is yet to be saved. Throws `not_a_picture`. */
export async function keepPicture(
  db: Database,
  files: Files,
  { base64, personId, now }: Uploaded,
): Promise<ReviewPictureData> {
  const publicId = newId('picture', now.getTime())
  // Named by its id too: two people's pictures never share a file, so one can go without the other.
  const stored = await storeUpload(files, Buffer.from(base64, 'base64'), publicId)
  await insertPicture(db, { ...stored, publicId, personId, createdAt: now })
  return shownPicture({ ...stored, id: publicId }, 'Your picture')
}

/** Forgets pictures that belong to no review a day after they came, and their files; gives how many, at most 100. */
export async function forgetLoosePictures(db: Database, files: Files, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    const loose = await lockLoosePictures(tx, later(now, -WAIT_MS), 100)
    // Files first: what fails after them is done again, and a file that is gone already does no harm.
    await Promise.all(loose.map(({ key }) => removePicture(files, key)))
    await deletePictures(
      tx,
      loose.map(({ id }) => id),
    )
    return loose.length
  })
}
