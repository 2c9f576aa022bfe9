import { queryPrepared, type Queryable } from '#database/database.ts'
import { LINE_PICTURE } from '#features/sales/orders/service.ts'
import type { AboutCardData, ChatMessageData } from '../contract.ts'
import type { Side } from '../tables.ts'
import { toChatPictureView } from '../rules.ts'

/** A message as stored, with its current pictures and card. `toMessageView` returns what a party may see of it. */
export type MessageRow = Readonly<{
  id: number
  publicId: string
  conversationId: number
  number: number
  side: Side
  clientId: string
  content: string
  createdAt: Date
  isErased: boolean
  /** An operator has removed it. */
  isRemoved: boolean
  pictures: readonly Readonly<{ id: string; width: number; height: number }>[]
  about: AboutCardData | null
}>

/** Returns the message as a side of its conversation sees it. */
export function toMessageView(side: Side, message: MessageRow): ChatMessageData {
  const isMine = message.side === side
  return {
    id: message.publicId,
    number: message.number,
    sender: isMine ? 'me' : 'other',
    content: message.content,
    pictures: message.pictures.map(toChatPictureView),
    about: message.about,
    createdAt: message.createdAt.toISOString(),
    clientId: isMine ? message.clientId : null,
    isErased: message.isErased,
    isRemoved: message.isRemoved,
  }
}

/** Returns these messages, in no order. */
export async function getMessages(db: Queryable, ids: readonly number[]): Promise<MessageRow[]> {
  return ids.length === 0 ? [] : queryPrepared<MessageRow>(db, GET_MESSAGES, [ids])
}

/** A range of a conversation: the newest messages, the newest before a number, or the oldest after one. */
export type MessageRange = Readonly<{
  before?: number | undefined
  after?: number | undefined
  limit: number
}>

/** Lists a range of a conversation, oldest first, and whether there is more beyond it. */
export async function listMessages(
  db: Queryable,
  conversationId: number,
  { before, after, limit }: MessageRange,
): Promise<{ messages: MessageRow[]; hasMore: boolean }> {
  const found =
    after === undefined
      ? await queryPrepared<MessageRow>(db, LIST_BEFORE, [conversationId, before ?? 2 ** 31 - 1, limit + 1])
      : await queryPrepared<MessageRow>(db, LIST_AFTER, [
          conversationId,
          after,
          before ?? 2 ** 31 - 1,
          limit + 1,
        ])
  const messages = found.slice(0, limit)
  return {
    messages: after === undefined ? messages.toReversed() : messages,
    hasMore: found.length > limit,
  }
}

const PRODUCT_CARD = `
  select json_build_object('kind', 'product', 'id', p.public_id, 'name', p.name, 'price', p.price_amount * 0.01,
    'offerPrice', case when p.sell_amount < p.price_amount then p.offer_amount * 0.01 end,
    'image', p.pictures -> 0 ->> 'image_url', 'isListed', p.is_listed)
  from products p`

const ORDER_CARD = `
  select json_build_object('kind', 'order', 'id', o.public_id, 'number', u.number, 'state', o.state,
    'placedAt', to_char(u.placed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'total', o.total_amount * 0.01, 'currency', o.currency,
    'products', (select json_agg(json_build_object('name', l.title, 'quantity', l.quantity,
      'image', '/media/' || ${LINE_PICTURE} || '-400.webp') order by l.id)
      from supplier_order_lines l where l.supplier_order_id = o.id))
  from supplier_orders o join purchases u on u.id = o.purchase_id`

const MESSAGE = `
  select m.id, m.public_id as "publicId", m.conversation_id as "conversationId", m.number, m.side,
    m.client_id as "clientId", case when m.removed_at is null then m.content else '' end as content,
    m.created_at as "createdAt", m.erased_at is not null as "isErased", m.removed_at is not null as "isRemoved",
    coalesce((select json_agg(json_build_object('id', k.public_id, 'width', k.width, 'height', k.height) order by k.position)
      from chat_pictures k where k.message_id = m.id and m.removed_at is null), '[]') as pictures,
    case when m.supplier_order_id is not null then (${ORDER_CARD} where o.id = m.supplier_order_id)
      when m.product_id is not null then (${PRODUCT_CARD} where p.id = m.product_id) end as about
  from chat_messages m`
const GET_MESSAGES = { name: 'chat_get_messages', text: `${MESSAGE} where m.id = any($1::bigint[])` }
const LIST_BEFORE = {
  name: 'chat_list_before',
  text: `${MESSAGE} where m.conversation_id = $1 and m.number < $2 order by m.number desc limit $3`,
}
const LIST_AFTER = {
  name: 'chat_list_after',
  text: `${MESSAGE} where m.conversation_id = $1 and m.number > $2 and m.number < $3 order by m.number limit $4`,
}

/** A product or an order that a conversation may be about: its key, and its card. */
export type AboutRow = Readonly<{ key: number; card: AboutCardData }>

/** Returns a store's listed product by its public id. */
export async function findProduct(
  db: Queryable,
  { publicId, supplierId }: Readonly<{ publicId: string; supplierId: number }>,
): Promise<AboutRow | undefined> {
  const [found] = await queryPrepared<AboutRow>(db, FIND_PRODUCT, [publicId, supplierId])
  return found
}

const FIND_PRODUCT = {
  name: 'chat_find_product',
  text: `select t.id as key, (${PRODUCT_CARD} where p.id = t.id) as card from products t
    where t.public_id = $1 and t.supplier_id = $2 and t.is_listed`,
}

/**
 * Returns a store's supplier order, if the conversation's customer bought it. It is found by its public id, paid, and
 * placed under an address that the account has verified.
 */
export async function findOrder(
  db: Queryable,
  {
    publicId,
    supplierId,
    customerId,
  }: Readonly<{ publicId: string; supplierId: number; customerId: number }>,
): Promise<AboutRow | undefined> {
  const [found] = await queryPrepared<AboutRow>(db, FIND_ORDER, [publicId, supplierId, customerId])
  return found
}

const FIND_ORDER = {
  name: 'chat_find_order',
  text: `select t.id as key, (${ORDER_CARD} where o.id = t.id) as card
    from supplier_orders t join purchases b on b.id = t.purchase_id
    join accounts p on p.id = $3 and lower(p.email) = lower(b.email)
    where t.public_id = $1 and t.supplier_id = $2 and b.paid_at is not null
      and p.email_verified_at is not null and p.closed_at is null`,
}
