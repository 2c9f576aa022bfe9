import { sql, type SQL } from 'drizzle-orm'
import { queryRows, type Queryable } from '#database/database.ts'
import type { SearchResultData } from './contract.ts'

/** A kind's search: its results for a text, at most `limit`. */
type Search = Readonly<{ text: string; limit: number }>

function toPrefix(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

async function find(db: Queryable, query: SQL): Promise<SearchResultData[]> {
  return queryRows<SearchResultData>(db, query)
}

/** The most rows that a prefix of a number or address may match; further ones are left out. */
const MOST_MATCHES = 500

/** Returns cases by their ID, and by number or email of the order. */
export async function findCases(db: Queryable, { text, limit }: Search): Promise<SearchResultData[]> {
  return find(
    db,
    sql`
      select c.public_id as id, p.number as title,
        s.name || ' · ' || case c.state when 'closed' then 'closed' else 'open' end as about
      from cases c join supplier_orders o on o.id = c.supplier_order_id
      join purchases p on p.id = o.purchase_id join suppliers s on s.id = o.supplier_id
      where c.id in (
        select id from cases where public_id = ${text}
        union select w.id from cases w join supplier_orders v on v.id = w.supplier_order_id where v.purchase_id in (
          (select id from purchases where number like ${toPrefix(text.toUpperCase())} limit ${MOST_MATCHES})
          union all (select id from purchases where lower(email) = lower(${text}) limit ${MOST_MATCHES})))
      order by c.id desc limit ${limit}`,
  )
}

/** Returns payments without a single order: unapplied, top-ups and combined ones; by ID or the provider’s reference. */
export async function findPayments(db: Queryable, { text, limit }: Search): Promise<SearchResultData[]> {
  return find(
    db,
    sql`
      select coalesce(u.account, r.external_id) as id, y.provider || ' · ' || r.external_id as title,
        case when u.account is null then 'Not applied to an order' else u.what end as about
      from receipts r join payments y on y.id = r.payment_id
      left join lateral (
        select a.public_id as account, 'Wallet top-up' as what from wallet_top_ups t join accounts a on a.id = t.account_id
          where t.receipt_id = r.id
        union all select a.public_id, 'Payment for several orders' from combined_payments c
          join accounts a on a.id = c.account_id where c.public_id = y.reference
        limit 1) u on true
      where r.id in (
        select id from receipts where external_id = ${text}
        union select w.id from payments v join receipts w on w.payment_id = v.id
          where v.public_id = ${text} or v.provider_ref = ${text})
        and (u.account is not null or r.state = 'unapplied')
      order by r.id desc limit ${limit}`,
  )
}

/** Returns payouts by their ID, the provider’s ID, or the short name of the supplier. */
export async function findPayouts(db: Queryable, { text, limit }: Search): Promise<SearchResultData[]> {
  return find(
    db,
    sql`
      select o.public_id as id, s.name as title, o.public_id || ' · ' || o.state as about
      from payouts o join suppliers s on s.id = o.supplier_id
      where o.id in (
        select id from payouts where public_id = ${text} or external_id = ${text}
        union select v.id from suppliers w join payouts v on v.supplier_id = w.id where w.slug = lower(${text}))
      order by o.id desc limit ${limit}`,
  )
}

/** Returns postings of the ledger by the beginning of their key. */
export async function findPostings(db: Queryable, { text, limit }: Search): Promise<SearchResultData[]> {
  return find(
    db,
    sql`
      select key as id, key as title, memo as about from ledger_postings
      where key >= ${text} and key < ${text} || ${'\u{10FFFF}'} order by key limit ${limit}`,
  )
}

/** Returns products by name, SKU or ID; a part of a name needs three characters. */
export async function findProducts(db: Queryable, { text, limit }: Search): Promise<SearchResultData[]> {
  const prefix = toPrefix(text)
  const part = text.length < 3 ? prefix : `%${prefix}`
  return find(
    db,
    sql`
      select p.public_id as id, p.name as title, s.name || ' · ' || p.sku as about
      from products p join suppliers s on s.id = p.supplier_id
      where not s.is_practice and p.id in (
        (select id from products where is_listed and name_norm like lower(f_unaccent(${part})) limit ${MOST_MATCHES})
        union all (select id from products where not is_listed and name_norm like lower(f_unaccent(${part})) limit ${MOST_MATCHES})
        union all select id from products where public_id = ${text}
        union all select id from products where is_listed and lower(sku) = lower(${text})
        union all select product_id from product_variants where lower(sku) = lower(${text}))
      order by p.is_listed desc, p.id desc limit ${limit}`,
  )
}

/** Returns an address in guests' orders or messages that belongs to no account. */
export async function findGuests(db: Queryable, { text, limit }: Search): Promise<SearchResultData[]> {
  if (!text.includes('@')) return []
  return find(
    db,
    sql`
      select lower(${text}) as id, lower(${text}) as title, 'Without an account' as about
      where not exists (select from accounts where lower(email) = lower(${text}) and closed_at is null)
        and (exists (select from purchases where lower(email) = lower(${text}))
          or exists (select from contact_messages where f_mailbox(email) = f_mailbox(${text})))
      limit ${limit}`,
  )
}

/** Returns contact messages by ID or the sender’s address. */
export async function findMessages(db: Queryable, { text, limit }: Search): Promise<SearchResultData[]> {
  return find(
    db,
    sql`
      select public_id as id, name as title, left(message, 80) as about from contact_messages
      where id in (
        select id from contact_messages where public_id = ${text}
        union all select id from contact_messages where ${text.includes('@')} and f_mailbox(email) = f_mailbox(${text}))
      order by id desc limit ${limit}`,
  )
}
