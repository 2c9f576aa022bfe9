import { inTransaction, type Database } from '#database/database.ts'
import { type AppError, notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import type { AboutCardData, ConversationData } from '../contract.ts'
import { showConversations } from './conversation-queries.ts'
import { type AboutFound, findOrder, findPiece } from '../messages/message-queries.ts'
import {
  findBetween,
  findOrderParties,
  findPieceStore,
  findStore,
  insertConversation,
  type OrderParties,
  type Store,
} from './open-queries.ts'

/** What a conversation is opened from: one of them is there. */
export type OpenedFrom = Readonly<{
  product?: string | undefined
  store?: string | undefined
  order?: string | undefined
}>

/** An opened conversation, and the card of what it was opened from. */
export type Opened = Readonly<{ conversation: ConversationData; about: AboutCardData | null }>

/**
 * The conversation of somebody with a store: the same one each time. From an order of one's own store it is the one with its
 * buyer. `countNew` is asked before a new one is made, and throws when there were too many. Throws `product_not_found`,
 * `store_not_found`, `order_not_found`, `own_store`, and `no_account` where a guest has bought.
 */
export async function openConversation(
  db: Database,
  {
    actor,
    from,
    now,
    countNew,
  }: { actor: Actor; from: OpenedFrom; now: Date; countNew: () => Promise<void> },
): Promise<Opened> {
  const { parties, about } = await partiesOf(db, actor, from)
  const id = (await findBetween(db, parties)) ?? (await make(db, { parties, now, countNew }))
  const [conversation] = await showConversations(db, [{ id, actorId: actor.id }])
  if (!conversation) throw new Error('the opened conversation is not there')
  const { of: _of, ...shown } = conversation
  return { conversation: shown, about: about?.card ?? null }
}

type Parties = Readonly<{ personId: number; supplierId: number }>
type Found = Readonly<{ parties: Parties; about: AboutFound | undefined }>

async function make(
  db: Database,
  { parties, now, countNew }: { parties: Parties; now: Date; countNew: () => Promise<void> },
): Promise<number> {
  await countNew()
  return inTransaction(db, (tx) =>
    insertConversation(tx, { ...parties, publicId: newId('conversation', now.getTime()), now }),
  )
}

async function partiesOf(db: Database, actor: Actor, { product, store, order }: OpenedFrom): Promise<Found> {
  if (order) return partiesOfOrder(db, actor, order)
  const found = product ? await findPieceStore(db, product) : await findStore(db, store ?? '')
  if (!found) throw product ? pieceNotFound() : storeNotFound()
  const about = product ? await findPiece(db, { publicId: product, supplierId: found.id }) : undefined
  return { parties: withStore(actor, found), about }
}

/** Whose order it is tells who talks to whom: its buyer to the store, or the store to its buyer. */
async function partiesOfOrder(db: Database, actor: Actor, publicId: string): Promise<Found> {
  const order = await findOrderParties(db, publicId)
  if (!order) throw orderNotFound()
  const personId = order.ownerId === actor.id ? buyerOf(order, actor) : actor.id
  const parties = { personId, supplierId: order.supplierId }
  const about = await findOrder(db, { publicId, ...parties })
  if (!about) throw orderNotFound()
  return { parties, about }
}

function buyerOf({ buyerId }: OrderParties, actor: Actor): number {
  if (buyerId === null) throw noAccount()
  if (buyerId === actor.id) throw ownStore()
  return buyerId
}

function withStore(actor: Actor, { id, ownerId }: Store): Parties {
  if (ownerId === actor.id) throw ownStore()
  return { personId: actor.id, supplierId: id }
}

/** Said of a piece that cannot be talked about. */
export function pieceNotFound(): AppError {
  return notFound('product_not_found', 'This piece is not on sale in that store any more.')
}

/** Said of an order that is not of the two parties. */
export function orderNotFound(): AppError {
  return notFound('order_not_found', 'There is no such order between you and that store.')
}

function storeNotFound(): AppError {
  return notFound('store_not_found', 'That store is not on the marketplace any more.')
}

function ownStore(): AppError {
  return refused('own_store', 'This is your own store.')
}

function noAccount(): AppError {
  return refused(
    'no_account',
    'Whoever bought this has no account here. Please write to the e-mail address of the order.',
  )
}
