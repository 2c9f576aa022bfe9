import { queryPrepared, type Queryable } from '#database/database.ts'

/** A current or former stop of a supplier's payouts; `told` is the supplier's message. */
export type StopRow = Readonly<{
  supplierPublicId: string
  supplierName: string
  reason: string
  message: string
  createdBy: string | null
  createdAt: Date
  endedBy: string | null
  endedAt: Date | null
  endReason: string | null
}>

/** Inserts a stop of payouts from now on. Violates `payout_stops_current` if they are stopped already. */
export async function insertStop(
  tx: Queryable,
  stop: Readonly<{ supplierId: number; reason: string; message: string; createdBy: number; now: Date }>,
): Promise<void> {
  const { supplierId, reason, message, createdBy, now } = stop
  await queryPrepared(tx, INSERT_STOP, [supplierId, reason, message, createdBy, now])
}

const INSERT_STOP = {
  name: 'payouts_insert_stop',
  text: `
    insert into payout_stops (supplier_id, reason, message, created_by, created_at) values ($1, $2, $3, $4, $5)`,
}

/** Ends a supplier's payout stop; returns whether there was one. */
export async function endStop(
  tx: Queryable,
  end: Readonly<{ supplierId: number; reason: string; endedBy: number; now: Date }>,
): Promise<boolean> {
  const { supplierId, reason, endedBy, now } = end
  const ended = await queryPrepared(tx, END_STOP, [supplierId, reason, endedBy, now])
  return ended.length > 0
}

const END_STOP = {
  name: 'payouts_end_stop',
  text: `
    update payout_stops set end_reason = $2, ended_by = $3, ended_at = $4
    where supplier_id = $1 and ended_at is null returning id`,
}

/** Returns a supplier's payout stop: its message and its start; undefined without a stop. */
export async function findStop(
  db: Queryable,
  supplierId: number,
): Promise<{ message: string; createdAt: Date } | undefined> {
  const [found] = await queryPrepared<{ message: string; createdAt: Date }>(db, FIND_STOP, [supplierId])
  return found
}

const FIND_STOP = {
  name: 'payouts_find_stop',
  text: `select message, created_at as "createdAt" from payout_stops where supplier_id = $1 and ended_at is null`,
}

/** Lists payout stops of all suppliers or one, current first, then newest, with their total count. */
export async function listStops(
  db: Queryable,
  { supplier = null, limit, offset }: Readonly<{ supplier?: string | null; limit: number; offset: number }>,
): Promise<{ stops: StopRow[]; total: number }> {
  const [stops, counted] = await Promise.all([
    queryPrepared<StopRow>(db, LIST_STOPS, [limit, offset, supplier]),
    queryPrepared<{ total: number }>(db, COUNT_STOPS, [supplier]),
  ])
  return { stops, total: counted[0]?.total ?? 0 }
}

const LIST_STOPS = {
  name: 'payouts_list_stops',
  text: `
    select s.public_id as "supplierPublicId", s.name as "supplierName", t.reason, t.message, m.email as "createdBy",
      t.created_at as "createdAt", e.email as "endedBy", t.ended_at as "endedAt", t.end_reason as "endReason"
    from payout_stops t
    join suppliers s on s.id = t.supplier_id
    left join accounts m on m.id = t.created_by
    left join accounts e on e.id = t.ended_by
    where $3::text is null or s.public_id = $3
    order by t.ended_at is null desc, t.id desc limit $1 offset $2`,
}

const COUNT_STOPS = {
  name: 'payouts_count_stops',
  text: `
    select count(*) as total from payout_stops t join suppliers s on s.id = t.supplier_id
    where $1::text is null or s.public_id = $1`,
}
