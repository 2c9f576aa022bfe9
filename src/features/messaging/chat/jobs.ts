import type { ReadCompany } from '#features/identity/settings/service.ts'
import { z } from 'zod'
import { inTransaction } from '#database/database.ts'
import { createEmail, createUnsubscribeUrl, sendEmails } from '#features/messaging/notifications/service.ts'
import { HOUR, addMs } from '#core/time.ts'
import type { Files } from '#platform/files/files.ts'
import { deleteAllUnused } from '#platform/files/uploads.ts'
import { job, type Job, type JobContext } from '#platform/jobs/job.ts'
import { removalEmail, reportEmail, storeMessagesEmail, unreadMessagesEmail } from './emails/emails.ts'
import {
  listStoresToEmail,
  listUnreadConversations,
  listAccountsToEmail,
  lockStoreConversation,
  lockRecipient,
  saveEmailed,
  saveStoreEmailed,
} from './emails/email-queries.ts'
import { listMessages } from './messages/message-queries.ts'
import { deleteOldEvents, deleteUnusedConversations } from './messages/picture-queries.ts'
import { findReport } from './conversations/report-queries.ts'
import { EMAIL_REMOVAL_JOB } from './moderation/moderate.ts'
import { findRemovedMessage } from './moderation/moderation-queries.ts'
import { publishReset } from './live/event-queries.ts'
import {
  isEmailDue,
  EVENT_RETENTION_MS,
  UNUSED_RETENTION_MS,
  EMAIL_AFTER_MS,
  REMIND_AFTER_MS,
  EMAIL_STORE_AFTER_MS,
} from './rules.ts'
import { chatPictureUploads } from './messages/pictures.ts'

/** The settings of emails about conversations: the shop's URL and its company. */
export type ChatEmailOptions = Readonly<{ publicUrl: string; readCompany: ReadCompany }>

/** How long after its last message a conversation is still checked; an email a day late is still useful. */
const ACTIVE_MS = 48 * HOUR

/** The most emails enqueued in one round; the next minute enqueues the rest. */
const BATCH_SIZE = 200

/** Finds accounts with waiting messages each minute, and enqueues an email for each. */
export const enqueueUnreadEmails = job({
  name: 'chat.find_unread',
  input: z.object({}),
  attempts: 1,
  every: '* * * * *',
  async run(_input, { db, now, enqueue }) {
    const activeSince = addMs(now, -ACTIVE_MS)
    const accountIds = await listAccountsToEmail(db, {
      waitedSince: addMs(now, -EMAIL_AFTER_MS),
      writtenBefore: addMs(now, -REMIND_AFTER_MS),
      lately: activeSince,
      limit: BATCH_SIZE,
    })
    const unreadSince = addMs(now, -EMAIL_STORE_AFTER_MS)
    const stores = await listStoresToEmail(db, {
      waitedSince: unreadSince,
      lately: activeSince,
      limit: BATCH_SIZE,
    })
    for (const accountId of accountIds) await enqueue(db, { job: 'chat.mail_unread', input: { accountId } })
    for (const conversationId of stores)
      await enqueue(db, { job: 'chat.mail_store', input: { conversationId } })
  },
})

/** Emails an account about all waiting messages, unless they were read or reported meanwhile. */
export function emailUnread({ publicUrl }: ChatEmailOptions): Job {
  return job({
    name: 'chat.mail_unread',
    input: z.object({ accountId: z.number() }),
    attempts: 5,
    run: ({ accountId }, context) => sendUnreadEmail(accountId, publicUrl, context),
  })
}

async function sendUnreadEmail(
  accountId: number,
  publicUrl: string,
  { db, now, enqueue }: JobContext,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const recipient = await lockRecipient(tx, accountId)
    if (!recipient) return
    const unreadRows = await listUnreadConversations(tx, {
      accountId,
      emailedMessageId: recipient.emailedMessageId,
    })
    if (!isEmailDue(recipient, unreadRows, now)) return
    const unsubscribeUrl = await createUnsubscribeUrl(tx, {
      accountId,
      kind: 'unread_messages',
      publicUrl,
      now,
    })
    if (unsubscribeUrl === undefined) return
    const messageId = Math.max(...unreadRows.map(({ newestId }) => newestId))
    await saveEmailed(tx, { accountId, messageId, now })
    const email = createEmail(
      { key: `chat:unread:${accountId}:${messageId}`, to: recipient.email },
      unreadMessagesEmail(unreadRows, { publicUrl, unsubscribeUrl }),
    )
    await sendEmails(tx, { emails: [email], now, enqueue })
  })
}

