import { inTransaction, type Database } from '#database/database.ts'
import { type AppError, notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import type { AboutCardData, ConversationData } from '../contract.ts'
import { listConversationViews } from './conversation-queries.ts'
import { type AboutRow, findOrder, findProduct } from '../messages/message-queries.ts'
import {
  findConversationId,
  findOrderParties,
  findProductStore,
  findStore,
  insertConversation,
  type OrderParties,
  type ConversationStore,
} from './open-queries.ts'

/** The origin of a conversation: exactly one is set. */
export type ConversationSource = Readonly<{
  product?: string | undefined
  store?: string | undefined
  order?: string | undefined
}>

/** An opened conversation, and the card of the product or order that it was opened from. */
export type OpenedConversation = Readonly<{ conversation: ConversationData; about: AboutCardData | null }>

/**
 * Returns an account's conversation with a store, the same one each time. For an order of the caller's own store it is
 * the conversation with its buyer. `countNew` is called before a new one is created, and throws when there were too
 * many. Throws `product_not_found`, `store_not_found`, `order_not_found`, `own_store`, and `no_account` when the buyer
 * is a guest.
 */
export async function openConversation(
  db: Database,
  {
    actor,
    from,
    now,
    countNew,
  }: { actor: Actor; from: ConversationSource; now: Date; countNew: () => Promise<void> },
): Promise<OpenedConversation> {
  const { parties, about } = await findParties(db, actor, from)
  const id =
    (await findConversationId(db, parties)) ?? (await createConversation(db, { parties, now, countNew }))
  const [conversation] = await listConversationViews(db, [{ id, actorId: actor.id }])
  if (!conversation) throw new Error('the opened conversation is not there')
  const { of: _of, ...shown } = conversation
  return { conversation: shown, about: about?.card ?? null }
}

type Parties = Readonly<{ customerId: number; supplierId: number }>
type PartiesWithCard = Readonly<{ parties: Parties; about: AboutRow | undefined }>

async function createConversation(
  db: Database,
  { parties, now, countNew }: { parties: Parties; now: Date; countNew: () => Promise<void> },
): Promise<number> {
  await countNew()
  return inTransaction(db, (tx) =>
    insertConversation(tx, { ...parties, publicId: newId('conversation', now.getTime()), now }),
  )
}

async function findParties(
  db: Database,
  actor: Actor,
  { product, store, order }: ConversationSource,
): Promise<PartiesWithCard> {
  if (order) return findOrderConversation(db, actor, order)
  const foundStore = product
    ? await findProductStore(db, product, actor.id)
    : await findStore(db, store ?? '', actor.id)
  if (!foundStore) throw product ? productNotFoundError() : storeNotFoundError()
  const about = product ? await findProduct(db, { publicId: product, supplierId: foundStore.id }) : undefined
  return { parties: toParties(actor, foundStore), about }
}

/**
 * Returns both parties of an order's conversation: the buyer who writes to the store, or the store that writes to its
 * buyer.
 */
async function findOrderConversation(db: Database, actor: Actor, publicId: string): Promise<PartiesWithCard> {
  const order = await findOrderParties(db, publicId, actor.id)
  if (!order) throw orderNotFoundError()
  const customerId = order.isOwn ? getBuyerId(order, actor) : actor.id
  const parties = { customerId, supplierId: order.supplierId }
  const about = await findOrder(db, { publicId, ...parties })
  if (!about) throw orderNotFoundError()
  return { parties, about }
}

function getBuyerId({ buyerId }: OrderParties, actor: Actor): number {
  if (buyerId === null) throw noAccountError()
  if (buyerId === actor.id) throw ownStoreError()
  return buyerId
}

function toParties(actor: Actor, { id, isOwn }: ConversationStore): Parties {
  if (isOwn) throw ownStoreError()
  return { customerId: actor.id, supplierId: id }
}

/** Returns the error for a product that a conversation cannot refer to. */
export function productNotFoundError(): AppError {
  return notFound('product_not_found', 'This product is no longer sold by that store.')
}

/** Returns the error for an order that is not between the two parties. */
export function orderNotFoundError(): AppError {
  return notFound('order_not_found', 'We couldn’t find this order with this store.')
}

function storeNotFoundError(): AppError {
  return notFound('store_not_found', 'This store is no longer on the marketplace.')
}

function ownStoreError(): AppError {
  return refused('own_store', 'You can\u2019t message your own store.')
}

function noAccountError(): AppError {
  return refused(
    'no_account',
    'This buyer has no account, so you can\u2019t chat. Write to the email address on the order.',
  )
}
