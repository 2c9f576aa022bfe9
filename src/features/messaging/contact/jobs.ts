import type { ReadCompany } from '#features/identity/settings/service.ts'
import { z } from 'zod'
import { inTransaction, type Database } from '#database/database.ts'
import { addMs } from '#core/time.ts'
import {
  createEmail,
  sendEmails,
  type EmailContent,
  type OutboxEmail,
} from '#features/messaging/notifications/service.ts'
import { job, type Job } from '#platform/jobs/job.ts'
import {
  toSubscriberLinks,
  storeMessageEmail,
  supportMessageEmail,
  messageReceivedEmail,
  newsletterInvitationEmail,
  newsletterWelcomeEmail,
} from './emails.ts'
import type { SupplierLookup } from './port.ts'
import {
  deleteUnconfirmed,
  findMessage,
  lockInvitations,
  lockSubscriber,
  updateSubscriber,
} from './queries.ts'
import { UNCONFIRMED_RETENTION_MS, isInvitationDue } from './rules.ts'
import { type NewsletterDeps, sendIssue } from './newsletter/send-issue.ts'

/** The dependencies of emails about a message: the company, the stores, and the shop’s URL. */
export type MessageEmailDeps = Readonly<{
  readCompany: ReadCompany
  stores: SupplierLookup
  publicUrl: string
}>

/**
 * Sends the emails of a contact message: to support, to the store it is about, and to its sender. Each has a key, so it
 * is sent once.
 */
export function emailMessage(deps: MessageEmailDeps): Job {
  return job({
    name: 'contact.mail_message',
    input: z.object({ messageId: z.number() }),
    attempts: 10,
    async run({ messageId }, { db, now, enqueue }) {
      const emails = await createMessageEmails(db, messageId, deps)
      await sendEmails(db, { emails, now, enqueue })
    },
  })
}

async function createMessageEmails(
  db: Database,
  messageId: number,
  { readCompany, stores, publicUrl }: MessageEmailDeps,
): Promise<OutboxEmail[]> {
  const message = await findMessage(db, messageId)
  if (!message) return []
  const { supportEmail } = await readCompany(db)
  const contact = message.supplierId === null ? undefined : await stores.contactOf(db, message.supplierId)
  const store = contact && { name: contact.name, isNotified: contact.contactEmail !== null }
  const key = `contact:${messageId}`
  const buildEmail = (part: string, [to, replyTo]: readonly [string, string], content: EmailContent) => ({
    ...createEmail({ key: `${key}:${part}`, to }, content),
    replyTo,
  })
  const storeEmails = contact?.contactEmail
    ? [buildEmail('store', [contact.contactEmail, message.email], storeMessageEmail(message, contact.name))]
    : []
  return [
    buildEmail('support', [supportEmail, message.email], supportMessageEmail({ message, store }, publicUrl)),
    ...storeEmails,
    buildEmail('received', [message.email, supportEmail], messageReceivedEmail({ store })),
  ]
}

/** Emails an address to confirm the newsletter, unless it is confirmed or was just emailed. */
export function inviteSubscriber(publicUrl: string): Job {
  return job({
    name: 'contact.invite_subscriber',
    input: z.object({ subscriberId: z.number() }),
    attempts: 10,
    async run({ subscriberId }, { db, now, enqueue }) {
      await inTransaction(db, async (tx) => {
        const subscriber = await lockSubscriber(tx, { id: subscriberId })
        if (!subscriber) return
        const { email, token } = subscriber
        // One mailbox has many spellings of its address, so the lock and the limit are per mailbox.
        const invitation = await lockInvitations(tx, email)
        if (!isInvitationDue({ ...invitation, state: subscriber.state }, now)) return
        const invitations = subscriber.invitations + 1
        await updateSubscriber(tx, subscriberId, { invitations, invitedAt: now })
        const content = newsletterInvitationEmail(toSubscriberLinks(token, publicUrl))
        const key = `newsletter:${subscriberId}:invitation:${now.getTime()}`
        await sendEmails(tx, { emails: [createEmail({ key, to: email }, content)], now, enqueue })
      })
    },
  })
}

/** Emails a confirmed subscriber a welcome, once for each subscription, unless they have unsubscribed since. */
export function welcomeSubscriber(publicUrl: string): Job {
  return job({
    name: 'contact.welcome_subscriber',
    input: z.object({ subscriberId: z.number() }),
    attempts: 10,
    async run({ subscriberId }, { db, now, enqueue }) {
      await inTransaction(db, async (tx) => {
        const subscriber = await lockSubscriber(tx, { id: subscriberId })
        if (subscriber?.state !== 'confirmed') return
        const { email, token, confirmedAt } = subscriber
        const key = `newsletter:${subscriberId}:welcome:${confirmedAt?.getTime()}`
        const content = newsletterWelcomeEmail(toSubscriberLinks(token, publicUrl))
        await sendEmails(tx, { emails: [createEmail({ key, to: email }, content)], now, enqueue })
      })
    },
  })
}

/**
 * Sends the monthly newsletter, from nine o'clock (UTC) on the first of the month. It runs each hour until the evening
 * of the third, so that after an outage or a crash all subscribers still get the issue, and none gets it twice.
 */
export function sendNewsletter(deps: NewsletterDeps): Job {
  return job({
    name: 'contact.send_newsletter',
    input: z.object({}),
    attempts: 3,
    every: '7 9-20 1-3 * *',
    timeoutSeconds: 900,
    run: (_input, context) => sendIssue(deps, context),
  })
}

/** Deletes addresses without a confirmed subscription, each night. */
export const deleteUnconfirmedSubscribers = job({
  name: 'contact.forget_unconfirmed',
  input: z.object({}),
  attempts: 3,
  every: '23 4 * * *',
  async run(_input, { db, now }) {
    await deleteUnconfirmed(db, addMs(now, -UNCONFIRMED_RETENTION_MS))
  },
})
