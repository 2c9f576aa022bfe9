import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { invalid, notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { ChatMessageData } from '../contract.ts'
import { type NewEvent, tellPeople } from '../live/event-queries.ts'
import { findOrder, findPiece, getMessages, shownTo } from './message-queries.ts'
import { orderNotFound, pieceNotFound } from '../conversations/open-conversation.ts'
import { lockPlace, peopleOf, type Place } from '../conversations/place-queries.ts'
import { writingFault } from '../rules.ts'
import { attachPictures, findSent, insertMessage } from './send-queries.ts'

/** What somebody sends; `pictures` are public ids. */
export type Sending = Readonly<{
  clientId: string
  content: string
  pictures: readonly string[]
  about?: Readonly<{ kind: 'product' | 'order'; id: string }> | undefined
}>

/**
 * Sends a message in one of somebody's conversations and tells all that have it open; the same `clientId` again gives the
 * message that is there. Throws `conversation_not_found`, `empty_message`, `blocked`, `other_gone`, `picture_not_found`,
 * `product_not_found` and `order_not_found`.
 */
export async function sendMessage(
  db: Database,
  { publicId, actorId, sending, now }: { publicId: string; actorId: number; sending: Sending; now: Date },
): Promise<ChatMessageData> {
  if (sending.content === '' && sending.pictures.length === 0 && !sending.about)
    throw invalid('empty_message', 'Please write something first.')
  const { place, messageId } = await inTransaction(db, async (tx) => {
    const held = await getLocked(tx, { publicId, actorId })
    const { id: conversationId, side } = held
    const sent = await findSent(tx, { conversationId, side, clientId: sending.clientId })
    return { place: held, messageId: sent ?? (await keep(tx, { place: held, sending, now })) }
  })
  const [message] = await getMessages(db, [messageId])
  if (!message) throw new Error('the sent message is not there')
  return shownTo(place.side, message)
}

/** The conversation of somebody, held until the transaction ends. Throws `conversation_not_found`. */
export async function getLocked(
  tx: Transaction,
  wanted: Readonly<{ publicId: string; actorId: number }>,
): Promise<Place> {
  const place = await lockPlace(tx, wanted)
  if (!place) throw conversationNotFound()
  return place
}

/** Said of what is no conversation of the asker's, whether it is there or not. */
export function conversationNotFound() {
  return notFound('conversation_not_found', 'There is no such conversation.')
}

type Keeping = Readonly<{ place: Place; sending: Sending; now: Date }>

async function keep(tx: Transaction, { place, sending, now }: Keeping): Promise<number> {
  const fault = writingFault(place)
  if (fault) throw refused(fault.code, fault.text)
  const { id: conversationId, side } = place
  const messageId = await insertMessage(tx, {
    publicId: newId('chatMessage', now.getTime()),
    conversationId,
    side,
    clientId: sending.clientId,
    content: sending.content,
    createdAt: now,
    ...(await aboutOf(tx, place, sending.about)),
  })
  await attach(tx, { place, messageId, ids: sending.pictures })
  const message: NewEvent = { kind: 'message', conversationId, messageId }
  const isFirst = place.lastNumber === 0
  const events: NewEvent[] = isFirst ? [{ kind: 'conversation', conversationId }, message] : [message]
  await tellPeople(tx, { people: peopleOf(place), events, now })
  return messageId
}

async function attach(
  tx: Transaction,
  { place, messageId, ids }: { place: Place; messageId: number; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return
  const put = await attachPictures(tx, { messageId, conversationId: place.id, side: place.side, ids })
  if (put !== ids.length)
    throw notFound('picture_not_found', 'One of the pictures is not there any more. Please add it again.')
}

async function aboutOf(
  tx: Transaction,
  { supplierId, personId }: Place,
  about: Sending['about'],
): Promise<{ productId: number | null; supplierOrderId: number | null }> {
  if (!about) return { productId: null, supplierOrderId: null }
  if (about.kind === 'product') {
    const piece = await findPiece(tx, { publicId: about.id, supplierId })
    if (!piece) throw pieceNotFound()
    return { productId: piece.key, supplierOrderId: null }
  }
  const order = await findOrder(tx, { publicId: about.id, supplierId, personId })
  if (!order) throw orderNotFound()
  return { productId: null, supplierOrderId: order.key }
}
