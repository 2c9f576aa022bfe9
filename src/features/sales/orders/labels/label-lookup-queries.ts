import { queryPrepared, type Queryable } from '#database/database.ts'
import type { Label } from './label-queries.ts'

/** A label that the carrier refused, why, and when it is looked at once more. */
export type FailedLabel = Readonly<{ label: Label; failure: string; lookAt: Date; now: Date }>

/** Gives up a label that was asked for; without a shipment nothing can have been bought, and nobody looks again. */
export async function failLabel(db: Queryable, { label, failure, lookAt, now }: FailedLabel): Promise<void> {
  await queryPrepared(db, FAIL_LABEL, [label.id, failure, lookAt, now])
}

const FAIL_LABEL = {
  name: 'orders_give_up_label',
  text: `
    update parcel_labels set state = 'failed', failure = $2, updated_at = $4,
      next_check_at = case when shipment_ref is not null then $3::timestamptz end
    where id = $1 and state = 'asked'`,
}

/** Notes that a label which was given up was not bought by any attempt: it is looked at no more. */
export async function stopLabelRecheck(db: Queryable, { label }: Readonly<{ label: Label }>): Promise<void> {
  await queryPrepared(db, STOP_LABEL_RECHECK, [label.id])
}

const STOP_LABEL_RECHECK = {
  name: 'orders_settle_label',
  text: "update parcel_labels set next_check_at = null where id = $1 and state = 'failed'",
}

/** How many labels are taken up, since when nothing was done with them, and when they are taken up again at the earliest. */
export type UnfinishedLabelQuery = Readonly<{ since: Date; now: Date; again: Date; limit: number }>

/**
 * Labels with which something is still to be done, by their public ids: those that have waited longest, so that none that is
 * refused for ever keeps others waiting.
 */
export async function claimUnfinishedLabels(
  db: Queryable,
  { since, now, again, limit }: UnfinishedLabelQuery,
): Promise<string[]> {
  const rows = await queryPrepared<{ id: string }>(db, CLAIM_UNFINISHED_LABELS, [since, now, again, limit])
  return rows.map(({ id }) => id)
}

const CLAIM_UNFINISHED_LABELS = {
  name: 'orders_take_up_labels',
  text: `
    with due as (
      select id from parcel_labels
      where (state in ('asked', 'bought', 'unused') and updated_at < $1 and coalesce(next_check_at, updated_at) <= $2)
        or (state = 'failed' and next_check_at <= $2)
      order by coalesce(next_check_at, updated_at), id limit $4 for update skip locked)
    update parcel_labels l set next_check_at = $3 from due where l.id = due.id returning l.public_id as id`,
}
