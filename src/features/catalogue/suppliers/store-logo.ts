import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import { newSecretId } from '#core/ids.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import { smallPicturePath } from '#core/media-path.ts'
import type { Files } from '#platform/files/files.ts'
import { publicPictures } from '#platform/files/picture-formats.ts'
import { removePicture } from '#platform/files/pictures.ts'
import { storeUpload } from '#platform/files/uploads.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { StoreLogoData } from './contract.ts'
import { DELETE_LOGO_JOB, lockOwnStore } from './manage-store.ts'
import { isLogo, notifyStoreChanged, type Supplier, updateSupplier } from './queries.ts'

/** The storage of logos, and the job queue to delete their files. */
type LogoDeps = Readonly<{ files: Files; enqueue: Enqueue }>

const LOGO_FORMAT = publicPictures('photos')

/** Sets the logo of the account's store. Throws `not_a_picture`; refuses with `no_store` and `busy`. */
export async function changeLogo(
  db: Database,
  { files, enqueue }: LogoDeps,
  { source, bytes }: Readonly<{ source: AuditSource; bytes: Uint8Array }>,
): Promise<StoreLogoData> {
  await inTransaction(db, (tx) => lockOwnStore(tx, source.businessId))
  const { stored } = await storeUpload(LOGO_FORMAT, files, { bytes, id: newSecretId('picture') })
  const { key, tint } = stored
  await inTransaction(db, async (tx) => {
    const store = await lockOwnStore(tx, source.businessId)
    await updateSupplier(tx, store.id, { logoKey: key, logoTint: tint })
    await recordLogo(tx, source, { store, action: 'Uploaded a logo', logo: key })
    if (store.logoKey) await enqueue(tx, { job: DELETE_LOGO_JOB, input: { key: store.logoKey } })
    await notifyStoreChanged(tx)
  })
  return { key, tint, image_url: smallPicturePath(key) }
}

/** Removes the logo of the account's store, if it has one. Refuses with `no_store`. */
export async function removeLogo(db: Database, { enqueue }: LogoDeps, source: AuditSource): Promise<void> {
  await inTransaction(db, async (tx) => {
    const store = await lockOwnStore(tx, source.businessId)
    if (!store.logoKey) return
    await recordLogo(tx, source, { store, action: 'Removed the logo', logo: null })
    await updateSupplier(tx, store.id, { logoKey: null, logoTint: null })
    await enqueue(tx, { job: DELETE_LOGO_JOB, input: { key: store.logoKey } })
    await notifyStoreChanged(tx)
  })
}

async function recordLogo(
  tx: Transaction,
  source: AuditSource,
  { store, action, logo }: Readonly<{ store: Supplier; action: string; logo: string | null }>,
): Promise<void> {
  const change = { supplierId: store.id, kind: 'store', action, entity: 'logo' } as const
  await recordChange(tx, source, { ...change, before: { logo: store.logoKey }, after: { logo } })
}

/** Deletes the files of a logo that no store uses. */
export async function removeLogoFiles(db: Database, files: Files, key: string): Promise<void> {
  if (!(await isLogo(db, key))) await removePicture(files, key)
}
