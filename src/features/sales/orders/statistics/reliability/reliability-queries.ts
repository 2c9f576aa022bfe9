import { queryPrepared, type Queryable } from '#database/database.ts'
import { addMs, DAY } from '#core/time.ts'
import { RELIABILITY_DAYS, SCAN_DELAY, type ReliabilityCounts } from './rules.ts'
import type { ReliabilityPart } from './shapes.ts'

/**
 * SQL of a supplier's ($1) figures from the summaries of its orders, paid since $2, as of $3, scans due before $4.
 * Orders cancelled by their buyers are left out.
 */
const JUDGED = `
  with judged as not materialized (
    select o.*, state in ('delivered', 'completed', 'refunded', 'rejected') or cancelled_by_seller as is_finished,
      coalesce(tracked_since < $4, false) as tracked, coalesce(invalid_since < $4, false) as invalid,
      ship_by is not null and not cancelled_by_seller and (shipped_at is not null or ship_by < $3) as is_due,
      shipped_at > ship_by or shipped_at is null as is_shipped_late,
      delivered_at is not null and deliver_by is not null as is_delivered,
      delivered_at > deliver_by as is_delivered_late,
      submitted_at is not null and answered_at is not null as is_answered
    from order_summaries o
    where supplier_id = $1 and paid_at >= $2 and state <> 'paid_hold' and (state <> 'cancelled' or cancelled_by_seller))`

/** Returns a supplier's saved counts, if they are newer than a moment. */
export async function findSavedCounts(
  db: Queryable,
  supplierId: number,
  since: Date,
): Promise<ReliabilityCounts | undefined> {
  const [counts] = await queryPrepared<ReliabilityCounts>(db, FIND_SAVED, [supplierId, since])
  return counts
}

const FIND_SAVED = {
  name: 'reliability_find_saved',
  text: `
    select finished, due, shipped_late as "shippedLate", delivered, delivered_late as "deliveredLate", paid, cancelled,
      out_of_stock as "outOfStock", tracked, invalid_tracking as "invalidTracking", answered, answer_minutes as "answerMinutes",
      lost_cases as "lostCases"
    from supplier_reliability where supplier_id = $1 and computed_at >= $2`,
}

/** Returns a supplier's counts as of now, by its key. */
export async function countReliability(
  db: Queryable,
  supplierId: number,
  now: Date,
): Promise<ReliabilityCounts> {
  const [counts] = await queryPrepared<ReliabilityCounts>(db, COUNT, toValues(supplierId, now))
  if (!counts) throw new Error('nothing was counted')
  return counts
}

function toValues(supplierId: number, now: Date): unknown[] {
  return [supplierId, addMs(now, -RELIABILITY_DAYS * DAY), now, addMs(now, -SCAN_DELAY)]
}

const COUNT = {
  name: 'reliability_count',
  text: `${JUDGED}
    select count(*) filter (where is_finished)::int as finished,
      count(*) filter (where is_due)::int as due, count(*) filter (where is_due and is_shipped_late)::int as "shippedLate",
      count(*) filter (where is_delivered)::int as delivered,
      count(*) filter (where is_delivered and is_delivered_late)::int as "deliveredLate",
      count(*)::int as paid, count(*) filter (where cancelled_by_seller)::int as cancelled,
      count(*) filter (where cancelled_by_seller and reason = 'Out of stock')::int as "outOfStock",
      count(*) filter (where tracked)::int as tracked, count(*) filter (where tracked and invalid)::int as "invalidTracking",
      count(*) filter (where is_answered)::int as answered,
      (percentile_cont(0.5) within group (order by extract(epoch from answered_at - submitted_at) / 60)
        filter (where is_answered))::int as "answerMinutes",
      count(*) filter (where is_finished and has_lost_case)::int as "lostCases"
    from judged`,
}

/** An order counted by a figure. */
export type CountedOrder = Readonly<{
  id: string
  number: string
  isBad: boolean
  expectedAt: Date | null
  happenedAt: Date | null
  reason: string | null
}>

type PartColumns = Readonly<{ counted: string; bad: string; expected: string; happened: string }>

const PART_COLUMNS: Readonly<Record<ReliabilityPart, PartColumns>> = {
  shipped_on_time: {
    counted: 'is_due',
    bad: 'is_shipped_late',
    expected: 'page.ship_by',
    happened: 'page.shipped_at',
  },
  delivered_on_time: {
    counted: 'is_delivered',
    bad: 'is_delivered_late',
    expected: 'page.deliver_by',
    happened: 'page.delivered_at',
  },
  not_cancelled: { counted: 'true', bad: 'cancelled_by_seller', expected: 'null', happened: 'page.paid_at' },
  valid_tracking: {
    counted: 'tracked',
    bad: 'invalid_since < $4',
    expected: 'null',
    happened: 'page.shipped_at',
  },
  answers: {
    counted: 'is_answered',
    bad: 'false',
    expected: 'page.submitted_at',
    happened: 'page.answered_at',
  },
  no_lost_cases: { counted: 'is_finished', bad: 'has_lost_case', expected: 'null', happened: 'page.paid_at' },
}

