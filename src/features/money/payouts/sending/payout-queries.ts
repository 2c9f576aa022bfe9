import { queryPrepared, type Queryable } from '#database/database.ts'
import type { PayoutEvent } from '../rules.ts'
import type { PayoutMethod, PayoutState } from '../shapes.ts'

/** A payout and its supplier. Amounts in minor units. */
export type Payout = Readonly<{
  id: number
  publicId: string
  supplierId: number
  supplierPublicId: string
  supplierName: string
  supplierMail: string | null
  accountId: number
  maskedNumber: string
  method: PayoutMethod
  currency: string
  amount: number
  state: PayoutState
  file: string | null
  /** The day on which the bank was to execute its file, such as 2026-03-02. */
  payOn: string | null
  externalId: string | null
  createdAt: Date
  updatedAt: Date
}>

const PAYOUT = `
  select p.id, p.public_id as "publicId", p.supplier_id as "supplierId", s.public_id as "supplierPublicId",
    s.name as "supplierName", s.contact_email as "supplierMail", p.account_id as "accountId", a.masked_number as "maskedNumber", p.method,
    p.currency, p.amount, p.state, f.public_id as file,
    f.pay_on::text as "payOn", p.external_id as "externalId", p.created_at as "createdAt",
    p.updated_at as "updatedAt"
  from payouts p
  join suppliers s on s.id = p.supplier_id
  join payout_accounts a on a.id = p.account_id
  left join payout_files f on f.id = p.file_id`

/** Returns a payout by its public id; with an owner, only one of their store. */
export async function findPayout(
  db: Queryable,
  publicId: string,
  ownerId?: number,
): Promise<Payout | undefined> {
  const [found] = await queryPrepared<Payout>(db, FIND_PAYOUT, [publicId, ownerId ?? null])
  return found
}

const FIND_PAYOUT = {
  name: 'payouts_find',
  text: `${PAYOUT} where p.public_id = $1 and ($2::bigint is null or s.owner_id = $2)`,
}

/** Returns a payout like `findPayout`, locked until the transaction ends. */
export async function lockPayout(tx: Queryable, publicId: string): Promise<Payout | undefined> {
  const [found] = await queryPrepared<Payout>(tx, LOCK_PAYOUT, [publicId])
  return found
}

const LOCK_PAYOUT = { name: 'payouts_lock', text: `${PAYOUT} where p.public_id = $1 for update of p` }

/** A filter of payouts: by owner's store and state; newest first. */
export type PayoutFilter = Readonly<{
  ownerId: number | undefined
  state: PayoutState | undefined
  limit: number
  offset: number
}>

/** Lists a range of payouts, and their total count. */
export async function listPayouts(
  db: Queryable,
  { ownerId, state, limit, offset }: PayoutFilter,
): Promise<{ payouts: Payout[]; total: number }> {
  const filterValues = [ownerId ?? null, state ?? null]
  const [payouts, counted] = await Promise.all([
    queryPrepared<Payout>(db, LIST_PAYOUTS, [...filterValues, limit, offset]),
    queryPrepared<{ total: number }>(db, COUNT_PAYOUTS, filterValues),
  ])
  return { payouts, total: counted[0]?.total ?? 0 }
}

const FILTER = '($1::bigint is null or s.owner_id = $1) and ($2::text is null or p.state = $2)'
const LIST_PAYOUTS = {
  name: 'payouts_list',
  text: `${PAYOUT} where ${FILTER} order by p.id desc limit $3 offset $4`,
}
const COUNT_PAYOUTS = {
  name: 'payouts_count',
  text: `select count(*) as total from payouts p join suppliers s on s.id = p.supplier_id where ${FILTER}`,
}

/** Lists the payouts of a file, in order of creation. */
export async function listFilePayouts(db: Queryable, filePublicId: string): Promise<Payout[]> {
  return queryPrepared(db, LIST_FILE_PAYOUTS, [filePublicId])
}

const LIST_FILE_PAYOUTS = {
  name: 'payouts_list_of_file',
  text: `${PAYOUT} where f.public_id = $1 order by p.id`,
}

/** Lists payouts requested from a provider and unanswered since a moment. */
export async function listUnansweredPayouts(db: Queryable, since: Date): Promise<string[]> {
  const found = await queryPrepared<{ publicId: string }>(db, LIST_UNANSWERED, [since])
  return found.map(({ publicId }) => publicId)
}

const LIST_UNANSWERED = {
  name: 'payouts_list_unanswered',
  text: `
    select public_id as "publicId" from payouts
    where state = 'sent' and method = 'stripe' and updated_at < $1 order by id`,
}

/** Returns how often a payout had to wait because our balance at the provider was too low. */
export async function countBalanceWaits(db: Queryable, payoutId: number): Promise<number> {
  const [found] = await queryPrepared<{ count: number }>(db, COUNT_WAITS, [payoutId])
  return found?.count ?? 0
}

const COUNT_WAITS = {
  name: 'payouts_count_waits',
  text: `select count(*) as count from payout_events where payout_id = $1 and event = 'wait'`,
}

/** Lists payouts by a provider that were not requested since a moment. */
export async function listUnsentPayouts(db: Queryable, since: Date): Promise<string[]> {
  const found = await queryPrepared<{ publicId: string }>(db, LIST_UNSENT, [since])
  return found.map(({ publicId }) => publicId)
}

const LIST_UNSENT = {
  name: 'payouts_list_forgotten',
  text: `
    select public_id as "publicId" from payouts
    where state = 'prepared' and method = 'stripe' and updated_at < $1 order by id`,
}

/** The actor who moved a payout, and the reason. */
export type PayoutCause = Readonly<{
  actor: 'operator' | 'provider' | 'system'
  accountId?: number
  reason?: string
}>

/** A new event of a payout. */
export type NewPayoutEvent = Readonly<{
  payoutId: number
  event: PayoutEvent | 'prepare' | 'moved_late'
  from: PayoutState | null
  to: PayoutState
  cause: PayoutCause
  now: Date
}>

/** Inserts an event of a payout. */
export async function insertPayoutEvent(tx: Queryable, payoutEvent: NewPayoutEvent): Promise<void> {
  const { payoutId, event, from, to, cause, now } = payoutEvent
  const { actor, accountId = null, reason = null } = cause
  await queryPrepared(tx, INSERT_EVENT, [payoutId, event, from, to, actor, accountId, reason, now])
}

const INSERT_EVENT = {
  name: 'payouts_insert_event',
  text: `
    insert into payout_events (payout_id, event, from_state, to_state, actor, account_id, reason, at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
}

/** Sets a locked payout's state, and the provider's id if there is one now. */
export async function updatePayout(
  tx: Queryable,
  {
    id,
    state,
    externalId,
    now,
  }: Readonly<{ id: number; state: PayoutState; externalId?: string | undefined; now: Date }>,
): Promise<void> {
  await queryPrepared(tx, UPDATE_PAYOUT, [id, state, externalId ?? null, now])
}

const UPDATE_PAYOUT = {
  name: 'payouts_update',
  text: `
    update payouts set state = $2, external_id = coalesce($3, external_id), updated_at = $4 where id = $1`,
}

/** Releases the postings that a payout claimed, for the next payout. */
export async function releasePayoutItems(tx: Queryable, payoutId: number, now: Date): Promise<void> {
  await queryPrepared(tx, RELEASE_ITEMS, [payoutId, now])
}

const RELEASE_ITEMS = {
  name: 'payouts_free_items',
  text: 'update payout_items set freed_at = $2 where payout_id = $1 and freed_at is null',
}
