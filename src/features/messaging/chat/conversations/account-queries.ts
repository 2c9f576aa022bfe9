import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { Side } from '../tables.ts'

/** A message in the data export of an account. */
export type ExportedRow = Readonly<{
  conversation: string
  store: string
  own: Side
  customer: string
  side: Side
  content: string
  pictures: readonly string[]
  createdAt: Date
}>

/** Lists all messages of an account's conversations, its store's included, oldest first. */
export async function listAccountMessages(db: Queryable, accountId: number): Promise<ExportedRow[]> {
  return queryPrepared<ExportedRow>(db, LIST_ACCOUNT_MESSAGES, [accountId])
}

const LIST_ACCOUNT_MESSAGES = {
  name: 'chat_list_everything',
  text: `
    select c.public_id as conversation, s.name as store, p.first_name || ' ' || p.last_name as customer, m.side,
      case when c.customer_id = $1 then 'customer' else 'store' end as own, m.content, m.created_at as "createdAt",
      coalesce((select json_agg(k.public_id order by k.position) from chat_pictures k where k.message_id = m.id), '[]')
        as pictures
    from conversations c join suppliers s on s.id = c.supplier_id join accounts p on p.id = c.customer_id
    join chat_messages m on m.conversation_id = c.id
    where c.customer_id = $1 or s.owner_id in (select f_businesses_of($1, '{owner}'))
    order by c.id, m.number`,
}

/** Erases the messages that an account wrote as a customer; their numbers stay. */
export async function eraseMessages(tx: Transaction, accountId: number, now: Date): Promise<void> {
  await queryPrepared(tx, ERASE_MESSAGES, [accountId, now])
}

const ERASE_MESSAGES = {
  name: 'chat_blank_messages',
  text: `
    update chat_messages m set content = '', erased_at = $2, product_id = null, supplier_order_id = null
    from conversations c
    where c.id = m.conversation_id and c.customer_id = $1 and m.side = 'customer' and m.erased_at is null`,
}

/** Deletes the pictures that an account uploaded for messages, sent or not; returns their public ids. */
export async function deleteAccountPictures(tx: Transaction, accountId: number): Promise<string[]> {
  const found = await queryPrepared<{ id: string }>(tx, DELETE_ACCOUNT_PICTURES, [accountId])
  return found.map(({ id }) => id)
}

const DELETE_ACCOUNT_PICTURES = {
  name: 'chat_delete_pictures',
  text: `
    delete from chat_pictures k using conversations c
    where c.id = k.conversation_id and c.customer_id = $1 and k.side = 'customer' returning k.public_id as id`,
}

/** Deletes the chat events of an account, and its position. */
export async function deleteInbox(tx: Transaction, accountId: number): Promise<void> {
  await queryPrepared(tx, DELETE_EVENTS, [accountId])
  await queryPrepared(tx, DELETE_INBOX, [accountId])
}

const DELETE_EVENTS = { name: 'chat_delete_events', text: 'delete from chat_events where account_id = $1' }
const DELETE_INBOX = { name: 'chat_delete_inbox', text: 'delete from chat_inboxes where account_id = $1' }
