import { queryPrepared, type Queryable } from '#database/database.ts'
import type { CaseTimer } from '../rules.ts'

/** A timer that is due, and the case by its public id. */
export type DueCaseTimer = Readonly<{ caseId: number; publicId: string; kind: CaseTimer }>

/** Lists due timers of cases, longest overdue first. */
export async function listDueCaseTimers(db: Queryable, now: Date, limit: number): Promise<DueCaseTimer[]> {
  return queryPrepared(db, LIST_DUE_TIMERS, [now, limit])
}

const LIST_DUE_TIMERS = {
  name: 'cases_list_due_timers',
  text: `
    select t.case_id as "caseId", c.public_id as "publicId", t.kind
    from case_timers t join cases c on c.id = t.case_id where t.due_at <= $1 order by t.due_at, t.case_id limit $2`,
}

/** Returns when a case's timer is due; undefined without one. */
export async function findCaseTimer(
  db: Queryable,
  caseId: number,
  kind: CaseTimer,
): Promise<Date | undefined> {
  const [found] = await queryPrepared<{ dueAt: Date }>(db, FIND_TIMER, [caseId, kind])
  return found?.dueAt
}

const FIND_TIMER = {
  name: 'cases_find_timer',
  text: 'select due_at as "dueAt" from case_timers where case_id = $1 and kind = $2',
}

/** Returns whether a locked case's timer still exists and is due. */
export async function isCaseTimerDue(
  tx: Queryable,
  { caseId, kind }: DueCaseTimer,
  now: Date,
): Promise<boolean> {
  return (await queryPrepared(tx, IS_DUE, [caseId, kind, now])).length > 0
}

const IS_DUE = {
  name: 'cases_is_timer_due',
  text: 'select 1 from case_timers where case_id = $1 and kind = $2 and due_at <= $3',
}

/** Postpones a case's timer that failed: longer each time, a day at most. */
export async function postponeCaseTimer(
  db: Queryable,
  { caseId, kind }: DueCaseTimer,
  now: Date,
): Promise<void> {
  await queryPrepared(db, POSTPONE_TIMER, [caseId, kind, now])
}

const POSTPONE_TIMER = {
  name: 'cases_postpone_timer',
  text: `
    update case_timers set failures = failures + 1,
      due_at = $3::timestamptz + least(interval '1 minute' * power(2, least(failures, 11)), interval '1 day')
    where case_id = $1 and kind = $2 and due_at <= $3`,
}
