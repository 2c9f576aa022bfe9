import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { invalid, notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { ChatMessageData } from '../contract.ts'
import { type NewEvent, publishEvents } from '../live/event-queries.ts'
import { findOrder, findProduct, getMessages, toMessageView } from './message-queries.ts'
import { orderNotFoundError, productNotFoundError } from '../conversations/open-conversation.ts'
import { lockConversation, listAccountIds, type ConversationRecord } from '../conversations/record-queries.ts'
import { explainWriteRefusal } from '../rules.ts'
import { attachChatPictures, findSentMessage, insertChatMessage } from './send-queries.ts'

/** The input of a message; `pictures` are public ids. */
export type MessageInput = Readonly<{
  clientId: string
  content: string
  pictures: readonly string[]
  about?: Readonly<{ kind: 'product' | 'order'; id: string }> | undefined
}>

/**
 * Sends a message in a conversation and notifies its open streams; a repeated `clientId` returns the first message.
 * Throws `conversation_not_found`, `empty_message`, `blocked`, `other_gone`, `picture_not_found`, `product_not_found`
 * and `order_not_found`.
 */
export async function sendMessage(
  db: Database,
  {
    publicId,
    actorId,
    sending,
    now,
  }: { publicId: string; actorId: number; sending: MessageInput; now: Date },
): Promise<ChatMessageData> {
  if (sending.content === '' && sending.pictures.length === 0 && !sending.about)
    throw invalid('empty_message', 'Enter a message or add a picture.')
  const { place, messageId } = await inTransaction(db, async (tx) => {
    const locked = await getLockedConversation(tx, { publicId, actorId })
    const { id: conversationId, side } = locked
    const existingId = await findSentMessage(tx, { conversationId, side, clientId: sending.clientId })
    return {
      place: locked,
      messageId: existingId ?? (await saveMessage(tx, { place: locked, sending, now })),
    }
  })
  const [message] = await getMessages(db, [messageId])
  if (!message) throw new Error('the sent message is not there')
  return toMessageView(place.side, message)
}

/** Returns an account's conversation, locked until the transaction ends. Throws `conversation_not_found`. */
export async function getLockedConversation(
  tx: Transaction,
  ref: Readonly<{ publicId: string; actorId: number }>,
): Promise<ConversationRecord> {
  const conversation = await lockConversation(tx, ref)
  if (!conversation) throw conversationNotFoundError()
  return conversation
}

/** Returns the error for a conversation that is missing or not the caller's. */
export function conversationNotFoundError() {
  return notFound('conversation_not_found', 'This conversation doesn\u2019t exist.')
}

type SaveMessageContext = Readonly<{ place: ConversationRecord; sending: MessageInput; now: Date }>

async function saveMessage(tx: Transaction, { place, sending, now }: SaveMessageContext): Promise<number> {
  const fault = explainWriteRefusal(place)
  if (fault) throw refused(fault.code, fault.text)
  const { id: conversationId, side } = place
  const messageId = await insertChatMessage(tx, {
    publicId: newId('chatMessage', now.getTime()),
    conversationId,
    side,
    clientId: sending.clientId,
    content: sending.content,
    createdAt: now,
    ...(await resolveAbout(tx, place, sending.about)),
  })
  await attachMessagePictures(tx, { place, messageId, ids: sending.pictures })
  const message: NewEvent = { kind: 'message', conversationId, messageId }
  const isFirst = place.lastNumber === 0
  const events: NewEvent[] = isFirst ? [{ kind: 'conversation', conversationId }, message] : [message]
  await publishEvents(tx, { accountIds: listAccountIds(place), events, now })
  return messageId
}

async function attachMessagePictures(
  tx: Transaction,
  { place, messageId, ids }: { place: ConversationRecord; messageId: number; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return
  const attachedCount = await attachChatPictures(tx, {
    messageId,
    conversationId: place.id,
    side: place.side,
    ids,
  })
  if (attachedCount !== ids.length)
    throw notFound('picture_not_found', 'One of the pictures has expired. Add it again.')
}

async function resolveAbout(
  tx: Transaction,
  { supplierId, customerId }: ConversationRecord,
  about: MessageInput['about'],
): Promise<{ productId: number | null; supplierOrderId: number | null }> {
  if (!about) return { productId: null, supplierOrderId: null }
  if (about.kind === 'product') {
    const product = await findProduct(tx, { publicId: about.id, supplierId })
    if (!product) throw productNotFoundError()
    return { productId: product.key, supplierOrderId: null }
  }
  const order = await findOrder(tx, { publicId: about.id, supplierId, customerId })
  if (!order) throw orderNotFoundError()
  return { productId: null, supplierOrderId: order.key }
}
