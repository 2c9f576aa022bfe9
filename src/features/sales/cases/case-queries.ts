import type { Deadlines } from '#core/deadlines.ts'
import { queryPrepared, type Queryable } from '#database/database.ts'
import type { CaseTimer } from './rules.ts'
import type { CaseEvent, CaseKind, CaseOutcome, CaseSide, CaseState } from './shapes.ts'

/** A case as stored; amounts in minor units. */
export type Case = Readonly<{
  id: number
  publicId: string
  orderId: number
  kind: CaseKind
  reason: string
  state: CaseState
  version: number
  outcome: CaseOutcome | null
  currency: string
  agreedAmount: number | null
  agreedBy: 'agreement' | 'silence' | 'ruling' | 'withdrawal' | null
  returnTracking: string | null
  /** Whether goods are on their way back, or have arrived. */
  isSentBack: boolean
  /** Whether the buyer knows the return address; without it the return has no time limit. */
  hasReturnAddress: boolean
  /** Whether an earlier case of the same order was settled, agreed on or decided. */
  isFollowUp: boolean
  /** The refund when the case ended. */
  refundedAmount: number | null
  openedAt: Date
  closedAt: Date | null
}>

/** The columns of a case `c`. */
export const CASE_FIELDS = `
  c.id, c.public_id as "publicId", c.supplier_order_id as "orderId", c.kind, c.reason, c.state, c.version, c.outcome,
  c.currency, c.agreed_amount as "agreedAmount", c.agreed_by as "agreedBy", c.return_tracking as "returnTracking",
  c.return_tracking is not null as "isSentBack",
  not exists (select from case_returns r where r.case_id = c.id and r.address is null) as "hasReturnAddress",
  c.is_follow_up as "isFollowUp", c.refunded_amount as "refundedAmount",
  c.opened_at as "openedAt", c.closed_at as "closedAt"`

/** Returns the case with a public id, locked until the transaction ends. Its order must be locked first. */
export async function lockCase(tx: Queryable, publicId: string): Promise<Case | undefined> {
  const [found] = await queryPrepared<Case>(tx, LOCK_CASE, [publicId])
  return found
}

const LOCK_CASE = {
  name: 'cases_lock',
  text: `select ${CASE_FIELDS} from cases c where c.public_id = $1 for update`,
}

/** Returns the deadlines stored with the order of a case; null for orders from before they were stored. */
export async function findCaseDeadlines(db: Queryable, caseId: number): Promise<Partial<Deadlines> | null> {
  const [found] = await queryPrepared<{ deadlines: Partial<Deadlines> | null }>(db, FIND_DEADLINES, [caseId])
  return found?.deadlines ?? null
}

const FIND_DEADLINES = {
  name: 'cases_find_deadlines',
  text: `
    select o.deadlines from cases c join supplier_orders o on o.id = c.supplier_order_id where c.id = $1`,
}

/** Returns the public id of the order that a case is about. */
export async function findCaseOrderId(db: Queryable, caseId: string): Promise<string | undefined> {
  const [found] = await queryPrepared<{ id: string }>(db, FIND_CASE_ORDER_ID, [caseId])
  return found?.id
}

const FIND_CASE_ORDER_ID = {
  name: 'cases_find_order',
  text: `
    select o.public_id as id from cases c join supplier_orders o on o.id = c.supplier_order_id where c.public_id = $1`,
}

/** A new case: the supplier's turn, or the operator's if it follows another. */
export type NewCase = Pick<
  Case,
  'publicId' | 'orderId' | 'kind' | 'reason' | 'currency' | 'openedAt' | 'state' | 'isFollowUp'
> &
  Readonly<{ lines: readonly Readonly<{ lineId: number; quantity: number }>[] }>

