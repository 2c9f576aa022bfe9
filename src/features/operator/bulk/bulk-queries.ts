import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'

/** An order of a bulk action, or the order of its case. */
export type BulkOrder = Readonly<{ orderId: number; number: string; currency: string }>

/** Returns the order with this public id, or the order of the case with this public id. */
export async function findBulkOrder(db: Queryable, publicId: string): Promise<BulkOrder | undefined> {
  const [found] = await queryPrepared<BulkOrder>(db, FIND, [publicId])
  return found
}

const FIND = {
  name: 'bulk_find_order',
  text: `
    select o.id as "orderId", p.number, o.currency from supplier_orders o join purchases p on p.id = o.purchase_id
    where o.public_id = $1 or o.id = (select supplier_order_id from cases where public_id = $1)`,
}

/** A rejected or unclear effect; `amount` is a refund's, in minor units. */
export type FailedEffect = Readonly<{ id: string; amount: number }>

/** Returns the rejected and unclear effects of an order: its refunds, and updates of its parcels. */
export async function listFailedEffects(db: Queryable, orderId: number): Promise<FailedEffect[]> {
  return queryPrepared<FailedEffect>(db, LIST_FAILED, [orderId])
}

const LIST_FAILED = {
  name: 'bulk_list_failed_effects',
  text: `
    select e.public_id as id, coalesce(r.amount, 0) as amount
    from effects e left join refund_requests r on r.public_id = e.subject
    where e.state in ('unknown', 'refused') and e.next_attempt_at is null and (
      r.supplier_order_id = $1
      or e.subject in (select public_id from parcels where supplier_order_id = $1))
    order by e.id`,
}

/** An operator to whom a case can be assigned. */
export type AssignableOperator = Readonly<{ id: string; name: string }>

/** Returns the operators that cases can be assigned to, by name. */
export async function listAssignableOperators(db: Queryable): Promise<AssignableOperator[]> {
  return queryPrepared<AssignableOperator>(db, LIST_OPERATORS, [])
}

/** Returns the operator with this public id and the key of the account; undefined if there is none. */
export async function findAssignee(
  db: Queryable,
  publicId: string,
): Promise<{ id: number; name: string } | undefined> {
  const [found] = await queryPrepared<{ id: number; name: string }>(db, FIND_ASSIGNEE, [publicId])
  return found
}

/** Returns the assigned cases that are open. */
export async function listAssignments(
  db: Queryable,
): Promise<{ case: string; operator: AssignableOperator }[]> {
  const rows = await queryPrepared<{ caseId: string; id: string; name: string }>(db, LIST_ASSIGNMENTS, [])
  return rows.map(({ caseId, id, name }) => ({ case: caseId, operator: { id, name } }))
}

const NAME = "coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email)"

const LIST_OPERATORS = {
  name: 'bulk_list_operators',
  text: `
    select a.public_id as id, ${NAME} as name from accounts a
    where a.type = 'operator' and a.closed_at is null order by name limit 500`,
}

const FIND_ASSIGNEE = {
  name: 'bulk_find_assignee',
  text: `
    select a.id, ${NAME} as name from accounts a
    where a.public_id = $1 and a.type = 'operator' and a.closed_at is null`,
}

const LIST_ASSIGNMENTS = {
  name: 'bulk_list_assignments',
  text: `
    select c.public_id as "caseId", a.public_id as id, ${NAME} as name
    from case_assignments s join cases c on c.id = s.case_id join accounts a on a.id = s.operator_id
    where c.state <> 'closed' order by c.id limit 5000`,
}

/** An assigned case, locked until the transaction ends; `assignee` is the operator's name. */
export type AssignedCase = Readonly<{
  id: number
  publicId: string
  assigneeId: number | null
  assignee: string | null
}>

/** Locks cases and returns their assigned operators. */
export async function lockAssignedCases(
  tx: Transaction,
  publicIds: readonly string[],
): Promise<AssignedCase[]> {
  return queryPrepared<AssignedCase>(tx, LOCK_CASES, [publicIds])
}

const LOCK_CASES = {
  name: 'bulk_lock_cases',
  text: `
    select c.id, c.public_id as "publicId", s.operator_id as "assigneeId", ${NAME} as assignee
    from cases c left join case_assignments s on s.case_id = c.id left join accounts a on a.id = s.operator_id
    where c.public_id = any($1::text[]) order by c.id for no key update of c`,
}

/** Assigns a case to an operator. */
export async function saveAssignment(
  tx: Transaction,
  { caseId, operatorId, now }: Readonly<{ caseId: number; operatorId: number; now: Date }>,
): Promise<void> {
  await queryPrepared(tx, SAVE, [caseId, operatorId, now])
}

const SAVE = {
  name: 'bulk_save_assignment',
  text: `
    insert into case_assignments (case_id, operator_id, assigned_at) values ($1, $2, $3)
    on conflict (case_id) do update set operator_id = excluded.operator_id, assigned_at = excluded.assigned_at`,
}

/** Deletes the assignment of a case. */
export async function deleteAssignment(tx: Transaction, caseId: number): Promise<void> {
  await queryPrepared(
    tx,
    { name: 'bulk_delete_assignment', text: 'delete from case_assignments where case_id = $1' },
    [caseId],
  )
}
