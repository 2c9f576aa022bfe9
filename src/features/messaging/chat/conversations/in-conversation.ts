import { inTransaction, type Database, type Queryable } from '#database/database.ts'
import { notFound } from '#core/errors.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { ChatMessageData, ConversationData } from '../contract.ts'
import { countUnread, showConversations } from './conversation-queries.ts'
import { tellPeople, tellTyping } from '../live/event-queries.ts'
import { listMessages, shownTo, type Stretch } from '../messages/message-queries.ts'
import { findPlace, peopleOf, type Place } from './place-queries.ts'
import { insertReport } from './report-queries.ts'
import { writingFault } from '../rules.ts'
import { conversationNotFound, getLocked } from '../messages/send-message.ts'
import { markRead, noteReading, setBlocked } from '../messages/send-queries.ts'

/** Which conversation, and who asks. */
export type Mine = Readonly<{ publicId: string; actorId: number }>

/** The conversation of somebody. Throws `conversation_not_found`. */
export async function getPlace(db: Queryable, mine: Mine): Promise<Place> {
  const place = await findPlace(db, mine)
  if (!place) throw conversationNotFound()
  return place
}

/** A conversation as its row shows it. Throws `conversation_not_found`. */
export async function showConversation(db: Queryable, mine: Mine): Promise<ConversationData> {
  const { id } = await getPlace(db, mine)
  const [shown] = await showConversations(db, [{ id, actorId: mine.actorId }])
  if (!shown) throw conversationNotFound()
  const { of: _of, ...conversation } = shown
  return conversation
}

/** Messages of a conversation, oldest first, and whether there are more beyond. Throws `conversation_not_found`. */
export async function readMessages(
  db: Queryable,
  mine: Mine,
  stretch: Stretch,
): Promise<{ messages: ChatMessageData[]; hasMore: boolean }> {
  const { id, side } = await getPlace(db, mine)
  const { messages, hasMore } = await listMessages(db, id, stretch)
  return { messages: messages.map((message) => shownTo(side, message)), hasMore }
}

/**
 * Notes that somebody has read up to a message; what was read before stays read. Gives what is unread now. Throws
 * `conversation_not_found`.
 */
export async function readUpTo(
  db: Database,
  mine: Mine,
  { upTo, now }: { upTo: number; now: Date },
): Promise<{ conversation: number; total: number }> {
  const place = await getPlace(db, mine)
  // Pages say so again and again: only what changes something is worth a transaction.
  if (upTo > readOf(place)) await noteRead(db, mine, { upTo, now })
  const [shown] = await showConversations(db, [{ id: place.id, actorId: mine.actorId }])
  const [total = 0] = await countUnread(db, [mine.actorId])
  return { conversation: shown?.unread ?? 0, total }
}

async function noteRead(
  db: Database,
  mine: Mine,
  { upTo: wanted, now }: { upTo: number; now: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const place = await getLocked(tx, mine)
    const { id: conversationId, side, lastNumber } = place
    const upTo = Math.min(wanted, lastNumber)
    if (upTo <= readOf(place)) return
    await markRead(tx, { conversationId, side, upTo })
    await tellPeople(tx, {
      people: peopleOf(place),
      events: [{ kind: 'read', conversationId, side, upTo }],
      now,
    })
    await noteReading(tx, mine.actorId, now)
  })
}

function readOf({ side, personRead, storeRead }: Place): number {
  return side === 'person' ? personRead : storeRead
}

/** Tells the other party, if it has an account and may be written to, that somebody is typing. Throws `conversation_not_found`. */
export async function tellOfTyping(db: Queryable, mine: Mine): Promise<void> {
  const place = await getPlace(db, mine)
  const other = place.side === 'person' ? place.ownerId : place.personId
  if (other !== null && !writingFault(place)) await tellTyping(db, other, place.publicId)
}

/** Blocks a conversation for both until who did so takes it back. Throws `conversation_not_found`. */
export async function block(
  db: Database,
  mine: Mine,
  { isBlocked, now }: { isBlocked: boolean; now: Date },
): Promise<ConversationData> {
  await inTransaction(db, async (tx) => {
    const place = await getLocked(tx, mine)
    const { id: conversationId, side } = place
    const wasBlocked = (side === 'person' ? place.personBlockedAt : place.storeBlockedAt) !== null
    if (wasBlocked === isBlocked) return
    await setBlocked(tx, { conversationId, side, at: isBlocked ? now : null })
    await tellPeople(tx, { people: peopleOf(place), events: [{ kind: 'conversation', conversationId }], now })
  })
  return showConversation(db, mine)
}

/** What somebody says of a conversation that should not be as it is. */
export type Reported = Readonly<{ reason: string; note: string }>

/** Keeps a report, and has the marketplace's people told by mail. Throws `conversation_not_found`. */
export async function report(
  db: Database,
  mine: Mine,
  { reported, enqueue, now }: { reported: Reported; enqueue: Enqueue; now: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { id: conversationId, side, lastNumber } = await getLocked(tx, mine)
    if (lastNumber === 0) throw notFound('conversation_not_found', 'Nothing was written here yet.')
    const reportId = await insertReport(tx, { ...reported, conversationId, side, lastNumber, createdAt: now })
    await enqueue(tx, { job: 'chat.mail_report', input: { reportId } })
  })
}
