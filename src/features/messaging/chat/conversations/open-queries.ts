import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import { answersForStore } from '../team-queries.ts'

/** A store that the account can write to; `isOwn` if the account answers its messages. */
export type ConversationStore = Readonly<{ id: number; isOwn: boolean }>

/** Returns the verified store with this public id, for an account. */
export async function findStore(
  db: Queryable,
  publicId: string,
  actorId: number,
): Promise<ConversationStore | undefined> {
  const [found] = await queryPrepared<ConversationStore>(db, FIND_STORE, [publicId, actorId])
  return found
}

const FIND_STORE = {
  name: 'chat_find_store',
  text: `
    select s.id, coalesce(${answersForStore('$2')}, false) as "isOwn" from suppliers s
    where s.public_id = $1 and s.is_verified`,
}

/** Returns the store of a listed product, for an account. */
export async function findProductStore(
  db: Queryable,
  productId: string,
  actorId: number,
): Promise<ConversationStore | undefined> {
  const [found] = await queryPrepared<ConversationStore>(db, FIND_PRODUCT_STORE, [productId, actorId])
  return found
}

const FIND_PRODUCT_STORE = {
  name: 'chat_find_product_store',
  text: `
    select s.id, coalesce(${answersForStore('$2')}, false) as "isOwn" from products p join suppliers s on s.id = p.supplier_id
    where p.public_id = $1 and p.is_listed`,
}

/** The parties of a supplier order: the store, and the buyer's account, if any. */
export type OrderParties = Readonly<{ supplierId: number; isOwn: boolean; buyerId: number | null }>

/** Returns the parties of the supplier order with this public id, for an account. */
export async function findOrderParties(
  db: Queryable,
  publicId: string,
  actorId: number,
): Promise<OrderParties | undefined> {
  const [found] = await queryPrepared<OrderParties>(db, FIND_ORDER_PARTIES, [publicId, actorId])
  return found
}

const FIND_ORDER_PARTIES = {
  name: 'chat_find_order_parties',
  text: `
    select s.id as "supplierId", coalesce(${answersForStore('$2')}, false) as "isOwn", p.id as "buyerId"
    from supplier_orders o
    join purchases u on u.id = o.purchase_id
    join suppliers s on s.id = o.supplier_id
    left join accounts p on lower(p.email) = lower(u.email) and p.email_verified_at is not null and p.closed_at is null
    where o.public_id = $1`,
}

type Parties = Readonly<{ customerId: number; supplierId: number }>

/** Returns the key of an account's conversation with a store, if there is one. */
export async function findConversationId(
  db: Queryable,
  { customerId, supplierId }: Parties,
): Promise<number | undefined> {
  const [found] = await queryPrepared<{ id: number }>(db, FIND_CONVERSATION_ID, [customerId, supplierId])
  return found?.id
}

const FIND_CONVERSATION_ID = {
  name: 'chat_find_between',
  text: 'select id from conversations where customer_id = $1 and supplier_id = $2',
}

/** Creates the conversation of an account and a store unless it exists; returns its key. */
export async function insertConversation(
  tx: Transaction,
  { publicId, customerId, supplierId, now }: Parties & Readonly<{ publicId: string; now: Date }>,
): Promise<number> {
  await queryPrepared(tx, INSERT_CONVERSATION, [publicId, customerId, supplierId, now])
  const id = await findConversationId(tx, { customerId, supplierId })
  if (id === undefined) throw new Error('the conversation was not kept')
  return id
}

const INSERT_CONVERSATION = {
  name: 'chat_insert_conversation',
  text: `
    insert into conversations (public_id, customer_id, supplier_id, created_at, last_at) values ($1, $2, $3, $4, $4)
    on conflict (customer_id, supplier_id) do nothing`,
}
