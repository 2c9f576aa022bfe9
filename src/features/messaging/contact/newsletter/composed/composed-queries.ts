import { MAX_SHOWN } from '#core/shown-rows.ts'
import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { NewsletterProduct } from '../../port.ts'
import type { IssueReader } from '../issue-queries.ts'
import type { NewsletterData, NewsletterFormData } from './contract.ts'

/** A newsletter as stored, with what is known of its emails. */
export type StoredNewsletter = Omit<NewsletterData, 'createdAt' | 'startedAt' | 'endedAt'> &
  Readonly<{
    key: number
    createdAt: Date
    startedAt: Date | null
    endedAt: Date | null
    products: readonly NewsletterProduct[] | null
  }>

const SELECT = `
  select n.id as key, n.public_id as id, n.subject, n.heading, n.text, n.with_products as "withProducts", n.products, n.state,
    n.version, n.created_at as "createdAt", n.started_at as "startedAt", n.ended_at as "endedAt",
    coalesce(trim(a.first_name || ' ' || a.last_name), '') as "createdBy",
    (select json_build_object('queued', count(*) filter (where e.state = 'waiting'),
        'sent', count(*) filter (where e.state = 'sent'), 'refused', count(*) filter (where e.state = 'failed'))
      from newsletter_deliveries d join emails e on e.key = 'newsletter:' || n.public_id || ':' || d.subscriber_id
      where d.newsletter_id = n.id) as counts
  from newsletters n left join accounts a on a.id = n.account_id`

/** Lists newsletters, the newest first, beginning before a key. */
export async function listNewsletters(
  db: Queryable,
  { before, limit }: Readonly<{ before: number | undefined; limit: number }>,
): Promise<StoredNewsletter[]> {
  return queryPrepared<StoredNewsletter>(db, LIST, [before ?? null, limit])
}

const LIST = {
  name: 'newsletters_list',
  text: `${SELECT} where $1::bigint is null or n.id < $1 order by n.id desc limit $2`,
}

/** Returns the newsletter of a public id. */
export async function findNewsletter(db: Queryable, id: string): Promise<StoredNewsletter | undefined> {
  const [found] = await queryPrepared<StoredNewsletter>(db, FIND, [id])
  return found
}

const FIND = { name: 'newsletters_find', text: `${SELECT} where n.public_id = $1` }

/** The current values of a draft newsletter. */
export type LockedNewsletter = Readonly<{
  key: number
  state: NewsletterData['state']
  version: number
  withProducts: boolean
}>

/** Locks a newsletter until the transaction ends. */
export async function lockNewsletter(tx: Transaction, id: string): Promise<LockedNewsletter | undefined> {
  const [found] = await queryPrepared<LockedNewsletter>(tx, LOCK, [id])
  return found
}

const LOCK = {
  name: 'newsletters_lock',
  text: `
    select id as key, state, version, with_products as "withProducts" from newsletters where public_id = $1 for update`,
}

/** Stores a draft. */
export async function insertNewsletter(
  tx: Transaction,
  draft: NewsletterFormData & Readonly<{ id: string; accountId: number; now: Date }>,
): Promise<void> {
  const { id, subject, heading, text, withProducts, accountId, now } = draft
  await queryPrepared(tx, INSERT, [id, subject, heading, text, withProducts, accountId, now])
}

