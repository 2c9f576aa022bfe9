import { queryPrepared, type Queryable } from '#database/database.ts'

/** Locks a sequence until the transaction ends, so that no other takes its numbers. */
export async function lockSeries(tx: Queryable, series: string): Promise<void> {
  await queryPrepared(tx, CREATE_SERIES, [series])
  await queryPrepared(tx, LOCK_SERIES, [series])
}

const CREATE_SERIES = {
  name: 'documents_make_series',
  text: 'insert into document_series (series) values ($1) on conflict do nothing',
}
const LOCK_SERIES = {
  name: 'documents_lock_series',
  text: 'select 1 from document_series where series = $1 for update',
}

/**
 * Returns SQL that numbers the `wanted` rows from the locked sequence `$1` into `table`. `wanted` selects rows of `id`
 * and `nth`, from 1; `$3` is the moment; `column` is the column of the numbered row's id. `$2` is for `wanted`.
 */
export function buildNumberingQuery({
  wanted,
  table,
  column,
}: Readonly<Record<'wanted' | 'table' | 'column', string>>): string {
  // `lpad` would truncate longer numbers.
  return `
    with wanted as (${wanted}),
    drawn as (
      update document_series set last_place = last_place + (select count(*) from wanted) where series = $1
      returning last_place - (select count(*) from wanted) as before)
    insert into ${table} (${column}, series, place, number, issued_at)
    select w.id, $1, d.before + w.nth,
      $1 || '-' || lpad((d.before + w.nth)::text, greatest(6, length((d.before + w.nth)::text)), '0'), $3
    from wanted w cross join drawn d order by w.nth
    returning 1`
}

/**
 * Returns the progress of issuing, locked until the transaction ends, so that only one transaction issues at a time.
 */
export async function lockProgress(tx: Queryable): Promise<void> {
  await queryPrepared(tx, CREATE_PROGRESS)
  await queryPrepared(tx, LOCK_PROGRESS)
}

const CREATE_PROGRESS = {
  name: 'documents_make_progress',
  text: 'insert into document_progress default values on conflict do nothing',
}
const LOCK_PROGRESS = {
  name: 'documents_lock_progress',
  text: 'select 1 from document_progress for update',
}

/** A sequence and its last number; `count` is the number of all broken sequences. */
export type BrokenSeries = Readonly<{ series: string; last: number; documents: number; count: number }>

/** Lists sequences whose last number differs from their document count. No number is given twice, so they have gaps. */
export async function listBrokenSeries(db: Queryable, limit: number): Promise<BrokenSeries[]> {
  return queryPrepared<BrokenSeries>(db, LIST_BROKEN, [limit])
}

const LIST_BROKEN = {
  name: 'documents_list_broken_series',
  text: `
    with numbered as (
      select series, count(*) as documents, max(place) as highest
      from (select series, place from invoices union all select series, place from credit_notes) as all_of_them
      group by 1)
    select s.series, s.last_place as last, coalesce(n.documents, 0)::int as documents, count(*) over () as count
    from document_series s
    left join numbered n on n.series = s.series
    where s.last_place <> coalesce(n.documents, 0) or s.last_place <> coalesce(n.highest, 0)
    order by 1 limit $1`,
}
