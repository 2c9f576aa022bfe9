import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import { answersForStore, STORE_TEAM } from '../team-queries.ts'

/** A filter of unread messages: unread since before `waitedSince`, in a recent conversation. */
export type UnreadFilter = Readonly<{ waitedSince: Date; lately: Date; writtenBefore: Date; limit: number }>

/**
 * Returns accounts with unread messages whose email is due. Their address is verified, and the last email was before
 * they last read, or before `writtenBefore`.
 */
export async function listAccountsToEmail(
  db: Queryable,
  { waitedSince, lately, writtenBefore, limit }: UnreadFilter,
): Promise<number[]> {
  const found = await queryPrepared<{ id: number }>(db, LIST_ACCOUNTS_TO_EMAIL, [
    waitedSince,
    lately,
    writtenBefore,
    limit,
  ])
  return found.map(({ id }) => id)
}

const LIST_ACCOUNTS_TO_EMAIL = {
  name: 'chat_list_waiting_accounts',
  text: `
    select p.id
    from (
      select c.customer_id as id from conversations c
      where c.last_at > $2 and c.last_number > 0 and c.customer_unread > 0 and c.customer_unread_since <= $1
      union
      select team.id from conversations c join suppliers s on s.id = c.supplier_id
      cross join lateral (${STORE_TEAM} as id) team
      where c.last_at > $2 and c.last_number > 0 and c.store_unread > 0 and c.store_unread_since <= $1) w
    join accounts p on p.id = w.id
    left join chat_inboxes i on i.account_id = p.id
    left join notification_preferences n on n.account_id = p.id and n.kind = 'unread_messages'
    where p.closed_at is null and p.email_verified_at is not null and coalesce(n.is_enabled, true)
      and (i.emailed_at is null or i.read_at > i.emailed_at or i.emailed_at <= $3)
    order by p.id limit $4`,
}

/** An account that may get an email, locked until the transaction ends, with the message its last email mentioned. */
export type EmailRecipient = Readonly<{
  email: string
  firstName: string
  readAt: Date | null
  emailedAt: Date | null
  emailedMessageId: number | null
}>

/** Returns the account of this key with its inbox, locked; creates the inbox if missing. */
export async function lockRecipient(tx: Transaction, accountId: number): Promise<EmailRecipient | undefined> {
  await queryPrepared(tx, CREATE_INBOX, [accountId])
  const [found] = await queryPrepared<EmailRecipient>(tx, LOCK_RECIPIENT, [accountId])
  return found
}

const CREATE_INBOX = {
  name: 'chat_open_inbox',
  text: 'insert into chat_inboxes (account_id) values ($1) on conflict do nothing',
}
const LOCK_RECIPIENT = {
  name: 'chat_lock_reader',
  text: `
    select p.email, p.first_name as "firstName", i.read_at as "readAt", i.emailed_at as "emailedAt",
      i.emailed_message_id as "emailedMessageId"
    from chat_inboxes i join accounts p on p.id = i.account_id
    where i.account_id = $1 and p.closed_at is null for update of i`,
}

/**
 * A conversation with messages that an account has not read. `firstName` and `lastName` are of the other party, if it
 * is an account.
 */
export type UnreadRow = Readonly<{
  conversation: string
  unread: number
  store: string | null
  firstName: string
  lastName: string
  /** Whether the customer of the conversation is a vendor. */
  isVendor: boolean
  newestId: number
  oldestNewAt: Date | null
  content: string
  isErased: boolean
  hasPictures: boolean
  about: 'product' | 'order' | null
}>

/**
 * Lists an account's unread conversations, newest first; `oldestNewAt` is the time of the first message not emailed
 * yet.
 */
export async function listUnreadConversations(
  db: Queryable,
  { accountId, emailedMessageId }: Readonly<{ accountId: number; emailedMessageId: number | null }>,
): Promise<UnreadRow[]> {
  return queryPrepared<UnreadRow>(db, LIST_UNREAD_CONVERSATIONS, [accountId, emailedMessageId ?? 0])
}

