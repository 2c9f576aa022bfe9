import { z } from 'zod'
import { inTransaction } from '#database/database.ts'
import { layout, openUnsubscribeUrl, postMails } from '#features/messaging/notifications/service.ts'
import { HOUR, later } from '#core/time.ts'
import type { Files } from '#platform/files/files.ts'
import { job, type Job, type JobContext } from '#platform/jobs/job.ts'
import { reportLetter, storeLetter, unreadLetter } from './emails/emails.ts'
import {
  listForStores,
  listUnread,
  listWaitingPeople,
  lockForStore,
  lockReader,
  noteMailed,
  noteStoreMailed,
} from './emails/mail-queries.ts'
import { listMessages } from './messages/message-queries.ts'
import { deleteOldEvents, deleteUnsent, deleteUnused } from './messages/picture-queries.ts'
import { findReport } from './conversations/report-queries.ts'
import {
  isMailDue,
  KEEP_EVENTS_MS,
  KEEP_UNSENT_MS,
  KEEP_UNUSED_MS,
  MAIL_AFTER_MS,
  MAIL_AGAIN_MS,
  MAIL_STORE_AFTER_MS,
} from './rules.ts'
import { removePictureFiles } from './messages/store-picture.ts'

/** What mails about conversations need: the shop's address, and its support's. */
export type ChatMail = Readonly<{ publicUrl: string; supportEmail: string }>

/** Conversations that rest for longer are not looked at any more; a mail a day late is still in time. */
const LATELY_MS = 48 * HOUR

/** So many letters are ordered in one round; what is left waits for the next minute. */
const ROUND = 200

/** Looks each minute who has messages waiting, and orders a letter for each. */
export const findUnread = job({
  name: 'chat.find_unread',
  input: z.object({}),
  attempts: 1,
  every: '* * * * *',
  async run(_input, { db, now, enqueue }) {
    const lately = later(now, -LATELY_MS)
    const people = await listWaitingPeople(db, {
      waitedSince: later(now, -MAIL_AFTER_MS),
      writtenBefore: later(now, -MAIL_AGAIN_MS),
      lately,
      limit: ROUND,
    })
    const waitedSince = later(now, -MAIL_STORE_AFTER_MS)
    const stores = await listForStores(db, { waitedSince, lately, limit: ROUND })
    for (const personId of people) await enqueue(db, { job: 'chat.mail_unread', input: { personId } })
    for (const conversationId of stores)
      await enqueue(db, { job: 'chat.mail_store', input: { conversationId } })
  },
})

/** Writes to a person about what waits, all in one letter, unless it was read meanwhile or told before. */
export function mailUnread({ publicUrl }: ChatMail): Job {
  return job({
    name: 'chat.mail_unread',
    input: z.object({ personId: z.number() }),
    attempts: 5,
    run: ({ personId }, context) => writeUnread(personId, publicUrl, context),
  })
}

async function writeUnread(
  personId: number,
  publicUrl: string,
  { db, now, enqueue }: JobContext,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const reader = await lockReader(tx, personId)
    if (!reader) return
    const waiting = await listUnread(tx, { personId, mailedMessageId: reader.mailedMessageId })
    if (!isMailDue(reader, waiting, now)) return
    const unsubscribeUrl = await openUnsubscribeUrl(tx, { personId, kind: 'unread_messages', publicUrl, now })
    if (unsubscribeUrl === undefined) return
    const messageId = Math.max(...waiting.map(({ newestId }) => newestId))
    await noteMailed(tx, { personId, messageId, now })
    const letter = layout(unreadLetter(waiting, { publicUrl, unsubscribeUrl }))
    const mail = { key: `chat:unread:${personId}:${messageId}`, to: reader.email, unsubscribeUrl, ...letter }
    await postMails(tx, { mails: [mail], now, enqueue })
  })
}

/** So many messages go into one letter; the next one has the rest. */
const MOST_IN_LETTER = 20

/** Writes what was said to a store that has no account here to its mail address, or to the support, which passes it on. */
export function mailStore({ publicUrl, supportEmail }: ChatMail): Job {
  return job({
    name: 'chat.mail_store',
    input: z.object({ conversationId: z.number() }),
    attempts: 5,
    async run({ conversationId }, { db, now, enqueue }) {
      await inTransaction(db, async (tx) => {
        const store = await lockForStore(tx, conversationId)
        if (!store) return
        const after = store.mailedNumber
        const { messages } = await listMessages(tx, conversationId, { after, limit: MOST_IN_LETTER })
        const number = messages.at(-1)?.number
        if (number === undefined) return
        await noteStoreMailed(tx, conversationId, number)
        const told = messages.filter(({ isErased }) => !isErased)
        if (told.length === 0) return
        const mail = {
          key: `chat:store:${conversationId}:${number}`,
          to: store.contactEmail ?? supportEmail,
          replyTo: store.email,
          ...layout(storeLetter(store, told, publicUrl)),
        }
        await postMails(tx, { mails: [mail], now, enqueue })
      })
    },
  })
}

/** Tells the marketplace's people of a report. */
export function mailReport({ supportEmail }: ChatMail): Job {
  return job({
    name: 'chat.mail_report',
    input: z.object({ reportId: z.number() }),
    attempts: 10,
    async run({ reportId }, { db, now, enqueue }) {
      const report = await findReport(db, reportId)
      if (!report) return
      const mail = { key: `chat:report:${reportId}`, to: supportEmail, ...layout(reportLetter(report)) }
      await postMails(db, { mails: [mail], now, enqueue })
    },
  })
}

/** Lets go of the files of pictures that nobody can see any more. */
export function removePictures(files: Files): Job {
  return job({
    name: 'chat.remove_pictures',
    input: z.object({ pictures: z.array(z.string()) }),
    attempts: 10,
    run: ({ pictures }) => removePictureFiles(files, pictures),
  })
}

/** Clears away each night what nobody asks for any more: old events, pictures never sent, conversations never used. */
export const tidyChat = job({
  name: 'chat.tidy',
  input: z.object({}),
  attempts: 3,
  every: '41 4 * * *',
  async run(_input, { db, now, enqueue }) {
    await deleteOldEvents(db, later(now, -KEEP_EVENTS_MS))
    await inTransaction(db, async (tx) => {
      const pictures = await deleteUnsent(tx, later(now, -KEEP_UNSENT_MS))
      if (pictures.length > 0) await enqueue(tx, { job: 'chat.remove_pictures', input: { pictures } })
    })
    await deleteUnused(db, later(now, -KEEP_UNUSED_MS))
  },
})