/** Inserts a case. Violates `cases_open` if the order has an open one. */
export async function insertCase(tx: Queryable, input: NewCase): Promise<number> {
  const { publicId, orderId, kind, reason, currency, openedAt, lines, state, isFollowUp } = input
  const about = [JSON.stringify(lines), state, isFollowUp]
  const values = [publicId, orderId, kind, reason, currency, openedAt, ...about]
  const [inserted] = await queryPrepared<{ id: number }>(tx, INSERT_CASE, values)
  if (!inserted) throw new Error('the case was not inserted')
  return inserted.id
}

const INSERT_CASE = {
  name: 'cases_insert',
  text: `
    with opened as (
      insert into cases (public_id, supplier_order_id, kind, reason, currency, opened_at, updated_at, state, is_follow_up)
      values ($1, $2, $3, $4, $5, $6, $6, $8, $9) returning id),
    about as (
      insert into case_lines (case_id, supplier_order_line_id, quantity)
      select opened.id, x."lineId", x.quantity
      from opened cross join json_to_recordset($7) as x("lineId" bigint, quantity int))
    select id from opened`,
}

/** The new state of a case; omitted fields stay unchanged. */
export type CaseUpdate = Readonly<{
  id: number
  state: CaseState
  outcome?: CaseOutcome
  agreedAmount?: number
  agreedBy?: Case['agreedBy']
  returnTracking?: string
  refundedAmount?: number
  now: Date
}>

/** Moves a locked case. */
export async function updateCase(tx: Queryable, update: CaseUpdate): Promise<void> {
  const { id, state, outcome, agreedAmount, agreedBy, returnTracking, refundedAmount, now } = update
  const rest = [
    outcome ?? null,
    agreedAmount ?? null,
    agreedBy ?? null,
    returnTracking ?? null,
    now,
    refundedAmount ?? null,
  ]
  await queryPrepared(tx, UPDATE_CASE, [id, state, ...rest])
}

const UPDATE_CASE = {
  name: 'cases_update',
  text: `
    update cases set state = $2, version = version + 1, outcome = $3, agreed_amount = coalesce($4, agreed_amount),
      agreed_by = coalesce($5, agreed_by), return_tracking = coalesce($6, return_tracking), updated_at = $7, refunded_amount = $8,
      closed_at = case when $2 = 'closed' then $7::timestamptz end
    where id = $1`,
}

/** The proposed or decided terms. */
export type Terms = Readonly<{ amount: number; withReturn: boolean }>

/** A new entry, with pictures that the same side uploaded and has not used before. */
export type NewEntry = Readonly<{
  caseId: number
  event: CaseEvent
  side: CaseSide
  accountId: number | null
  text: string
  terms?: Terms
  pictures: readonly string[]
  now: Date
}>

/** Adds an entry to a case's timeline; returns its key and the number of pictures attached. */
export async function insertEntry(tx: Queryable, entry: NewEntry): Promise<{ id: number; pictures: number }> {
  const { caseId, event, side, accountId, text, terms, pictures, now } = entry
  const contentValues = [text, terms?.amount ?? null, terms?.withReturn ?? null, now]
  const [inserted] = await queryPrepared<{ id: number }>(tx, INSERT_ENTRY, [
    caseId,
    event,
    side,
    accountId,
    ...contentValues,
  ])
  if (!inserted) throw new Error('the entry was not inserted')
  const { id } = inserted
  if (pictures.length === 0) return { id, pictures: 0 }
  const attached = await queryPrepared(tx, ATTACH_PICTURES, [id, pictures, caseId, side])
  return { id, pictures: attached.length }
}

