import type { Database } from '#database/database.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import { newSecretId } from '#core/ids.ts'
import { smallPicturePath } from '#core/media-path.ts'
import { HOUR } from '#core/time.ts'
import type { Files } from '#platform/files/files.ts'
import { publicPictures } from '#platform/files/picture-formats.ts'
import { defineUploads } from '#platform/files/uploads.ts'
import type { OwnPictureData } from './own-contract.ts'
import { insertUpload } from './picture-queries.ts'

/** The pictures of suppliers' own products, uploaded before the product is saved. */
export const productPictureUploads = defineUploads({
  format: publicPictures('photos'),
  table: { name: 'product_uploads', keyColumn: 'key', usedByColumn: 'product_id' },
  unusedLifetimeMs: 24 * HOUR,
  createId: () => newSecretId('picture'),
  findOwner: (db, { ownerId }: Readonly<{ ownerId: number }>) => getStoreLocation(db, ownerId),
  insert: (db, { supplierId }, { stored, now }) => insertUpload(db, { ...stored, supplierId, now }),
})

/** An uploaded picture, and the owner of the store that it is for. */
export type ProductPictureInput = Readonly<{ bytes: Uint8Array; ownerId: number; now: Date }>

/**
 * Stores a picture for a product that will be saved later. Throws `not_a_picture` and `busy`; refuses with `no_store`.
 */
export async function saveUpload(
  db: Database,
  files: Files,
  { bytes, ownerId, now }: ProductPictureInput,
): Promise<OwnPictureData> {
  const { stored } = await productPictureUploads.save({ db, files, now }, bytes, { ownerId })
  return { key: stored.key, tint: stored.tint, image_url: smallPicturePath(stored.key) }
}
