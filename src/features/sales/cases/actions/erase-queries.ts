import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'

/** SQL of a buyer's entries: in cases of an account's purchases, or of a guest's. */
const FROM_BUYER_CASES = `
  from cases c
  join supplier_orders o on o.id = c.supplier_order_id
  join purchases p on p.id = o.purchase_id`

/** Lists the closed accounts that were the buyer in a case, by its key. */
export async function listClosedBuyerAccounts(tx: Transaction, caseId: number): Promise<number[]> {
  return (await queryPrepared<{ id: number }>(tx, LIST_CLOSED_BUYER_ACCOUNTS, [caseId])).map(({ id }) => id)
}

const LIST_CLOSED_BUYER_ACCOUNTS = {
  name: 'cases_list_left',
  text: `
    select distinct h.id ${FROM_BUYER_CASES}
    left join case_entries e on e.case_id = c.id and e.side = 'buyer'
    join accounts h on h.id in (p.account_id, e.account_id) and h.closed_at is not null
    where c.id = $1 order by h.id`,
}

/** A buyer, by the account or by the purchases of a guest. */
export type BuyerKey = Readonly<{ accountId: number | null; purchaseIds: readonly number[] }>

/** A buyer's entry in a closed case, with the keys of its emails and its order. */
export type BuyerEntry = Readonly<{ entryId: number; caseId: string; orderId: number }>

/** Lists all entries that an account wrote as the buyer in closed cases. */
export async function listBuyerEntries(tx: Transaction, buyer: BuyerKey): Promise<BuyerEntry[]> {
  return queryPrepared<BuyerEntry>(tx, LIST_BUYER_ENTRIES, [buyer.accountId, buyer.purchaseIds])
}

const LIST_BUYER_ENTRIES = {
  name: 'cases_list_said',
  text: `
    select e.id as "entryId", c.public_id as "caseId", o.id as "orderId" ${FROM_BUYER_CASES}
    join case_entries e on e.case_id = c.id and e.side = 'buyer'
    where c.state = 'closed' and (p.account_id = $1::bigint or e.account_id = $1::bigint or p.id = any($2::bigint[]))`,
}

/** Erases the texts of these entries; the proposals and agreements in them stay. */
export async function redactEntries(tx: Transaction, entryIds: readonly number[], now: Date): Promise<void> {
  await queryPrepared(tx, REDACT_ENTRIES, [entryIds, now])
}

const REDACT_ENTRIES = {
  name: 'cases_blank_entries',
  text: `
    update case_entries e set text = '', erased_at = $2
    where e.id = any($1::bigint[]) and e.erased_at is null
      and (e.text <> '' or exists (select from case_pictures k where k.entry_id = e.id))`,
}

/** Deletes the pictures of entries, and the buyer's unsent ones, and returns their public ids. */
export async function deleteEntryPictures(
  tx: Transaction,
  entryIds: readonly number[],
  { accountId, purchaseIds }: BuyerKey,
): Promise<string[]> {
  const parameters = [entryIds, accountId, purchaseIds]
  const rows = await queryPrepared<{ id: string }>(tx, DELETE_PICTURES, parameters)
  return rows.map(({ id }) => id)
}

const DELETE_PICTURES = {
  name: 'cases_delete_pictures',
  text: `
    delete from case_pictures k where k.entry_id = any($1::bigint[])
      or (k.entry_id is null and k.side = 'buyer' and k.case_id in (
        select c.id ${FROM_BUYER_CASES} where c.state = 'closed' and (p.account_id = $2::bigint or p.id = any($3::bigint[]))))
    returning k.public_id as id`,
}

/** Deletes an account's return tracking numbers in closed cases. */
export async function clearReturnTrackings(tx: Transaction, buyer: BuyerKey): Promise<void> {
  await queryPrepared(tx, CLEAR_RETURN_TRACKINGS, [buyer.accountId, buyer.purchaseIds])
}

const CLEAR_RETURN_TRACKINGS = {
  name: 'cases_forget_trackings',
  text: `
    update cases set return_tracking = null
    where return_tracking is not null and id in (
      select c.id ${FROM_BUYER_CASES}
      where c.state = 'closed' and (p.account_id = $1::bigint or p.id = any($2::bigint[])))`,
}

/** Lists the public ids of an account's purchases with cases, oldest first. */
export async function listPurchasesWithCases(db: Queryable, accountId: number): Promise<string[]> {
  const rows = await queryPrepared<{ id: string }>(db, LIST_PURCHASES, [accountId])
  return rows.map(({ id }) => id)
}

const LIST_PURCHASES = {
  name: 'cases_list_purchases_of_account',
  text: `select p.public_id as id ${FROM_BUYER_CASES} where p.account_id = $1 group by p.id order by p.id`,
}

/** Returns the keys of the purchases among these that have an open case. */
export async function listPurchasesInCase(db: Queryable, purchaseIds: readonly number[]): Promise<number[]> {
  const rows = await queryPrepared<{ id: number }>(db, LIST_PURCHASES_IN_CASE, [purchaseIds])
  return rows.map(({ id }) => id)
}

const LIST_PURCHASES_IN_CASE = {
  name: 'cases_list_purchases_in_case',
  text: `select distinct p.id ${FROM_BUYER_CASES} where p.id = any($1::bigint[]) and c.state <> 'closed'`,
}