const INSERT_ENTRY = {
  name: 'cases_insert_entry',
  text: `
    insert into case_entries (case_id, event, side, account_id, text, amount, with_return, at)
    values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
}
const ATTACH_PICTURES = {
  name: 'cases_show_pictures',
  text: `
    update case_pictures set entry_id = $1
    where public_id = any($2::text[]) and case_id = $3 and side = $4 and entry_id is null returning public_id`,
}

/** Returns a side's latest proposal; the buyer's first is the opening of the case. */
export async function findProposal(
  db: Queryable,
  caseId: number,
  side: 'buyer' | 'supplier',
): Promise<Terms | undefined> {
  const [found] = await queryPrepared<Terms>(db, FIND_PROPOSAL, [caseId, side])
  return found
}

const FIND_PROPOSAL = {
  name: 'cases_find_proposal',
  text: `
    select amount, with_return as "withReturn" from case_entries
    where case_id = $1 and side = $2 and event in ('open', 'propose') order by id desc limit 1`,
}

/** Sets or resets a timer of a case; deletes it without a time. */
export async function setTimer(
  tx: Queryable,
  { caseId, kind, dueAt }: Readonly<{ caseId: number; kind: CaseTimer; dueAt: Date | undefined }>,
): Promise<void> {
  await (dueAt
    ? queryPrepared(tx, SET_TIMER, [caseId, kind, dueAt])
    : queryPrepared(tx, DELETE_TIMER, [caseId, kind]))
}

/** Deletes all timers of a case. */
export async function deleteTimers(tx: Queryable, caseId: number): Promise<void> {
  await queryPrepared(tx, DELETE_TIMERS, [caseId])
}

const DELETE_TIMERS = { name: 'cases_end_timers', text: 'delete from case_timers where case_id = $1' }

/** Extends a case's timer to a moment, if it ends earlier; returns when it ends. Throws if there is no such timer. */
export async function extendTimer(
  tx: Queryable,
  { caseId, kind, atLeast }: Readonly<{ caseId: number; kind: CaseTimer; atLeast: Date }>,
): Promise<Date> {
  const [extended] = await queryPrepared<{ dueAt: Date }>(tx, EXTEND_TIMER, [caseId, kind, atLeast])
  if (!extended) throw new Error('there is no such timer')
  return extended.dueAt
}

const EXTEND_TIMER = {
  name: 'cases_extend_timer',
  text: `
    update case_timers set due_at = greatest(due_at, $3) where case_id = $1 and kind = $2
    returning due_at as "dueAt"`,
}
const SET_TIMER = {
  name: 'cases_set_timer',
  text: `
    insert into case_timers (case_id, kind, due_at) values ($1, $2, $3)
    on conflict (case_id, kind) do update set due_at = excluded.due_at, failures = 0`,
}
const DELETE_TIMER = {
  name: 'cases_end_timer',
  text: 'delete from case_timers where case_id = $1 and kind = $2',
}

/** An ended case, as input of a further one; without lines it was about the whole order. */
type EarlierCase = Readonly<{
  reason: string
  /** Whether it ended by agreement, by a decision, or by its default terms. */
  isSettled: boolean
  /** Whether something was agreed in it, or the operator was involved. */
  isDecided: boolean
  lines: readonly Readonly<{ lineId: number; quantity: number }>[]
}>

/** Lists an order's cases by its key, oldest first. */
export async function listEarlierCases(db: Queryable, orderId: number): Promise<EarlierCase[]> {
  return queryPrepared<EarlierCase>(db, LIST_EARLIER_CASES, [orderId])
}

// Goods that were not sent back in time are no settlement: they may have come back without notice.
const LIST_EARLIER_CASES = {
  name: 'cases_list_earlier',
  text: `
    select c.reason,
      c.outcome in ('refunded', 'not_refunded') and not exists (
        select from case_entries e where e.case_id = c.id and e.event = 'lapse') as "isSettled",
      c.is_follow_up or c.agreed_by is not null or exists (
        select from case_entries e where e.case_id = c.id and e.event = 'escalate') as "isDecided",
      coalesce((
        select json_agg(json_build_object('lineId', l.supplier_order_line_id, 'quantity', l.quantity))
        from case_lines l where l.case_id = c.id), '[]') as lines
    from cases c where c.supplier_order_id = $1 and c.state = 'closed' order by c.id`,
}
