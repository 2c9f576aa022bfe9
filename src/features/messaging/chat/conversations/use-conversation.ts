import { inTransaction, type Database, type Queryable } from '#database/database.ts'
import { newId } from '#core/ids.ts'
import { notFound } from '#core/errors.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { ChatMessageData, ConversationData } from '../contract.ts'
import { countUnread, listConversationViews } from './conversation-queries.ts'
import { publishEvents, publishTyping } from '../live/event-queries.ts'
import { listMessages, toMessageView, type MessageRange } from '../messages/message-queries.ts'
import { findConversation, listAccountIds, type ConversationRecord } from './record-queries.ts'
import { insertReport } from './report-queries.ts'
import { explainWriteRefusal } from '../rules.ts'
import { conversationNotFoundError, getLockedConversation } from '../messages/send-message.ts'
import { markRead, saveInboxRead, setBlocked } from '../messages/send-queries.ts'

/** A reference to an account's conversation. */
export type ConversationRef = Readonly<{ publicId: string; actorId: number }>

/** Returns an account's conversation. Throws `conversation_not_found`. */
export async function requireConversation(db: Queryable, ref: ConversationRef): Promise<ConversationRecord> {
  const conversation = await findConversation(db, ref)
  if (!conversation) throw conversationNotFoundError()
  return conversation
}

/** Returns a conversation as a list's row shows it. Throws `conversation_not_found`. */
export async function readConversationView(db: Queryable, ref: ConversationRef): Promise<ConversationData> {
  const { id } = await requireConversation(db, ref)
  const [view] = await listConversationViews(db, [{ id, actorId: ref.actorId }])
  if (!view) throw conversationNotFoundError()
  const { of: _of, ...conversation } = view
  return conversation
}

/**
 * Returns a conversation's messages, oldest first, and whether there are more beyond. Throws `conversation_not_found`.
 */
export async function readMessages(
  db: Queryable,
  ref: ConversationRef,
  range: MessageRange,
): Promise<{ messages: ChatMessageData[]; hasMore: boolean }> {
  const { id, side } = await requireConversation(db, ref)
  const { messages, hasMore } = await listMessages(db, id, range)
  return { messages: messages.map((message) => toMessageView(side, message)), hasMore }
}

/**
 * Records that a side has read up to a message, and returns the unread counts. Messages read earlier stay read. Throws
 * `conversation_not_found`.
 */
export async function markReadUpTo(
  db: Database,
  ref: ConversationRef,
  { upTo, now }: { upTo: number; now: Date },
): Promise<{ conversation: number; total: number }> {
  const conversation = await requireConversation(db, ref)
  // Pages repeat this call often, so a transaction only starts when something changes.
  if (upTo > getReadUpTo(conversation)) await saveReadUpTo(db, ref, { upTo, now })
  const [view] = await listConversationViews(db, [{ id: conversation.id, actorId: ref.actorId }])
  const [total = 0] = await countUnread(db, [ref.actorId])
  return { conversation: view?.unread ?? 0, total }
}

async function saveReadUpTo(
  db: Database,
  ref: ConversationRef,
  { upTo: requestedUpTo, now }: { upTo: number; now: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const conversation = await getLockedConversation(tx, ref)
    const { id: conversationId, side, lastNumber } = conversation
    const upTo = Math.min(requestedUpTo, lastNumber)
    if (upTo <= getReadUpTo(conversation)) return
    await markRead(tx, { conversationId, side, upTo })
    await publishEvents(tx, {
      accountIds: listAccountIds(conversation),
      events: [{ kind: 'read', conversationId, side, upTo }],
      now,
    })
    await saveInboxRead(tx, ref.actorId, now)
  })
}

function getReadUpTo({ side, customerRead, storeRead }: ConversationRecord): number {
  return side === 'customer' ? customerRead : storeRead
}

/** Notifies the other party, if it has an account and is not blocked, of typing. Throws `conversation_not_found`. */
export async function notifyTyping(db: Queryable, ref: ConversationRef): Promise<void> {
  const conversation = await requireConversation(db, ref)
  if (explainWriteRefusal(conversation)) return
  const recipients = conversation.side === 'customer' ? conversation.teamIds : [conversation.customerId]
  await publishTyping(db, recipients, conversation.publicId)
}

/**
 * Blocks a conversation for both parties, until the one who blocked it unblocks it. Throws `conversation_not_found`.
 */
export async function setConversationBlocked(
  db: Database,
  ref: ConversationRef,
  { isBlocked, now }: { isBlocked: boolean; now: Date },
): Promise<ConversationData> {
  await inTransaction(db, async (tx) => {
    const conversation = await getLockedConversation(tx, ref)
    const { id: conversationId, side } = conversation
    const wasBlocked =
      (side === 'customer' ? conversation.customerBlockedAt : conversation.storeBlockedAt) !== null
    if (wasBlocked === isBlocked) return
    await setBlocked(tx, { conversationId, side, at: isBlocked ? now : null })
    await publishEvents(tx, {
      accountIds: listAccountIds(conversation),
      events: [{ kind: 'conversation', conversationId }],
      now,
    })
  })
  return readConversationView(db, ref)
}

/** A report of a conversation. */
export type ReportInput = Readonly<{ reason: string; note: string }>

/** Stores a report, and enqueues an email to the operators. Throws `conversation_not_found`. */
export async function saveReport(
  db: Database,
  ref: ConversationRef,
  { reported, enqueue, now }: { reported: ReportInput; enqueue: Enqueue; now: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { id: conversationId, side, lastNumber } = await getLockedConversation(tx, ref)
    if (lastNumber === 0) throw notFound('conversation_not_found', 'This conversation has no messages yet.')
    const reportId = await insertReport(tx, {
      ...reported,
      publicId: newId('chatReport', now.getTime()),
      conversationId,
      side,
      lastNumber,
      createdAt: now,
    })
    await enqueue(tx, { job: 'chat.mail_report', input: { reportId } })
  })
}
