import { z } from 'zod'
import { inTransaction, type Database } from '#database/database.ts'
import { later } from '#core/time.ts'
import {
  layout,
  letterMail,
  postMails,
  type LetterContent,
  type OutgoingMail,
} from '#features/messaging/notifications/service.ts'
import { job, type Job } from '#platform/jobs/job.ts'
import {
  linksFor,
  messageForStore,
  messageForSupport,
  messageReceived,
  newsletterInvitation,
  newsletterWelcome,
} from './emails.ts'
import type { Stores } from './port.ts'
import {
  deleteUnconfirmed,
  findMessage,
  lockInvitations,
  lockSubscriber,
  updateSubscriber,
} from './queries.ts'
import { FORGET_AFTER_MS, isInvitationDue } from './rules.ts'
import { type Press, sendIssue } from './newsletter/send-issue.ts'

/** Writes the mails of a message: to `supportEmail`, to the store it is about, and to its sender. Keys make each one. */
export function mailMessage({ supportEmail, stores }: { supportEmail: string; stores: Stores }): Job {
  return job({
    name: 'contact.mail_message',
    input: z.object({ messageId: z.number() }),
    attempts: 10,
    async run({ messageId }, { db, now, enqueue }) {
      const mails = await mailsOf(db, messageId, { supportEmail, stores })
      await postMails(db, { mails, now, enqueue })
    },
  })
}

async function mailsOf(
  db: Database,
  messageId: number,
  { supportEmail, stores }: { supportEmail: string; stores: Stores },
): Promise<OutgoingMail[]> {
  const message = await findMessage(db, messageId)
  if (!message) return []
  const found = message.supplierId === null ? undefined : await stores.contactOf(db, message.supplierId)
  const store = found && { name: found.name, isTold: found.contactEmail !== null }
  const mail = (to: string, replyTo: string, content: LetterContent) => ({ to, replyTo, ...layout(content) })
  const key = `contact:${messageId}`
  const toStore = found?.contactEmail
    ? [
        {
          key: `${key}:store`,
          ...mail(found.contactEmail, message.email, messageForStore(message, found.name)),
        },
      ]
    : []
  return [
    { key: `${key}:support`, ...mail(supportEmail, message.email, messageForSupport({ message, store })) },
    ...toStore,
    { key: `${key}:received`, ...mail(message.email, supportEmail, messageReceived({ store })) },
  ]
}

/** Asks the owner of an address whether the newsletter is wanted, unless that is known or was asked a moment ago. */
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
        // One mailbox has as many addresses as anybody likes to write: they wait together.
        const invited = await lockInvitations(tx, email)
        if (!isInvitationDue({ ...invited, state: subscriber.state }, now)) return
        const invitations = subscriber.invitations + 1
        await updateSubscriber(tx, subscriberId, { invitations, invitedAt: now })
        const content = newsletterInvitation(linksFor(token, publicUrl))
        const key = `newsletter:${subscriberId}:invitation:${now.getTime()}`
        await postMails(tx, { mails: [letterMail({ key, to: email }, content)], now, enqueue })
      })
    },
  })
}

/** Welcomes who has confirmed, once for each time; who left again meanwhile hears nothing. */
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
        const content = newsletterWelcome(linksFor(token, publicUrl))
        await postMails(tx, { mails: [letterMail({ key, to: email }, content)], now, enqueue })
      })
    },
  })
}

/**
 * The monthly newsletter, from nine o'clock (UTC) on the first of the month. It looks again each hour until the evening of the
 * third: a shop that was down then, or was stopped half-way, still writes to everybody, and to nobody twice.
 */
export function sendNewsletter(press: Press): Job {
  return job({
    name: 'contact.send_newsletter',
    input: z.object({}),
    attempts: 3,
    every: '7 9-20 1-3 * *',
    timeoutSeconds: 900,
    run: (_input, context) => sendIssue(press, context),
  })
}

/** Forgets each night the addresses of people who were asked and did not answer. */
export const forgetUnconfirmed = job({
  name: 'contact.forget_unconfirmed',
  input: z.object({}),
  attempts: 3,
  every: '23 4 * * *',
  async run(_input, { db, now }) {
    await deleteUnconfirmed(db, later(now, -FORGET_AFTER_MS))
  },
})
