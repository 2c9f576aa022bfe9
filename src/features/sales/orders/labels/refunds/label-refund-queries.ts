import { selectColumns, queryPrepared, type Queryable } from '#database/database.ts'
import type { Label } from '../label-queries.ts'
import type { LabelState } from '../../shapes.ts'
import { parcelLabels } from '../../tables.ts'

/** Updates the state of a label's refund, and when it is checked next. Returns whether the label was in the former state. */
export async function updateLabelRefund(
  db: Queryable,
  move: Readonly<{ label: Label; from: LabelState; to: LabelState; lookAt: Date | null; now: Date }>,
): Promise<boolean> {
  const { label, from, to, lookAt, now } = move
  return (await queryPrepared(db, UPDATE_LABEL_REFUND, [label.id, from, to, lookAt, now])).length > 0
}

const UPDATE_LABEL_REFUND = {
  name: 'orders_note_label_refund',
  text: `
    update parcel_labels set state = $3, refund_requested_at = coalesce(refund_requested_at, $5), refund_check_at = $4,
      refund_failures = 0, updated_at = $5
    where id = $1 and state = $2 returning id`,
}

/** Lists labels whose refund is due for a check, longest overdue first. */
export async function listDueRefunds(
  db: Queryable,
  { now, limit }: Readonly<{ now: Date; limit: number }>,
): Promise<Label[]> {
  return queryPrepared<Label>(db, LIST_DUE, [now, limit])
}

const LIST_DUE = {
  name: 'orders_list_due_label_refunds',
  text: `
    select ${selectColumns(parcelLabels, 'l')} from parcel_labels l
    where l.state = 'given_back' and l.refund_check_at <= $1 order by l.refund_check_at, l.id limit $2`,
}

/**
 * Postpones the check of a refund: longer each time, a day at most. A refund requested before `since` is no longer
 * checked.
 */
export async function postponeRefundCheck(
  db: Queryable,
  { label, now, since }: Readonly<{ label: Label; now: Date; since: Date }>,
): Promise<void> {
  await queryPrepared(db, POSTPONE_REFUND_CHECK, [label.id, now, since])
}

const POSTPONE_REFUND_CHECK = {
  name: 'orders_postpone_refund_look',
  text: `
    update parcel_labels set refund_failures = refund_failures + 1,
      refund_check_at = case when refund_requested_at > $3 then
        $2::timestamptz + least(interval '1 hour' * power(2, least(refund_failures, 5)), interval '1 day') end
    where id = $1`,
}

/** Schedules an immediate check of a refund after a webhook event of its carrier, whatever its age. */
export async function scheduleRefundCheck(
  db: Queryable,
  { shipmentRef, now }: Readonly<{ shipmentRef: string; now: Date }>,
): Promise<boolean> {
  return (await queryPrepared(db, SCHEDULE_REFUND_CHECK, [shipmentRef, now])).length > 0
}

const SCHEDULE_REFUND_CHECK = {
  name: 'orders_hasten_refund_look',
  text: `
    update parcel_labels set refund_check_at = $2
    where shipment_ref = $1 and state = 'given_back' returning id`,
}
