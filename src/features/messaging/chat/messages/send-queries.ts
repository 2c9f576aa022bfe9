import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { Side } from '../tables.ts'

/** A message to be stored; `about` are internal keys. */
export type NewMessage = Readonly<{
  publicId: string
  conversationId: number
  side: Side
  clientId: string
  content: string
  productId: number | null
  supplierOrderId: number | null
  createdAt: Date
}>

/** Returns the message that a side has sent under this client id, if any. */
export async function findSentMessage(
  db: Queryable,
  { conversationId, side, clientId }: Pick<NewMessage, 'conversationId' | 'side' | 'clientId'>,
): Promise<number | undefined> {
  const [found] = await queryPrepared<{ id: number }>(db, FIND_SENT_MESSAGE, [conversationId, side, clientId])
  return found?.id
}

const FIND_SENT_MESSAGE = {
  name: 'chat_find_sent',
  text: 'select id from chat_messages where conversation_id = $1 and side = $2 and client_id = $3',
}

/** Stores a message as the next one of its locked conversation, unread by the other side. Returns its key. */
export async function insertChatMessage(tx: Transaction, message: NewMessage): Promise<number> {
  const { publicId, conversationId, side, clientId, content, productId, supplierOrderId, createdAt } = message
  const [stored] = await queryPrepared<{ id: number }>(
    tx,
    side === 'customer' ? INSERT_FROM_CUSTOMER : INSERT_FROM_STORE,
    [conversationId, createdAt, publicId, clientId, content, productId, supplierOrderId],
  )
  if (!stored) throw new Error('the message was not kept')
  return stored.id
}

const insertStatement = (side: Side, reader: Side) => ({
  name: `chat_insert_from_${side}`,
  text: `
    with counted as (
      update conversations set last_number = last_number + 1, last_at = greatest(last_at, $2),
        ${reader}_unread = ${reader}_unread + 1, ${reader}_unread_since = coalesce(${reader}_unread_since, $2)
      where id = $1 returning last_number)
    insert into chat_messages (public_id, conversation_id, number, side, client_id, content, product_id,
      supplier_order_id, created_at)
    select $3, $1, last_number, '${side}', $4, $5, $6, $7, $2 from counted returning id`,
})
const INSERT_FROM_CUSTOMER = insertStatement('customer', 'store')
const INSERT_FROM_STORE = insertStatement('store', 'customer')

/**
 * Attaches uploaded pictures to a message, in their order. Each must be its sender's, in that conversation, and unsent.
 * Returns how many were attached.
 */
export async function attachChatPictures(
  tx: Transaction,
  {
    messageId,
    conversationId,
    side,
    ids,
  }: { messageId: number; conversationId: number; side: Side; ids: readonly string[] },
): Promise<number> {
  const attached = await queryPrepared<{ id: number }>(tx, ATTACH_PICTURES, [
    messageId,
    conversationId,
    side,
    ids,
  ])
  return attached.length
}

const ATTACH_PICTURES = {
  name: 'chat_attach_pictures',
  text: `
    update chat_pictures k set message_id = $1, position = w.place
    from unnest($4::text[]) with ordinality as w(id, place)
    where k.public_id = w.id and k.conversation_id = $2 and k.side = $3 and k.message_id is null
    returning k.id`,
}

/**
 * Records that a side has read up to a message, and returns its remaining unread count. The conversation has that
 * message.
 */
export async function markRead(
  tx: Transaction,
  { conversationId, side, upTo }: Readonly<{ conversationId: number; side: Side; upTo: number }>,
): Promise<number> {
  const [updated] = await queryPrepared<{ unread: number }>(
    tx,
    side === 'customer' ? MARK_READ_BY_CUSTOMER : MARK_READ_BY_STORE,
    [conversationId, upTo],
  )
  return updated?.unread ?? 0
}

const markReadStatement = (side: Side, other: Side) => ({
  name: `chat_read_by_${side}`,
  text: `
    with rest as (
      select count(*)::int as unread, min(created_at) as since from chat_messages
      where conversation_id = $1 and number > $2 and side = '${other}')
    update conversations c set ${side}_read = $2, ${side}_unread = rest.unread, ${side}_unread_since = rest.since
    from rest where c.id = $1 returning rest.unread`,
})
const MARK_READ_BY_CUSTOMER = markReadStatement('customer', 'store')
const MARK_READ_BY_STORE = markReadStatement('store', 'customer')

/** Records that an account has read its messages, so that emails about unread ones may be sent again. */
export async function saveInboxRead(db: Queryable, accountId: number, now: Date): Promise<void> {
  await queryPrepared(db, SAVE_INBOX_READ, [accountId, now])
}

const SAVE_INBOX_READ = {
  name: 'chat_note_reading',
  text: `
    insert into chat_inboxes as i (account_id, read_at) values ($1, $2)
    on conflict (account_id) do update set read_at = greatest(i.read_at, excluded.read_at)`,
}

/** Blocks the conversation for a side, or unblocks it (`at` null). */
export async function setBlocked(
  tx: Transaction,
  { conversationId, side, at }: Readonly<{ conversationId: number; side: Side; at: Date | null }>,
): Promise<void> {
  await queryPrepared(tx, side === 'customer' ? BLOCK_BY_CUSTOMER : BLOCK_BY_STORE, [conversationId, at])
}

const BLOCK_BY_CUSTOMER = {
  name: 'chat_block_by_account',
  text: 'update conversations set customer_blocked_at = $2 where id = $1',
}
const BLOCK_BY_STORE = {
  name: 'chat_block_by_store',
  text: 'update conversations set store_blocked_at = $2 where id = $1',
}
