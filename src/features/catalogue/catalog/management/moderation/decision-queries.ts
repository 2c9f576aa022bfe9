import { type SQL, sql } from 'drizzle-orm'
import { type Queryable, queryRows, type Transaction } from '#database/database.ts'
import type { ModerationRulesData, ModerationStateName, ProductDecision } from './contract.ts'

/** A product in its current state, locked for a decision. */
export type LockedProduct = Readonly<{
  id: number
  publicId: string
  supplierId: number
  name: string
  status: 'active' | 'draft' | 'archived'
  moderation: ModerationStateName
  reason: string | null
}>

/** Returns the products with these public ids, locked until the transaction ends. */
export async function lockProducts(tx: Transaction, publicIds: readonly string[]): Promise<LockedProduct[]> {
  return queryRows<LockedProduct>(
    tx,
    sql`
      select id, public_id as "publicId", supplier_id as "supplierId", name, status, moderation,
        moderation_reason as reason
      from products where public_id = any(${sql.param([...publicIds])}::text[]) order by id for no key update`,
  )
}

/** Sets the state of products; the database lists or unlists them accordingly. */
export async function updateModeration(
  tx: Transaction,
  ids: readonly number[],
  { state, reason }: Readonly<{ state: ModerationStateName; reason: string | null }>,
): Promise<void> {
  await tx.execute(sql`
    update products set moderation = ${state}, moderation_reason = ${reason}, moderation_causes = '{}'
    where id = any(${sql.param([...ids])}::bigint[])`)
  await tx.execute(
    sql`delete from product_moderations where product_id = any(${sql.param([...ids])}::bigint[])`,
  )
}

/** Stores a decision about products; returns the keys, one for each product. */
export async function insertDecisions(
  tx: Transaction,
  ids: readonly number[],
  decision: Readonly<{
    accountId: number
    decision: ProductDecision['decision']
    reason: string
    now: Date
  }>,
): Promise<number[]> {
  const stored = await queryRows<{ id: number }>(
    tx,
    sql`
      insert into product_decisions (product_id, account_id, decision, reason, at)
      select id, ${decision.accountId}, ${decision.decision}, ${decision.reason}, ${decision.now.toISOString()}
      from unnest(${sql.param([...ids])}::bigint[]) id returning id`,
  )
  return stored.map(({ id }) => id)
}

/** A decision with the product and the address of the supplier that gets an email. */
export type DecisionRow = Readonly<{
  productId: string
  name: string
  decision: ProductDecision['decision']
  reason: string
  supplierId: number
  email: string | null
}>

/** Returns these decisions, grouped by supplier. */
export async function listDecisions(db: Queryable, ids: readonly number[]): Promise<DecisionRow[]> {
  return queryRows<DecisionRow>(
    db,
    sql`
      select p.public_id as "productId", p.name, d.decision, d.reason, s.id as "supplierId",
        coalesce(a.email, s.contact_email) as email
      from product_decisions d join products p on p.id = d.product_id join suppliers s on s.id = p.supplier_id
      left join accounts a on a.id = s.owner_id and a.closed_at is null
      where d.id = any(${sql.param([...ids])}::bigint[]) order by s.id, d.id`,
  )
}

/** The moderation rules and their version, the time of the last change in microseconds. */
export type StoredRules = Readonly<{ rules: ModerationRulesData; version: number }>

/** Returns the moderation rules. */
export async function readRules(db: Queryable): Promise<StoredRules> {
  return selectRules(db, sql``)
}

/** Locks the moderation rules until the transaction ends, and returns them. */
export async function lockRules(tx: Transaction): Promise<StoredRules> {
  return selectRules(tx, sql`for update`)
}

async function selectRules(db: Queryable, lock: SQL): Promise<StoredRules> {
  const [row] = await queryRows<ModerationRulesData & { version: number }>(
    db,
    sql`
      select first_products as "firstProducts", price_jump_percent as "priceJumpPercent", words, stones,
        coalesce(extract(epoch from changed_at) * 1000000, 0)::bigint as version
      from moderation_rules ${lock}`,
  )
  if (!row) throw new Error('There are no moderation rules.')
  const { version, ...rules } = row
  return { rules, version }
}

/** Stores the rules; the patterns are normalised like names. */
export async function updateRules(
  tx: Transaction,
  rules: ModerationRulesData,
  { words, stones, now }: Readonly<{ words: string | null; stones: string | null; now: Date }>,
): Promise<void> {
  await tx.execute(sql`
    update moderation_rules set first_products = ${rules.firstProducts},
      price_jump_percent = ${rules.priceJumpPercent}, words = ${sql.param(rules.words)}::text[],
      stones = ${sql.param(rules.stones)}::text[], words_pattern = ${words}, stones_pattern = ${stones},
      changed_at = ${now.toISOString()}`)
}

/** Returns words normalised as in searches: in lower case, without accents. */
export async function foldWords(db: Queryable, words: readonly string[]): Promise<string[]> {
  const folded = await queryRows<{ word: string }>(
    db,
    sql`
      select lower(f_unaccent(word)) as word
      from unnest(${sql.param([...words])}::text[]) with ordinality w(word, place) order by place`,
  )
  return folded.map(({ word }) => word)
}
