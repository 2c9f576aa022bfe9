import type { Database, Queryable } from '#database/database.ts'
import { refused } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import { DAY } from '#core/time.ts'
import type { Files, OpenFile } from '#platform/files/files.ts'
import { privatePictures } from '#platform/files/picture-formats.ts'
import { defineUploads } from '#platform/files/uploads.ts'
import { caseNotFound } from '../actions/perform-action.ts'
import { insertPicture } from './picture-queries.ts'
import { findCase, type CaseScope } from '../read-queries.ts'
import { type CasePictureData, type CaseSide, PICTURE_WIDTHS } from '../shapes.ts'

/** The most pictures of a side in a case. */
const MAX_PICTURES = 40

/** An upload of a picture for a case. */
type CasePictureRequest = Readonly<{
  caseId: string
  scope: CaseScope
  side: Exclude<CaseSide, 'carrier' | 'timer'>
}>

const format = privatePictures('cases', PICTURE_WIDTHS)

/** The pictures of cases; each side uploads them before it attaches them to a message. */
export const casePictures = defineUploads({
  format,
  table: { name: 'case_pictures', keyColumn: 'public_id', usedByColumn: 'entry_id' },
  unusedLifetimeMs: 2 * DAY,
  createId: () => newSecretId('casePicture'),
  async findOwner(db, { caseId, scope, side }: CasePictureRequest) {
    const caseDetails = await findCase(db, caseId, scope)
    if (!caseDetails) throw caseNotFound()
    if (caseDetails.state === 'closed')
      throw refused('case_state', 'The case is closed.', { state: caseDetails.state })
    return { caseId: caseDetails.id, side }
  },
  async insert(db, owner, { id, stored, now }) {
    if (!(await insertPicture(db, { ...owner, ...stored, id, now }, MAX_PICTURES)))
      throw refused('too_many_pictures', `You can add at most ${MAX_PICTURES} pictures to a case.`)
  },
})

/** A picture that a side uploads for a case. */
export type PictureUpload = CasePictureRequest & Readonly<{ bytes: Uint8Array; files: Files; now: Date }>

/**
 * Stores a picture for a case. Throws `case_not_found`, `not_a_picture` and `busy`; refuses with `case_state` and
 * `too_many_pictures`.
 */
export async function savePicture(db: Database, upload: PictureUpload): Promise<CasePictureData> {
  const { bytes, files, now } = upload
  const { id, stored } = await casePictures.save({ db, files, now }, bytes, upload)
  return toPictureView({ ...stored, id })
}

/** Returns a picture with its URLs. */
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
export function openPicture(
  db: Queryable,
  files: Files,
  { id, width }: Readonly<{ id: string; width: string }>,
): Promise<OpenFile> {
  return casePictures.open(db, files, { key: id, fileKey: format.getFileKey(id, width) })
}
