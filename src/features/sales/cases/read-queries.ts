import { queryPrepared, type Queryable } from '#database/database.ts'
import { type Case, CASE_FIELDS } from './case-queries.ts'
import type { CaseEvent, CaseSide, CaseState } from './shapes.ts'

/** A case for display, with its order. */
export type CaseDetails = Case &
  Readonly<{
    order: string
    number: string
    supplier: string
    answerBy: Date | null
    endsAt: Date | null
  }>

/** The scope of cases: an account's own store, a purchase by its secret id, or all. */
export type CaseScope = Readonly<{ ownerId?: number | undefined; purchaseId?: string | undefined }>

const SELECT_CASE = `
  select ${CASE_FIELDS}, o.public_id as "order", p.number, s.name as supplier,
    (select due_at from case_timers t where t.case_id = c.id and t.kind = 'answer') as "answerBy",
    (select due_at from case_timers t where t.case_id = c.id and t.kind = 'end') as "endsAt"
  from cases c
  join supplier_orders o on o.id = c.supplier_order_id
  join purchases p on p.id = o.purchase_id
  join suppliers s on s.id = o.supplier_id
  where ($1::bigint is null or s.owner_id = $1) and ($2::text is null or p.public_id = $2)`

/** Returns a case by its public id, if it belongs to the given scope. */
export async function findCase(
  db: Queryable,
  publicId: string,
  { ownerId, purchaseId }: CaseScope,
): Promise<CaseDetails | undefined> {
  const [found] = await queryPrepared<CaseDetails>(db, FIND_CASE, [
    ownerId ?? null,
    purchaseId ?? null,
    publicId,
  ])
  return found
}

const FIND_CASE = { name: 'cases_find', text: `${SELECT_CASE} and c.public_id = $3` }

/** Lists a purchase's cases, oldest first. */
export async function listPurchaseCases(db: Queryable, purchaseId: string): Promise<CaseDetails[]> {
  return queryPrepared<CaseDetails>(db, LIST_PURCHASE_CASES, [null, purchaseId])
}

const LIST_PURCHASE_CASES = { name: 'cases_list_of_purchase', text: `${SELECT_CASE} order by c.id` }

/** A page of cases, newest first, older than the one with the id `before`, with one state if given. */
export type CasePage = CaseScope &
  Readonly<{ state: CaseState | undefined; before: string | undefined; limit: number }>

/** Lists a page of cases. */
export async function listCases(
  db: Queryable,
  { ownerId, state, before, limit }: CasePage,
): Promise<CaseDetails[]> {
  return queryPrepared<CaseDetails>(db, LIST_CASES, [
    ownerId ?? null,
    null,
    state ?? null,
    before ?? null,
    limit,
  ])
}

const LIST_CASES = {
  name: 'cases_list',
  text: `${SELECT_CASE}
    and ($3::text is null or c.state = $3)
    and ($4::text is null or c.id < (select id from cases where public_id = $4))
    order by c.id desc limit $5`,
}

/** An entry of a case: a message or an event. */
export type CaseEntryDetails = Readonly<{
  id: number
  event: CaseEvent
  side: CaseSide
  text: string
  amount: number | null
  withReturn: boolean | null
  at: Date
  isErased: boolean
}>

/** An entry with its position in the case, from 1. */
export type NumberedCaseEntry = CaseEntryDetails & Readonly<{ place: number }>

/** A range of a case's entries: before a position if given, and the newest `limit` or all. */
export type EntryRange = Readonly<{ before?: number | undefined; limit?: number }>

/** Lists a case's entries, oldest first. */
export async function listEntries(
  db: Queryable,
  caseId: number,
  { before, limit }: EntryRange,
): Promise<NumberedCaseEntry[]> {
  const newestFirst = await queryPrepared<NumberedCaseEntry>(db, LIST_ENTRIES, [
    caseId,
    before ?? null,
    limit ?? null,
  ])
  return newestFirst.toReversed()
}

const LIST_ENTRIES = {
  name: 'cases_list_entries',
  text: `
    select * from (
      select id, event, side, text, amount, with_return as "withReturn", at, erased_at is not null as "isErased",
        row_number() over (order by id)::int as place
      from case_entries where case_id = $1) e
    where $2::int is null or place < $2 order by place desc limit $3`,
}

/** Returns the units of a case, by the keys of the order's lines. */
export async function listCaseLines(
  db: Queryable,
  caseId: number,
): Promise<{ lineId: number; quantity: number }[]> {
  return queryPrepared(db, LIST_LINES, [caseId])
}

const LIST_LINES = {
  name: 'cases_list_lines',
  text: `
    select supplier_order_line_id as "lineId", quantity from case_lines where case_id = $1
    order by supplier_order_line_id`,
}

/** Returns an entry with its case, as input of an email. */
export async function findEntry(
  db: Queryable,
  entryId: number,
): Promise<(CaseEntryDetails & { caseId: string }) | undefined> {
  const [found] = await queryPrepared<CaseEntryDetails & { caseId: string }>(db, FIND_ENTRY, [entryId])
  return found
}

const FIND_ENTRY = {
  name: 'cases_find_entry',
  text: `
    select e.id, e.event, e.side, e.text, e.amount, e.with_return as "withReturn", e.at, e.erased_at is not null as "isErased",
      c.public_id as "caseId"
    from case_entries e join cases c on c.id = e.case_id where e.id = $1`,
}
