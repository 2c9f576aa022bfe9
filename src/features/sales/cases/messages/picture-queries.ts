import { queryPrepared, type Queryable } from '#database/database.ts'
import type { CaseSide } from '../shapes.ts'

/** A picture of a case; `entryId` is where it is shown. */
export type StoredPicture = Readonly<{ id: string; entryId: number; width: number; height: number }>

/** The pictures that are shown with some entries, oldest first. */
export async function listPictures(db: Queryable, entryIds: readonly number[]): Promise<StoredPicture[]> {
  return queryPrepared<StoredPicture>(db, LIST_PICTURES, [entryIds])
}

const LIST_PICTURES = {
  name: 'cases_list_pictures',
  text: `
    select public_id as id, entry_id as "entryId", width, height from case_pictures
    where entry_id = any($1::bigint[]) order by created_at, public_id`,
}

/** A picture to be kept. */
export type NewPicture = Readonly<{
  id: string
  caseId: number
  side: Exclude<CaseSide, 'timer'>
  width: number
  height: number
  now: Date
}>

/** Notes a picture; false when its side has as many as it may have in that case. */
export async function insertPicture(tx: Queryable, picture: NewPicture, maxCount: number): Promise<boolean> {
  const { id, caseId, side, width, height, now } = picture
  return (
    (await queryPrepared(tx, INSERT_PICTURE, [id, caseId, side, width, height, now, maxCount])).length > 0
  )
}

const INSERT_PICTURE = {
  name: 'cases_insert_picture',
  text: `
    insert into case_pictures (public_id, case_id, side, width, height, created_at)
    select $1, $2, $3, $4, $5, $6
    where (select count(*) from case_pictures where case_id = $2 and side = $3) < $7 returning public_id`,
}

/** Whether there is a picture of that public id. */
export async function hasPicture(db: Queryable, publicId: string): Promise<boolean> {
  return (await queryPrepared(db, HAS_PICTURE, [publicId])).length > 0
}

const HAS_PICTURE = { name: 'cases_has_picture', text: 'select 1 from case_pictures where public_id = $1' }

/** The pictures that were uploaded before a moment and are shown nowhere, at most `limit`. */
export async function listUnattachedPictures(db: Queryable, before: Date, limit: number): Promise<string[]> {
  return (await queryPrepared<{ id: string }>(db, LIST_UNATTACHED, [before, limit])).map(({ id }) => id)
}

const LIST_UNATTACHED = {
  name: 'cases_list_loose_pictures',
  text: `
    select public_id as id from case_pictures where entry_id is null and created_at < $1 order by created_at limit $2`,
}

/** Forgets pictures that are still shown nowhere. */
export async function deleteUnattachedPictures(tx: Queryable, ids: readonly string[]): Promise<void> {
  await queryPrepared(tx, DELETE_UNATTACHED, [ids])
}

const DELETE_UNATTACHED = {
  name: 'cases_delete_loose_pictures',
  text: 'delete from case_pictures where public_id = any($1::text[]) and entry_id is null',
}