/** Returns a page of the orders counted by a figure, bad ones first, then newest first. */
export async function listCountedOrders(
  db: Queryable,
  part: ReliabilityPart,
  {
    supplierId,
    now,
    limit,
    offset,
  }: Readonly<{ supplierId: number; now: Date; limit: number; offset: number }>,
): Promise<CountedOrder[]> {
  return queryPrepared(db, LISTS[part], [...toValues(supplierId, now), limit, offset])
}

const LISTS = Object.fromEntries(
  Object.entries(PART_COLUMNS).map(([part, columns]) => [
    part,
    { name: `reliability_list_${part}`, text: listText(columns) },
  ]),
  // Every part has an entry.
) as Record<ReliabilityPart, { name: string; text: string }>

/**
 * Returns the statement that lists a part's orders; bad ones and others are each read by an index of theirs, newest
 * first.
 */
function listText({ counted, bad, expected, happened }: PartColumns): string {
  const newest = (isBad: string, condition: string) => `
        (select *, ${isBad} as is_bad from judged where ${counted} and ${condition}
          order by paid_at desc, order_id desc limit $5::bigint + $6)`
  return `${JUDGED},
    page as (
      select * from (${newest('true', bad)} union all ${newest('false', `(${bad}) is not true`)}) newest
      order by is_bad desc, paid_at desc, order_id desc limit $5 offset $6)
    select o.public_id as id, p.number, is_bad as "isBad", ${expected}::timestamptz as "expectedAt",
      ${happened}::timestamptz as "happenedAt", case when cancelled_by_seller then reason end as reason
    from page join supplier_orders o on o.id = page.order_id join purchases p on p.id = o.purchase_id
    order by is_bad desc, page.paid_at desc, page.order_id desc`
}

/** Returns the key of an account's store. */
export async function findStoreOf(db: Queryable, ownerId: number): Promise<number | undefined> {
  const [found] = await queryPrepared<{ id: number }>(db, FIND_STORE, [ownerId])
  return found?.id
}

const FIND_STORE = { name: 'reliability_find_store', text: 'select id from suppliers where owner_id = $1' }

/** Returns suppliers whose figures are outdated: after an event, or after a day, because orders age. */
export async function listOutdatedSuppliers(db: Queryable, now: Date): Promise<number[]> {
  const found = await queryPrepared<{ id: number }>(db, LIST_OUTDATED, [now])
  return found.map(({ id }) => id)
}

const LIST_OUTDATED = {
  name: 'reliability_list_outdated',
  text: `
    select s.id from suppliers s left join supplier_reliability r on r.supplier_id = s.id
    where r.supplier_id is null or r.computed_at < $1::timestamptz - interval '1 day'
      or exists (select from supplier_orders o where o.supplier_id = s.id and o.updated_at >= r.computed_at)
    order by s.id`,
}

/** Replaces the saved counts of a supplier. */
export async function saveReliability(
  db: Queryable,
  { supplierId, counts, now }: Readonly<{ supplierId: number; counts: ReliabilityCounts; now: Date }>,
): Promise<void> {
  await queryPrepared(db, SAVE, [supplierId, now, JSON.stringify(counts)])
}

const SAVE = {
  name: 'reliability_save',
  text: `
    insert into supplier_reliability (supplier_id, computed_at, finished, due, shipped_late, delivered, delivered_late, paid,
      cancelled, out_of_stock, tracked, invalid_tracking, answered, answer_minutes, lost_cases)
    select $1, $2, finished, due, "shippedLate", delivered, "deliveredLate", paid, cancelled, "outOfStock", tracked,
      "invalidTracking", answered, "answerMinutes", "lostCases"
    from json_to_record($3) as x(finished int, due int, "shippedLate" int, delivered int, "deliveredLate" int, paid int,
      cancelled int, "outOfStock" int, tracked int, "invalidTracking" int, answered int, "answerMinutes" int, "lostCases" int)
    on conflict (supplier_id) do update set (computed_at, finished, due, shipped_late, delivered, delivered_late, paid,
      cancelled, out_of_stock, tracked, invalid_tracking, answered, answer_minutes, lost_cases) = (excluded.computed_at,
      excluded.finished, excluded.due, excluded.shipped_late, excluded.delivered, excluded.delivered_late, excluded.paid,
      excluded.cancelled, excluded.out_of_stock, excluded.tracked, excluded.invalid_tracking, excluded.answered,
      excluded.answer_minutes, excluded.lost_cases)`,
}
