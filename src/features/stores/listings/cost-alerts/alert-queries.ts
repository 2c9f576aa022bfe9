import { sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import type { CostDecisionData } from './contract.ts'

/** A listing whose cost rose, by internal keys. */
export type AlertedListing = Readonly<{
  connectionId: number
  productKey: number
  supplierId: string
  supplierName: string
}>

/** The most alerts read together; the others follow after decisions about these. */
const MAX_ALERTS = 2_000

/** Lists an account's listings on sale with an undecided cost alert, by supplier and product. */
export async function listAlertedListings(
  db: Queryable,
  { accountId, supplierId }: Readonly<{ accountId: number; supplierId?: string }>,
): Promise<AlertedListing[]> {
  const found = await queryRows<AlertedListing>(
    db,
    sql`
      select l.connection_id::int as "connectionId", l.product_id::int as "productKey", u.public_id as "supplierId",
        u.name as "supplierName"
      from store_connections c
      join store_listings l on l.connection_id = c.id and l.cost_alert is not null and l.external_id is not null
        and not l.is_unpublished and l.state <> 'failed'
      join store_selections s on s.account_id = c.account_id and s.product_id = l.product_id
      join products p on p.id = l.product_id
      join suppliers u on u.id = p.supplier_id
      where c.account_id = ${accountId} and (${supplierId ?? null}::text is null or u.public_id = ${supplierId ?? null})
      order by u.name, u.id, l.product_id, l.connection_id limit ${MAX_ALERTS}`,
  )
  return found
}

/** The state of a listing before a decision, which undoing restores. */
export type ListingBefore = Readonly<{
  connectionId: number
  productKey: number
  costAlert: object
  isUnpublished: boolean
  retailAmount: number | null
  retailCurrency: string | null
  isPriceLocked: boolean
}>

/** Locks listings with an undecided cost alert, and returns their state before the decision; others are left out. */
export async function lockAlertedListings(
  tx: Transaction,
  { accountId, keys }: Readonly<{ accountId: number; keys: readonly ListingKey[] }>,
): Promise<ListingBefore[]> {
  return queryRows<ListingBefore>(
    tx,
    sql`
      select l.connection_id::int as "connectionId", l.product_id::int as "productKey", l.cost_alert as "costAlert",
        l.is_unpublished as "isUnpublished", s.retail_amount::float8 as "retailAmount", s.retail_currency as "retailCurrency",
        coalesce(s.is_price_locked, false) as "isPriceLocked"
      from json_to_recordset(${JSON.stringify(keys)}::json) as k("connectionId" bigint, "productKey" bigint)
      join store_connections c on c.id = k."connectionId" and c.account_id = ${accountId}
      join store_listings l on l.connection_id = k."connectionId" and l.product_id = k."productKey"
      left join store_selections s on s.account_id = c.account_id and s.product_id = l.product_id
      where l.cost_alert is not null and l.external_id is not null
      order by l.connection_id, l.product_id for update of l`,
  )
}

/** A listing by internal keys. */
export type ListingKey = Readonly<{ connectionId: number; productKey: number }>

/** Records decisions about listings, and takes them off sale if decided. */
export async function applyDecision(
  tx: Transaction,
  { keys, isOffSale }: Readonly<{ keys: readonly ListingKey[]; isOffSale: boolean }>,
): Promise<void> {
  await tx.execute(sql`
    update store_listings l set cost_alert = null, is_unpublished = l.is_unpublished or ${isOffSale}
    from json_to_recordset(${JSON.stringify(keys)}::json) as k("connectionId" bigint, "productKey" bigint)
    where l.connection_id = k."connectionId" and l.product_id = k."productKey"`)
}

/** Stores a decision with the former state of its listings. */
export async function insertDecision(
  tx: Transaction,
  decision: Readonly<{
    publicId: string
    accountId: number
    decision: CostDecisionData['decision']
    title: string
    listings: readonly ListingBefore[]
    now: Date
  }>,
): Promise<void> {
  const { publicId, accountId, title, listings, now } = decision
  await tx.execute(sql`
    insert into cost_decisions (public_id, account_id, decision, title, listings, decided_at)
    values (${publicId}, ${accountId}, ${decision.decision}, ${title}, ${JSON.stringify(listings)}::jsonb, ${now})`)
}

/** A stored decision. */
export type StoredDecision = Readonly<{
  publicId: string
  decision: CostDecisionData['decision']
  title: string
  listings: number
  decidedAt: Date
  undoneAt: Date | null
}>

const DECISION = sql`
  public_id as "publicId", decision, title, jsonb_array_length(listings) as listings, decided_at as "decidedAt",
  undone_at as "undoneAt"`

/** Returns an account's newest decisions since a moment. */
export async function listDecisions(
  db: Queryable,
  { accountId, since }: Readonly<{ accountId: number; since: Date }>,
): Promise<StoredDecision[]> {
  const found = await queryRows<StoredDecision>(
    db,
    sql`
      select ${DECISION} from cost_decisions where account_id = ${accountId} and decided_at >= ${since}
      order by id desc limit 5`,
  )
  return found.map((one) => ({
    ...one,
    decidedAt: new Date(one.decidedAt),
    undoneAt: one.undoneAt && new Date(one.undoneAt),
  }))
}

/** Locks an account's decision that was not undone, and returns it with its listings' former state. */
export async function lockDecision(
  tx: Transaction,
  { accountId, id }: Readonly<{ accountId: number; id: string }>,
): Promise<(StoredDecision & Readonly<{ before: ListingBefore[] }>) | undefined> {
  const [found] = await queryRows<StoredDecision & { before: ListingBefore[] }>(
    tx,
    sql`
      select ${DECISION}, listings as before from cost_decisions
      where account_id = ${accountId} and public_id = ${id} for update`,
  )
  return found && { ...found, decidedAt: new Date(found.decidedAt) }
}

/** Marks a decision as undone. */
export async function markUndone(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.execute(sql`update cost_decisions set undone_at = ${now} where public_id = ${id}`)
}

/**
 * Restores price and visibility of listings unchanged since the decision; returns their keys. A price entered since,
 * and a product that was put back on sale or deselected, stay.
 */
export async function restoreListings(
  tx: Transaction,
  {
    accountId,
    decision,
    before,
  }: Readonly<{
    accountId: number
    decision: CostDecisionData['decision']
    before: readonly ListingBefore[]
  }>,
): Promise<ListingKey[]> {
  const restored = await queryRows<ListingKey>(
    tx,
    sql`
      update store_listings l set cost_alert = k."costAlert", is_unpublished = k."isUnpublished"
      from json_to_recordset(${JSON.stringify(before)}::json) as k("connectionId" bigint, "productKey" bigint,
        "costAlert" jsonb, "isUnpublished" boolean, "retailAmount" bigint, "retailCurrency" text, "isPriceLocked" boolean)
      join store_selections s on s.account_id = ${accountId} and s.product_id = k."productKey"
      where l.connection_id = k."connectionId" and l.product_id = k."productKey" and l.cost_alert is null
        and case ${decision}::text
          when 'take_off' then l.is_unpublished
          when 'follow_rule' then s.retail_amount is null and not s.is_price_locked
          else s.retail_amount is not distinct from k."retailAmount" and s.is_price_locked = k."isPriceLocked" end
      returning l.connection_id::int as "connectionId", l.product_id::int as "productKey"`,
  )
  if (decision === 'follow_rule')
    await tx.execute(sql`
      update store_selections s
      set retail_amount = k."retailAmount", retail_currency = k."retailCurrency", is_price_locked = k."isPriceLocked"
      from (select distinct on (k."productKey") k.* from json_to_recordset(${JSON.stringify(before)}::json)
          as k("connectionId" bigint, "productKey" bigint, "retailAmount" bigint, "retailCurrency" text, "isPriceLocked" boolean)
        join json_to_recordset(${JSON.stringify(restored)}::json) as r("connectionId" bigint, "productKey" bigint)
          on r."connectionId" = k."connectionId" and r."productKey" = k."productKey") k
      where s.account_id = ${accountId} and s.product_id = k."productKey"`)
  return restored
}

/** Returns the public ids of products by their internal keys. */
export async function listPublicIds(db: Queryable, productKeys: readonly number[]): Promise<string[]> {
  const found = await queryRows<{ public_id: string }>(
    db,
    sql`select public_id from products where id = any(${sql.param([...productKeys])}::bigint[])`,
  )
  return found.map(({ public_id }) => public_id)
}
