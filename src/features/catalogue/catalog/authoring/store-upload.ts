import { type Database, inTransaction } from '#database/database.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import { newSecretId } from '#core/ids.ts'
import { smallPicturePath } from '#core/media-path.ts'
import { HOUR, addMs } from '#core/time.ts'
import { limitConcurrency } from '#platform/concurrency/limit-concurrency.ts'
import type { Files } from '#platform/files/files.ts'
import { removePicture, storePhoto } from '#platform/files/pictures.ts'
import type { OwnPictureData } from './own-contract.ts'
import { deleteUploads, insertUpload, lockUnattachedUploads } from './picture-queries.ts'

/** How long a picture waits for its product. */
const ATTACH_WITHIN_MS = 24 * HOUR

/** Each takes a processor for some tenths of a second, and tens of megabytes. */
const limitProcessing = limitConcurrency({ atOnce: 2 })

/** A picture as it came, and whose store it is for. */
export type ProductPictureInput = Readonly<{ bytes: Uint8Array; ownerId: number; now: Date }>

/** Stores a picture for a product that is yet to be saved. Throws `not_a_picture` and `busy`; refuses with `no_store`. */
export async function saveUpload(
  db: Database,
  files: Files,
  { bytes, ownerId, now }: ProductPictureInput,
): Promise<OwnPictureData> {
  const { supplierId } = await getStoreLocation(db, ownerId)
  // Named by chance too: two uploads never share a file, so one can go without the other.
  const stored = await limitProcessing(() => storePhoto(files, bytes, newSecretId('picture')))
  await insertUpload(db, { ...stored, supplierId, now })
  return { key: stored.key, tint: stored.tint, image_url: smallPicturePath(stored.key) }
}

/** Deletes uploads that belong to no product a day after they came, and their files; returns how many, at most 100. */
export async function deleteUnattachedUploads(db: Database, files: Files, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    const unattached = await lockUnattachedUploads(tx, addMs(now, -ATTACH_WITHIN_MS), 100)
    // Files first: what fails after them is done again, and a file that is gone already does no harm.
    await Promise.all(unattached.map((key) => removePicture(files, key)))
    await deleteUploads(tx, unattached)
    return unattached.length
  })
}