const LIST_UNREAD_CONVERSATIONS = {
  name: 'chat_list_unread',
  text: `
    select c.public_id as conversation, case when w.side = 'customer' then c.customer_unread else c.store_unread end as unread,
      case when w.side = 'customer' then s.name end as store, p.first_name as "firstName", p.last_name as "lastName",
      p.type = 'vendor' as "isVendor",
      m.id as "newestId", case when m.removed_at is null then m.content else '' end as content,
      m.erased_at is not null or m.removed_at is not null as "isErased",
      exists (select 1 from chat_pictures k where k.message_id = m.id) as "hasPictures",
      case when m.supplier_order_id is not null then 'order' when m.product_id is not null then 'product' end as about,
      (select min(n.created_at) from chat_messages n
        where n.conversation_id = c.id and n.side <> w.side and n.id > $2
          and n.number > case when w.side = 'customer' then c.customer_read else c.store_read end) as "oldestNewAt"
    from (
      select id, 'customer' as side from conversations where customer_id = $1 and customer_unread > 0
      union all
      select c.id, 'store' from suppliers s join conversations c on c.supplier_id = s.id
      where ${answersForStore('$1')} and c.store_unread > 0 and c.customer_id <> $1) w
    join conversations c on c.id = w.id
    join suppliers s on s.id = c.supplier_id
    join accounts p on p.id = c.customer_id
    cross join lateral (
      select * from chat_messages n where n.conversation_id = c.id and n.side <> w.side order by n.number desc limit 1) m
    order by c.last_at desc, c.public_id desc`,
}

/** Records that an account was emailed about messages up to this one. */
export async function saveEmailed(
  tx: Transaction,
  { accountId, messageId, now }: Readonly<{ accountId: number; messageId: number; now: Date }>,
): Promise<void> {
  await queryPrepared(tx, SAVE_EMAILED, [accountId, messageId, now])
}

const SAVE_EMAILED = {
  name: 'chat_note_mailed',
  text: 'update chat_inboxes set emailed_message_id = $2, emailed_at = $3 where account_id = $1',
}

/** Lists conversations of ownerless stores with messages that have not been emailed since before a moment. */
export async function listStoresToEmail(
  db: Queryable,
  { waitedSince, lately, limit }: Omit<UnreadFilter, 'writtenBefore'>,
): Promise<number[]> {
  const found = await queryPrepared<{ id: number }>(db, LIST_STORES_TO_EMAIL, [waitedSince, lately, limit])
  return found.map(({ id }) => id)
}

const LIST_STORES_TO_EMAIL = {
  name: 'chat_list_for_stores',
  text: `
    select c.id from conversations c join suppliers s on s.id = c.supplier_id
    where s.owner_id is null and c.last_at > $2 and c.last_number > c.emailed_number
      and exists (select 1 from chat_messages m where m.conversation_id = c.id and m.number = c.emailed_number + 1
        and m.created_at <= $1)
    order by c.id limit $3`,
}

/** The input of an email to a store without an owner: the sender and the recipient. */
export type StoreEmailRow = Readonly<{
  store: string
  contactEmail: string | null
  firstName: string
  lastName: string
  email: string
  emailedNumber: number
  lastNumber: number
}>

/** Returns the conversation of this key while its store has no owner, locked until the transaction ends. */
export async function lockStoreConversation(
  tx: Transaction,
  conversationId: number,
): Promise<StoreEmailRow | undefined> {
  const [found] = await queryPrepared<StoreEmailRow>(tx, LOCK_STORE_CONVERSATION, [conversationId])
  return found
}

const LOCK_STORE_CONVERSATION = {
  name: 'chat_lock_for_store',
  text: `
    select s.name as store, s.contact_email as "contactEmail", p.first_name as "firstName", p.last_name as "lastName",
      p.email, c.emailed_number as "emailedNumber", c.last_number as "lastNumber"
    from conversations c join suppliers s on s.id = c.supplier_id join accounts p on p.id = c.customer_id
    where c.id = $1 and s.owner_id is null for update of c`,
}

/** Records up to which message an ownerless store was emailed. */
export async function saveStoreEmailed(
  tx: Transaction,
  conversationId: number,
  number: number,
): Promise<void> {
  await queryPrepared(tx, SAVE_STORE_EMAILED, [conversationId, number])
}

const SAVE_STORE_EMAILED = {
  name: 'chat_note_store_mailed',
  text: 'update conversations set emailed_number = $2 where id = $1',
}
