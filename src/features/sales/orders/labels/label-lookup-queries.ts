import { named, type Queryable } from '#database/database.ts'
import type { Label } from './label-queries.ts'

/** A label that its seller would not sell, why in words, and when it is looked at once more. */
export type GivenUp = Readonly<{ label: Label; failure: string; lookAt: Date; now: Date }>

/** Gives up a label that was asked for; without a shipment nothing can have been bought, and nobody looks again. */
export async function giveUpLabel(db: Queryable, { label, failure, lookAt, now }: GivenUp): Promise<void> {
  await named(db, GIVE_UP, [label.id, failure, lookAt, now])
}

const GIVE_UP = {
  name: 'orders_give_up_label',
  text: `
    update parcel_labels set state = 'failed', failure = $2, updated_at = $4,
      next_look_at = case when shipment_ref is not null then $3::timestamptz end
    where id = $1 and state = 'asked'`,
}

/** Notes that a label which was given up was not bought by any attempt: it is looked at no more. */
export async function settleLabel(db: Queryable, { label }: Readonly<{ label: Label }>): Promise<void> {
  await named(db, SETTLE, [label.id])
}

const SETTLE = {
  name: 'orders_settle_label',
  text: "update parcel_labels set next_look_at = null where id = $1 and state = 'failed'",
}

/** How many labels are taken up, since when nothing was done with them, and when they are taken up again at the earliest. */
export type TakingUp = Readonly<{ since: Date; now: Date; again: Date; limit: number }>

/**
 * Labels with which something is still to be done, by their public ids: those that have waited longest, so that none that is
 * refused for ever keeps others waiting.
 */
export async function takeUpLabels(db: Queryable, { since, now, again, limit }: TakingUp): Promise<string[]> {
  const found = await named<{ id: string }>(db, TAKE_UP, [since, now, again, limit])
  return found.map(({ id }) => id)
}

const TAKE_UP = {
  name: 'orders_take_up_labels',
  text: `
    with due as (
      select id from parcel_labels
      where (state in ('asked', 'bought', 'unused') and updated_at < $1 and coalesce(next_look_at, updated_at) <= $2)
        or (state = 'failed' and next_look_at <= $2)
      order by coalesce(next_look_at, updated_at), id limit $4 for update skip locked)
    update parcel_labels l set next_look_at = $3 from due where l.id = due.id returning l.public_id as id`,
}
