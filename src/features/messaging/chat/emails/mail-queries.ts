import { named, type Queryable, type Transaction } from '#database/database.ts'

/** Who may have to be written to: has messages waiting since before `waitedSince`, in a conversation of lately. */
export type Waiting = Readonly<{ waitedSince: Date; lately: Date; writtenBefore: Date; limit: number }>

/**
 * People with a proved address whose messages wait, and who were not written to since they last read, or not since
 * `writtenBefore`.
 */
export async function listWaitingPeople(
  db: Queryable,
  { waitedSince, lately, writtenBefore, limit }: Waiting,
): Promise<number[]> {
  const found = await named<{ id: number }>(db, LIST_WAITING_PEOPLE, [
    waitedSince,
    lately,
    writtenBefore,
    limit,
  ])
  return found.map(({ id }) => id)
}

const LIST_WAITING_PEOPLE = {
  name: 'chat_list_waiting_people',
  text: `
    select p.id
    from (
      select c.person_id as id from conversations c
      where c.last_at > $2 and c.last_number > 0 and c.person_unread > 0 and c.person_unread_since <= $1
      union
      select s.owner_id from conversations c join suppliers s on s.id = c.supplier_id
      where c.last_at > $2 and c.last_number > 0 and c.store_unread > 0 and c.store_unread_since <= $1) w
    join people p on p.id = w.id
    left join chat_inboxes i on i.person_id = p.id
    left join notification_choices n on n.person_id = p.id and n.kind = 'unread_messages'
    where p.closed_at is null and p.email_verified_at is not null and coalesce(n.wanted, true)
      and (i.mailed_at is null or i.read_at > i.mailed_at or i.mailed_at <= $3)
    order by p.id limit $4`,
}

/** A person who may be written to, held until the transaction ends, with what the last mail told. */
export type Reader = Readonly<{
  email: string
  firstName: string
  readAt: Date | null
  mailedAt: Date | null
  mailedMessageId: number | null
}>

/** The person of this key with the inbox, which is made where there is none. */
export async function lockReader(tx: Transaction, personId: number): Promise<Reader | undefined> {
  await named(tx, OPEN_INBOX, [personId])
  const [found] = await named<Reader>(tx, LOCK_READER, [personId])
  return found
}

const OPEN_INBOX = {
  name: 'chat_open_inbox',
  text: 'insert into chat_inboxes (person_id) values ($1) on conflict do nothing',
}
const LOCK_READER = {
  name: 'chat_lock_reader',
  text: `
    select p.email, p.first_name as "firstName", i.read_at as "readAt", i.mailed_at as "mailedAt",
      i.mailed_message_id as "mailedMessageId"
    from chat_inboxes i join people p on p.id = i.person_id
    where i.person_id = $1 and p.closed_at is null for update of i`,
}

/** A conversation with messages that a person has not read; `firstName` and `lastName` are of the other person, if it is one. */
export type UnreadRow = Readonly<{
  conversation: string
  unread: number
  store: string | null
  firstName: string
  lastName: string
  newestId: number
  oldestNewAt: Date | null
  content: string
  isErased: boolean
  hasPictures: boolean
  about: 'product' | 'order' | null
}>

/** A person's conversations with unread messages, newest first; `oldestNewAt` is the first one no mail has told of. */
export async function listUnread(
  db: Queryable,
  { personId, mailedMessageId }: Readonly<{ personId: number; mailedMessageId: number | null }>,
): Promise<UnreadRow[]> {
  return named<UnreadRow>(db, LIST_UNREAD, [personId, mailedMessageId ?? 0])
}

const LIST_UNREAD = {
  name: 'chat_list_unread',
  text: `
    select c.public_id as conversation, case when w.side = 'person' then c.person_unread else c.store_unread end as unread,
      case when w.side = 'person' then s.name end as store, p.first_name as "firstName", p.last_name as "lastName",
      m.id as "newestId", m.content, m.erased_at is not null as "isErased",
      exists (select 1 from chat_pictures k where k.message_id = m.id) as "hasPictures",
      case when m.supplier_order_id is not null then 'order' when m.product_id is not null then 'product' end as about,
      (select min(n.created_at) from chat_messages n
        where n.conversation_id = c.id and n.side <> w.side and n.id > $2
          and n.number > case when w.side = 'person' then c.person_read else c.store_read end) as "oldestNewAt"
    from (
      select id, 'person' as side from conversations where person_id = $1 and person_unread > 0
      union all
      select c.id, 'store' from suppliers s join conversations c on c.supplier_id = s.id
      where s.owner_id = $1 and c.store_unread > 0 and c.person_id <> $1) w
    join conversations c on c.id = w.id
    join suppliers s on s.id = c.supplier_id
    join people p on p.id = c.person_id
    cross join lateral (
      select * from chat_messages n where n.conversation_id = c.id and n.side <> w.side order by n.number desc limit 1) m
    order by c.last_at desc, c.public_id desc`,
}

/** Notes that a person was written to about messages up to this one. */
export async function noteMailed(
  tx: Transaction,
  { personId, messageId, now }: Readonly<{ personId: number; messageId: number; now: Date }>,
): Promise<void> {
  await named(tx, NOTE_MAILED, [personId, messageId, now])
}

const NOTE_MAILED = {
  name: 'chat_note_mailed',
  text: 'update chat_inboxes set mailed_message_id = $2, mailed_at = $3 where person_id = $1',
}

/** Conversations of stores that nobody owns yet whose messages wait to be mailed since before a moment. */
export async function listForStores(
  db: Queryable,
  { waitedSince, lately, limit }: Omit<Waiting, 'writtenBefore'>,
): Promise<number[]> {
  const found = await named<{ id: number }>(db, LIST_FOR_STORES, [waitedSince, lately, limit])
  return found.map(({ id }) => id)
}

const LIST_FOR_STORES = {
  name: 'chat_list_for_stores',
  text: `
    select c.id from conversations c join suppliers s on s.id = c.supplier_id
    where s.owner_id is null and c.last_at > $2 and c.last_number > c.mailed_number
      and exists (select 1 from chat_messages m where m.conversation_id = c.id and m.number = c.mailed_number + 1
        and m.created_at <= $1)
    order by c.id limit $3`,
}

/** What a store without an owner is written: who asks, and whom to write to. */
export type StoreMail = Readonly<{
  store: string
  contactEmail: string | null
  firstName: string
  lastName: string
  email: string
  mailedNumber: number
  lastNumber: number
}>

/** The conversation of this key, held until the transaction ends, while its store has no owner. */
export async function lockForStore(tx: Transaction, conversationId: number): Promise<StoreMail | undefined> {
  const [found] = await named<StoreMail>(tx, LOCK_FOR_STORE, [conversationId])
  return found
}

const LOCK_FOR_STORE = {
  name: 'chat_lock_for_store',
  text: `
    select s.name as store, s.contact_email as "contactEmail", p.first_name as "firstName", p.last_name as "lastName",
      p.email, c.mailed_number as "mailedNumber", c.last_number as "lastNumber"
    from conversations c join suppliers s on s.id = c.supplier_id join people p on p.id = c.person_id
    where c.id = $1 and s.owner_id is null for update of c`,
}

/** Notes up to which message a store without an owner was written to. */
export async function noteStoreMailed(
  tx: Transaction,
  conversationId: number,
  number: number,
): Promise<void> {
  await named(tx, NOTE_STORE_MAILED, [conversationId, number])
}

const NOTE_STORE_MAILED = {
  name: 'chat_note_store_mailed',
  text: 'update conversations set mailed_number = $2 where id = $1',
}
