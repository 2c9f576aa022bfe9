import { type Database, inTransaction } from '#database/database.ts'
import { newSecretId } from '#core/ids.ts'
import { smallPicturePath } from '#core/media-path.ts'
import type { Files } from '#platform/files/files.ts'
import { publicPictures } from '#platform/files/picture-formats.ts'
import { removePicture } from '#platform/files/pictures.ts'
import { storeUpload } from '#platform/files/uploads.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { StoreLogoData } from './contract.ts'
import { DELETE_LOGO_JOB, lockOwnStore } from './manage-store.ts'
import { isLogo, notifyStoreChanged, updateSupplier } from './queries.ts'

/** Where logos are stored, and how their files are deleted later. */
type LogoDeps = Readonly<{ files: Files; enqueue: Enqueue }>

const LOGO_FORMAT = publicPictures('photos')

/** Sets the logo of the account's store. Throws `not_a_picture`; refuses with `no_store` and `busy`. */
export async function changeLogo(
  db: Database,
  { files, enqueue }: LogoDeps,
  { ownerId, bytes }: Readonly<{ ownerId: number; bytes: Uint8Array }>,
): Promise<StoreLogoData> {
  await inTransaction(db, (tx) => lockOwnStore(tx, ownerId))
  const { stored } = await storeUpload(LOGO_FORMAT, files, { bytes, id: newSecretId('picture') })
  const { key, tint } = stored
  await inTransaction(db, async (tx) => {
    const store = await lockOwnStore(tx, ownerId)
    await updateSupplier(tx, store.id, { logoKey: key, logoTint: tint })
    if (store.logoKey) await enqueue(tx, { job: DELETE_LOGO_JOB, input: { key: store.logoKey } })
    await notifyStoreChanged(tx, store.publicId)
  })
  return { key, tint, image_url: smallPicturePath(key) }
}

/** Removes the logo of your store, if it has one. Refuses with `no_store`. */
export async function removeLogo(db: Database, { enqueue }: LogoDeps, ownerId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const store = await lockOwnStore(tx, ownerId)
    if (!store.logoKey) return
    await updateSupplier(tx, store.id, { logoKey: null, logoTint: null })
    await enqueue(tx, { job: DELETE_LOGO_JOB, input: { key: store.logoKey } })
    await notifyStoreChanged(tx, store.publicId)
  })
}

/** Lets go of the files of a logo that no store shows any more. */
export async function removeLogoFiles(db: Database, files: Files, key: string): Promise<void> {
  if (!(await isLogo(db, key))) await removePicture(files, key)
}
