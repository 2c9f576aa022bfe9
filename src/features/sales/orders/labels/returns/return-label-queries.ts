import { queryPrepared, selectColumns, type Queryable } from '#database/database.ts'
import { parcelLabels } from '../../tables.ts'
import type { Label } from '../label-queries.ts'

const COLUMNS = selectColumns(parcelLabels, 'l')

/** Returns the latest requested label of a case's return, including failed ones, excluding dropped ones. */
export async function findReturnLabel(db: Queryable, caseKey: number): Promise<Label | undefined> {
  const [found] = await queryPrepared<Label>(db, FIND_RETURN_LABEL, [caseKey])
  return found
}

const FIND_RETURN_LABEL = {
  name: 'orders_find_return_label',
  text: `
    select ${COLUMNS} from parcel_labels l where l.case_id = $1 and l.dropped_at is null order by l.id desc limit 1`,
}

/** Marks a return label as no longer needed; returns its former state, if there is one. */
export async function markLabelDropped(
  tx: Queryable,
  { caseKey, now }: Readonly<{ caseKey: number; now: Date }>,
): Promise<string[]> {
  const rows = await queryPrepared<{ id: string }>(tx, MARK_DROPPED, [caseKey, now])
  return rows.map(({ id }) => id)
}

// A label that is still being bought is checked when its purchase finishes.
const MARK_DROPPED = {
  name: 'orders_drop_return_label',
  text: `
    update parcel_labels set dropped_at = $2, updated_at = $2, state = case when state = 'used' then 'unused' else state end
    where case_id = $1 and dropped_at is null and state in ('asked', 'bought', 'used') returning public_id as id`,
}

/** Marks a return label as ready, or as to be refunded if dropped; returns whether it's ready. */
export async function markReturnLabelReady(
  db: Queryable,
  { label, now }: Readonly<{ label: Label; now: Date }>,
): Promise<boolean> {
  const [row] = await queryPrepared<{ state: string }>(db, MARK_READY, [label.id, now])
  return row?.state === 'used'
}

const MARK_READY = {
  name: 'orders_finish_return_label',
  text: `
    update parcel_labels set state = case when dropped_at is null then 'used' else 'unused' end, updated_at = $2
    where id = $1 and state = 'bought' returning state`,
}