const INSERT = {
  name: 'newsletters_insert',
  text: `
    insert into newsletters (public_id, subject, heading, text, with_products, account_id, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
}

/** Stores a changed draft. */
export async function updateDraft(tx: Transaction, key: number, draft: NewsletterFormData): Promise<void> {
  const { subject, heading, text, withProducts } = draft
  await queryPrepared(tx, UPDATE, [key, subject, heading, text, withProducts])
}

const UPDATE = {
  name: 'newsletters_update',
  text: `
    update newsletters set subject = $2, heading = $3, text = $4, with_products = $5, version = version + 1 where id = $1`,
}

/** Deletes a draft. */
export async function deleteDraft(tx: Transaction, key: number): Promise<void> {
  await queryPrepared(tx, { name: 'newsletters_delete', text: 'delete from newsletters where id = $1' }, [
    key,
  ])
}

/** Stores that a newsletter begins to be sent, with the products that it shows. */
export async function startNewsletter(
  tx: Transaction,
  { key, products, now }: Readonly<{ key: number; products: readonly NewsletterProduct[]; now: Date }>,
): Promise<void> {
  await queryPrepared(tx, START, [key, JSON.stringify(products), now])
}

const START = {
  name: 'newsletters_start',
  text: "update newsletters set state = 'sending', products = $2::jsonb, started_at = $3, version = version + 1 where id = $1",
}

/** Stores that a newsletter is sent, or stopped. */
export async function endNewsletter(
  tx: Transaction,
  { key, state, now }: Readonly<{ key: number; state: 'sent' | 'stopped'; now: Date }>,
): Promise<void> {
  await queryPrepared(tx, END, [key, state, now])
}

const END = {
  name: 'newsletters_end',
  text: 'update newsletters set state = $2, ended_at = $3, version = version + 1 where id = $1',
}

/** Returns the public ids of newsletters that are being sent, the oldest first. */
export async function listSendingNewsletters(db: Queryable): Promise<string[]> {
  const rows = await queryPrepared<{ id: string }>(db, LIST_SENDING, [])
  return rows.map(({ id }) => id)
}

const LIST_SENDING = {
  name: 'newsletters_list_sending',
  text: "select public_id as id from newsletters where state = 'sending' order by id",
}

/**
 * Stores that the next subscribers get a newsletter, and returns them. They confirmed before it was sent and have not had it. The
 * newsletter is locked.
 */
export async function claimNewsletterReaders(
  tx: Transaction,
  { key, startedAt, limit }: Readonly<{ key: number; startedAt: Date; limit: number }>,
): Promise<IssueReader[]> {
  return queryPrepared<IssueReader>(tx, CLAIM, [key, startedAt, limit])
}

const CLAIM = {
  name: 'newsletters_claim_readers',
  text: `
    with next as (
      select s.id, s.email, s.token from newsletter_subscribers s
      where s.state = 'confirmed' and s.confirmed_at <= $2
        and s.id > (select coalesce(max(subscriber_id), 0) from newsletter_deliveries where newsletter_id = $1)
      order by s.id limit $3),
    stored as (
      insert into newsletter_deliveries (newsletter_id, subscriber_id) select $1, id from next
      on conflict do nothing returning subscriber_id)
    select next.* from next join stored on stored.subscriber_id = next.id order by next.id`,
}

/** The subscribers by state. */
export type SubscriberCounts = Readonly<{ confirmed: number; pending: number; unsubscribed: number }>

/** Counts the subscribers by state. */
export async function countSubscribers(db: Queryable): Promise<SubscriberCounts> {
  const [counts] = await queryPrepared<SubscriberCounts>(db, COUNT, [])
  return counts ?? { confirmed: 0, pending: 0, unsubscribed: 0 }
}

const COUNT = {
  name: 'newsletters_count_subscribers',
  text: `
    select count(*) filter (where state = 'confirmed')::int as confirmed,
      count(*) filter (where state = 'pending')::int as pending,
      count(*) filter (where state = 'unsubscribed')::int as unsubscribed
    from newsletter_subscribers`,
}

/** Lists the newest monthly issues, the latest first. */
export async function listIssues(
  db: Queryable,
): Promise<{ month: string; products: number; createdAt: Date }[]> {
  return queryPrepared(db, LIST_ISSUES, [])
}

const LIST_ISSUES = {
  name: 'newsletters_list_issues',
  text: `
    select month::text, jsonb_array_length(products) as products, created_at as "createdAt" from newsletter_issues
    order by month desc limit ${MAX_SHOWN.issues}`,
}
