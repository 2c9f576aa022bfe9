import { eq } from 'drizzle-orm'
import { notFound, refused } from '#core/errors.ts'
import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import { type AuditSource, type AuditValues, recordChange } from '#features/identity/audit/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { MessageState } from '../rules.ts'
import { contactMessages } from '../tables.ts'
import {
  findOperator,
  hasAnswerAfter,
  hasClientEntry,
  insertEntry,
  type LockedMessage,
  lockMessages,
} from './inbox-queries.ts'

/** An answer as an operator sends it; `after` is the number of the last entry they have read. */
export type MessageAnswer = Readonly<{
  publicId: string
  text: string
  clientId: string
  after: number
  isDone: boolean
}>

/**
 * Adds an answer to a thread and emails it by a job; a repeated `clientId` changes nothing. Throws `message_not_found`;
 * refuses with `message_answered` when another operator answered first, and with `message_is_spam`.
 */
export async function answerMessage(
  db: Database,
  source: AuditSource,
  { answer, enqueue }: Readonly<{ answer: MessageAnswer; enqueue: Enqueue }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const message = await lockMessage(tx, answer.publicId)
    if (await hasClientEntry(tx, message.id, answer.clientId)) return
    if (message.state === 'spam')
      throw refused('message_is_spam', 'This message is marked as spam. Open it again to answer it.')
    if (await hasAnswerAfter(tx, message.id, answer.after))
      throw refused(
        'message_answered',
        'Someone else has answered this message. Read their answer before you send yours.',
      )
    const { memberId: accountId, now } = source
    const { text, clientId } = answer
    const entryId = await insertEntry(tx, message, {
      accountId,
      kind: 'answer',
      text,
      clientId,
      createdAt: now,
    })
    const isDone = answer.isDone && message.state === 'open'
    await tx
      .update(contactMessages)
      .set({ answeredAt: message.answeredAt ?? now, ...(isDone ? { state: 'done' } : {}) })
      .where(eq(contactMessages.id, message.id))
    if (isDone) await insertEntry(tx, message, { accountId, kind: 'state', text: 'done', createdAt: now })
    await enqueue(tx, { job: 'contact.mail_answer', input: { entryId } })
    await recordMessageChange(
      tx,
      { message, source },
      {
        action: 'Answered a contact message',
        before: { entry: null },
        // The text is only in the thread: not all readers of the log may read messages, and the log is never deleted.
        after: { entry: message.lastEntry + 1 },
      },
    )
  })
}

/** Adds a note that operators read. Throws `message_not_found`. */
export async function addNote(
  db: Database,
  source: AuditSource,
  note: Readonly<{ publicId: string; text: string; clientId: string }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const message = await lockMessage(tx, note.publicId)
    if (await hasClientEntry(tx, message.id, note.clientId)) return
    const { memberId: accountId, now } = source
    const { text, clientId } = note
    await insertEntry(tx, message, { accountId, kind: 'note', text, clientId, createdAt: now })
  })
}

/**
 * Assigns messages to an operator, or unassigns them. Throws `message_not_found` and `operator_not_found`; then no
 * message is changed.
 */
export async function assignMessages(
  db: Database,
  source: AuditSource,
  { publicIds, to }: Readonly<{ publicIds: readonly string[]; to: string | null }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const messages = await lockAll(tx, publicIds)
    const assignee = to === null ? null : await findOperator(tx, to)
    if (assignee === undefined)
      throw refused('operator_not_found', 'This account is no longer an operator. Choose someone else.')
    const { memberId: accountId, now } = source
    const assigneeId = assignee?.id ?? null
    for (const message of messages) {
      if (message.assigneeId === assigneeId) continue
      await insertEntry(tx, message, { accountId, kind: 'assignment', assigneeId, createdAt: now })
      await tx.update(contactMessages).set({ assigneeId }).where(eq(contactMessages.id, message.id))
      await recordMessageChange(
        tx,
        { message, source },
        {
          action: 'Assigned a contact message',
          before: { assignee: message.assigneeName },
          after: { assignee: assignee?.name ?? null },
        },
      )
    }
  })
}

/** Marks messages as done or spam, or reopens them. Throws `message_not_found`; then no message is changed. */
export async function moveMessages(
  db: Database,
  source: AuditSource,
  { publicIds, state }: Readonly<{ publicIds: readonly string[]; state: MessageState }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { memberId: accountId, now } = source
    for (const message of await lockAll(tx, publicIds)) {
      if (message.state === state) continue
      await insertEntry(tx, message, { accountId, kind: 'state', text: state, createdAt: now })
      await tx.update(contactMessages).set({ state }).where(eq(contactMessages.id, message.id))
      await recordMessageChange(
        tx,
        { message, source },
        {
          action: 'Moved a contact message',
          before: { state: message.state },
          after: { state },
        },
      )
    }
  })
}

async function lockAll(tx: Transaction, publicIds: readonly string[]): Promise<LockedMessage[]> {
  const messages = await lockMessages(tx, publicIds)
  if (messages.length < new Set(publicIds).size)
    throw notFound('message_not_found', 'One of these messages doesn’t exist. Reload the list.')
  return messages
}

async function lockMessage(tx: Transaction, publicId: string): Promise<LockedMessage> {
  const [message] = await lockMessages(tx, [publicId])
  if (!message) throw messageNotFound()
  return message
}

/** Returns the error for a missing message. */
export function messageNotFound() {
  return notFound('message_not_found', 'This message doesn’t exist.')
}

async function recordMessageChange(
  tx: Transaction,
  { message, source }: Readonly<{ message: LockedMessage; source: AuditSource }>,
  change: Readonly<{ action: string; before: AuditValues; after: AuditValues }>,
): Promise<void> {
  const entity = `contact_message:${message.publicId}`
  await recordChange(tx, source, { supplierId: null, kind: 'message', entity, ...change })
}
