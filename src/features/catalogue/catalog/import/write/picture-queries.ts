import { sql } from 'drizzle-orm'
import { queryRows, type Queryable } from '#database/database.ts'
import type { StoredPicture } from '#platform/files/pictures.ts'

/** Pending pictures with the same URL: their keys, and their highest number of attempts, including the current one. */
export type PendingPicture = Readonly<{ url: string; ids: readonly number[]; attempts: number }>

/** The outcome of a pending picture; a null `retryAt` means no further attempt. */
export type PictureOutcome =
  | Readonly<{ ids: readonly number[]; stored: StoredPicture }>
  | Readonly<{ ids: readonly number[]; failure: string; retryAt: Date | null }>

/**
 * Claims up to `count` pending pictures for this worker, until `until`. The newest come first, because lists begin with
 * them.
 */
export async function claimPendingPictures(
  db: Queryable,
  { now, until, count }: { now: Date; until: Date; count: number },
): Promise<PendingPicture[]> {
  return queryRows(
    db,
    sql`
    with taken as (
      update product_images set attempts = attempts + 1, retry_at = ${until}
      where id in (
        select id from product_images where state = 'waiting' and retry_at <= ${now}
        order by id desc limit ${count} for update skip locked)
      returning id, source_url, attempts)
    select source_url as url, json_agg(id order by id) as ids, max(attempts) as attempts
    from taken group by source_url order by max(id) desc`,
  )
}

/** Records the outcomes of pictures; fetched ones are shown immediately. */
export async function savePictureOutcomes(db: Queryable, outcomes: readonly PictureOutcome[]): Promise<void> {
  const records = outcomes.flatMap((outcome) => outcome.ids.map((id) => toRecord(id, outcome)))
  if (records.length === 0) return
  await db.execute(sql`
    update product_images i set state = x.state, file_key = x.file_key, width = x.width, height = x.height, tint = x.tint,
      failure = x.failure, retry_at = coalesce(x.retry_at, i.retry_at)
    from json_to_recordset(${JSON.stringify(records)}::json) as x(id bigint, state text, file_key text, width int, height int,
      tint text, failure text, retry_at timestamptz)
    where i.id = x.id`)
}

function toRecord(id: number, outcome: PictureOutcome): Record<string, unknown> {
  if ('stored' in outcome) {
    const { key, width, height, tint } = outcome.stored
    return { id, state: 'ready', file_key: key, width, height, tint }
  }
  const { failure, retryAt } = outcome
  return { id, state: retryAt === null ? 'failed' : 'waiting', failure, retry_at: retryAt }
}
