import { inTransaction, type Database, type Queryable } from '#database/database.ts'
import { notFound, refused } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import { DAY, addMs } from '#core/time.ts'
import { limitConcurrency } from '#platform/concurrency/limit-concurrency.ts'
import type { Files, OpenFile } from '#platform/files/files.ts'
import { reencodePicture } from '#platform/files/pictures.ts'
import { caseNotFound } from '../actions/perform-action.ts'
import {
  deleteUnattachedPictures,
  hasPicture,
  insertPicture,
  listUnattachedPictures,
} from './picture-queries.ts'
import { findCase, type CaseScope } from '../read-queries.ts'
import { type CasePictureData, type CaseSide, PICTURE_WIDTHS } from '../shapes.ts'

/** Each takes a processor for some tenths of a second, and tens of megabytes. */
const limitProcessing = limitConcurrency({ atOnce: 2 })

/** How many pictures one side may show in a case. */
const MAX_PICTURES = 40

/** How long a picture waits to be shown. */
const UNATTACHED_LIFETIME_MS = 2 * DAY

/** A picture that a side is about to show in a case. */
export type PictureUpload = Readonly<{
  caseId: string
  scope: CaseScope
  side: Exclude<CaseSide, 'timer'>
  bytes: Uint8Array
  files: Files
  now: Date
}>

/**
 * Keeps a picture for a case, drawn again without whatever else its file held. Throws `case_not_found` and `not_a_picture`;
 * refuses with `case_state` and `too_many_pictures`.
 */
export async function savePicture(db: Database, upload: PictureUpload): Promise<CasePictureData> {
  const { caseId, scope, side, bytes, files, now } = upload
  const caseDetails = await findCase(db, caseId, scope)
  if (!caseDetails) throw caseNotFound()
  if (caseDetails.state === 'closed')
    throw refused('case_state', 'The case is closed.', { state: caseDetails.state })
  const { width, height, webp } = await limitProcessing(() => reencodePicture(bytes, PICTURE_WIDTHS))
  const id = newSecretId('casePicture')
  // Noted first: should the process die in between, the files of a noted picture are cleared away with it.
  const isSaved = await inTransaction(db, (tx) =>
    insertPicture(tx, { id, caseId: caseDetails.id, side, width, height, now }, MAX_PICTURES),
  )
  if (!isSaved) throw refused('too_many_pictures', `You can add at most ${MAX_PICTURES} pictures to a case.`)
  for (const [fileWidth, bytesOfWidth] of webp)
    await files.put(pictureFileKey(id, fileWidth), bytesOfWidth, 'image/webp')
  return toPictureView({ id, width, height })
}

/** A picture with the addresses it is served at. */
export function toPictureView({
  id,
  width,
  height,
}: Readonly<{ id: string; width: number; height: number }>): CasePictureData {
  const [small, large] = PICTURE_WIDTHS
  return {
    id,
    url: `/case-pictures/${id}/${large}`,
    smallUrl: `/case-pictures/${id}/${small}`,
    width,
    height,
  }
}

/** Returns a stored picture in one width. Throws `picture_not_found`. */
export async function openPicture(
  db: Queryable,
  files: Files,
  { id, width }: Readonly<{ id: string; width: string }>,
): Promise<OpenFile> {
  const file = (await hasPicture(db, id)) ? await files.open(pictureFileKey(id, width)) : undefined
  if (!file) throw notFound('picture_not_found', 'This picture doesn’t exist.')
  return file
}

/** Forgets pictures that were never shown, and their files; gives how many, at most 100. */
export async function purgeUnattachedPictures(db: Database, files: Files, now: Date): Promise<number> {
  const unattachedIds = await listUnattachedPictures(db, addMs(now, -UNATTACHED_LIFETIME_MS), 100)
  // Files first: what fails after them is done again, and a file that is gone already does no harm.
  await removePictureFiles(files, unattachedIds)
  await deleteUnattachedPictures(db, unattachedIds)
  return unattachedIds.length
}

/** Lets go of the files of pictures; one that is gone already does no harm. */
export async function removePictureFiles(files: Files, ids: readonly string[]): Promise<void> {
  for (const id of ids) for (const width of PICTURE_WIDTHS) await files.remove(pictureFileKey(id, width))
}

function pictureFileKey(id: string, width: number | string): string {
  return `cases/${id.slice(-2)}/${id}-${width}.webp`
}
