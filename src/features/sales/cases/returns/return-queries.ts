import { queryPrepared, type Queryable } from '#database/database.ts'
import type { CarrierName } from '#core/shipping/carriers.ts'
import type { PostalAddress } from '#features/sales/orders/service.ts'

/** The return of a case; its address is null while its supplier has none. */
export type CaseReturn = Readonly<{
  caseKey: number
  warehouse: string
  paidBy: 'buyer' | 'supplier'
  address: PostalAddress | null
  instructions: string
  /** Why no label could be bought automatically. */
  labelProblem: string | null
}>

const FIELDS = `
  r.case_id as "caseKey", o.warehouse, r.paid_by as "paidBy", r.address, r.instructions, r.label_problem as "labelProblem"`

/** Returns the return of a case; undefined if none was agreed. */
export async function findReturn(db: Queryable, caseKey: number): Promise<CaseReturn | undefined> {
  const [found] = await queryPrepared<CaseReturn>(db, FIND_RETURN, [caseKey])
  return found
}

const FIND_RETURN = {
  name: 'cases_find_return',
  text: `
    select ${FIELDS} from case_returns r
    join cases c on c.id = r.case_id
    join supplier_orders o on o.id = c.supplier_order_id
    where r.case_id = $1`,
}

type NewReturn = Pick<CaseReturn, 'caseKey' | 'paidBy' | 'address' | 'instructions'> & Readonly<{ now: Date }>

/** Inserts an agreed return; an earlier one stays. Returns whether it is new. */
export async function insertReturn(tx: Queryable, input: NewReturn): Promise<boolean> {
  const { caseKey, paidBy, address, instructions, now } = input
  const values = [caseKey, paidBy, address && JSON.stringify(address), instructions, now]
  return (await queryPrepared(tx, INSERT_RETURN, values)).length > 0
}

const INSERT_RETURN = {
  name: 'cases_insert_return',
  text: `
    insert into case_returns (case_id, paid_by, address, instructions, agreed_at) values ($1, $2, $3, $4, $5)
    on conflict (case_id) do nothing returning case_id`,
}

/** Sets the address of a return. */
export async function updateReturnAddress(
  tx: Queryable,
  { caseKey, address, instructions }: Pick<CaseReturn, 'caseKey' | 'address' | 'instructions'>,
): Promise<void> {
  await queryPrepared(tx, UPDATE_ADDRESS, [caseKey, JSON.stringify(address), instructions])
}

const UPDATE_ADDRESS = {
  name: 'cases_update_return_address',
  text: 'update case_returns set address = $2, instructions = $3 where case_id = $1 and address is null',
}

/** Lists the public ids of cases whose return waits for an address that their warehouse has now. */
export async function listAddressableReturns(db: Queryable, limit: number): Promise<string[]> {
  const rows = await queryPrepared<{ id: string }>(db, LIST_ADDRESSABLE, [limit])
  return rows.map(({ id }) => id)
}

const LIST_ADDRESSABLE = {
  name: 'cases_list_addressable_returns',
  text: `
    select c.public_id as id
    from case_returns r
    join cases c on c.id = r.case_id
    join supplier_orders o on o.id = c.supplier_order_id
    where r.address is null and c.state = 'awaiting_return' and exists (
      select from warehouses w join warehouse_addresses a on a.warehouse_id = w.id
      where w.supplier_id = o.supplier_id and (w.name = o.warehouse or w.id = (
        select f.warehouse_id from warehouse_former_names f where f.supplier_id = o.supplier_id and f.name = o.warehouse)))
    order by c.id limit $1`,
}

/** Stores why a return's label could not be bought automatically; null if it was. */
export async function updateLabelProblem(
  db: Queryable,
  { caseKey, problem }: Readonly<{ caseKey: number; problem: string | null }>,
): Promise<void> {
  await queryPrepared(db, UPDATE_PROBLEM, [caseKey, problem?.slice(0, 500) ?? null])
}

const UPDATE_PROBLEM = {
  name: 'cases_update_return_problem',
  text: 'update case_returns set label_problem = $2 where case_id = $1',
}

/** An awaited return, with the tracking number of its buyer's label. */
export type LabelledReturn = Readonly<{ caseId: string; carrier: CarrierName; trackingNumber: string }>

/** Claims returns whose labels are due for a check, if they were last checked before `since`. */
export async function claimReturnsToFollow(
  db: Queryable,
  { since, now, limit }: Readonly<{ since: Date; now: Date; limit: number }>,
): Promise<LabelledReturn[]> {
  return queryPrepared<LabelledReturn>(db, CLAIM_TO_FOLLOW, [since, now, limit])
}

const CLAIM_TO_FOLLOW = {
  name: 'cases_claim_returns_to_follow',
  text: `
    with due as (
      select r.case_id from case_returns r join cases c on c.id = r.case_id
      join parcel_labels l on l.case_id = c.id and l.state = 'used' and l.dropped_at is null
      where c.state = 'awaiting_return' and coalesce(r.followed_at, '-infinity') < $1
      order by r.followed_at nulls first limit $3 for update of r skip locked)
    update case_returns r set followed_at = $2 from due, cases c, parcel_labels l
    where r.case_id = due.case_id and c.id = r.case_id and l.case_id = c.id and l.state = 'used' and l.dropped_at is null
    returning c.public_id as "caseId", l.carrier, l.tracking_number as "trackingNumber"`,
}

/** Returns the public id of a case by its key. */
export async function findCaseIdByKey(db: Queryable, caseKey: number): Promise<string | undefined> {
  const [found] = await queryPrepared<{ id: string }>(db, FIND_ID, [caseKey])
  return found?.id
}

const FIND_ID = { name: 'cases_find_id', text: 'select public_id as id from cases where id = $1' }