/** The most messages in one email; the next email has the rest. */
const MAX_MESSAGES_PER_EMAIL = 20

/** Emails a message to a store without an account, or to support, which forwards it. */
export function emailStore({ publicUrl, readCompany }: ChatEmailOptions): Job {
  return job({
    name: 'chat.mail_store',
    input: z.object({ conversationId: z.number() }),
    attempts: 5,
    async run({ conversationId }, { db, now, enqueue }) {
      await inTransaction(db, async (tx) => {
        const store = await lockStoreConversation(tx, conversationId)
        if (!store) return
        const after = store.emailedNumber
        const { messages } = await listMessages(tx, conversationId, { after, limit: MAX_MESSAGES_PER_EMAIL })
        const number = messages.at(-1)?.number
        if (number === undefined) return
        await saveStoreEmailed(tx, conversationId, number)
        const visibleMessages = messages.filter(({ isErased, isRemoved }) => !isErased && !isRemoved)
        if (visibleMessages.length === 0) return
        const email = createEmail(
          {
            key: `chat:store:${conversationId}:${number}`,
            to: store.contactEmail ?? (await readCompany(tx)).supportEmail,
          },
          storeMessagesEmail(store, visibleMessages, publicUrl),
        )
        await sendEmails(tx, { emails: [{ ...email, replyTo: store.email }], now, enqueue })
      })
    },
  })
}

/** Reloads an account's conversations on its open pages, after it joined or left a store's team. */
export const resetInbox = job({
  name: 'chat.reset_inbox',
  input: z.object({ accountId: z.number() }),
  attempts: 5,
  run: ({ accountId }, { db }) => inTransaction(db, (tx) => publishReset(tx, accountId)),
})

/** Emails the operators about a report. */
export function emailReport({ readCompany, publicUrl }: ChatEmailOptions): Job {
  return job({
    name: 'chat.mail_report',
    input: z.object({ reportId: z.number() }),
    attempts: 10,
    async run({ reportId }, { db, now, enqueue }) {
      const report = await findReport(db, reportId)
      if (!report) return
      const email = createEmail(
        { key: `chat:report:${reportId}`, to: (await readCompany(db)).supportEmail },
        reportEmail(report, publicUrl),
      )
      await sendEmails(db, { emails: [email], now, enqueue })
    },
  })
}

/** Emails the sender of a message that an operator has removed it, and why. */
export const emailRemoval = job({
  name: EMAIL_REMOVAL_JOB,
  input: z.object({ messageId: z.number() }),
  attempts: 10,
  async run({ messageId }, { db, now, enqueue }) {
    const message = await findRemovedMessage(db, messageId)
    if (!message?.email) return
    const email = createEmail({ key: `chat:removal:${messageId}`, to: message.email }, removalEmail(message))
    await sendEmails(db, { emails: [email], now, enqueue })
  },
})

/** Deletes the files of pictures that are no longer visible to anyone. */
export function deleteChatPictures(files: Files): Job {
  return job({
    name: 'chat.remove_pictures',
    input: z.object({ pictures: z.array(z.string()) }),
    attempts: 10,
    run: ({ pictures }) => chatPictureUploads.removeFiles(files, pictures),
  })
}

/** Deletes old events, unsent pictures and unused conversations, each night. */
export function createCleanUpChatJob(files: Files): Job {
  return job({
    name: 'chat.tidy',
    input: z.object({}),
    attempts: 3,
    every: '41 4 * * *',
    async run(_input, { db, now }) {
      await deleteOldEvents(db, addMs(now, -EVENT_RETENTION_MS))
      await deleteAllUnused(chatPictureUploads, { db, files, now })
      await deleteUnusedConversations(db, addMs(now, -UNUSED_RETENTION_MS))
    },
  })
}
