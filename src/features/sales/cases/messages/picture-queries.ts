import { queryPrepared, type Queryable } from '#database/database.ts'
import type { CaseSide } from '../shapes.ts'

/** A picture of a case; `entryId` is the entry that shows it. */
export type StoredPicture = Readonly<{ id: string; entryId: number; width: number; height: number }>

/** Lists the pictures of entries, oldest first. */
export async function listPictures(db: Queryable, entryIds: readonly number[]): Promise<StoredPicture[]> {
  return queryPrepared<StoredPicture>(db, LIST_PICTURES, [entryIds])
}

const LIST_PICTURES = {
  name: 'cases_list_pictures',
  text: `
    select public_id as id, entry_id as "entryId", width, height from case_pictures
    where entry_id = any($1::bigint[]) order by created_at, public_id`,
}

/** A new picture. */
export type NewPicture = Readonly<{
  id: string
  caseId: number
  side: Exclude<CaseSide, 'carrier' | 'timer'>
  width: number
  height: number
  now: Date
}>

/** Inserts a picture; returns false when its side has reached the limit in that case. */
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
