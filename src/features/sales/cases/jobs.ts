import type { ReadCompany } from '#features/identity/settings/service.ts'
import { z } from 'zod'
import { createEmail, sendEmails } from '#features/messaging/notifications/service.ts'
import { findOrderContext, type OrderDeps, toBuyerUrl } from '#features/sales/orders/service.ts'
import type { Files } from '#platform/files/files.ts'
import { createDeleteUnusedJob } from '#platform/files/uploads.ts'
import { job, type Job } from '#platform/jobs/job.ts'
import { fireCaseTimers } from './timers/fire-timers.ts'
import { renderReminderEmail, renderBuyerEmail, renderSupplierEmail } from './emails.ts'
import { caseEmailKey } from './actions/erase-cases.ts'
import { listMessagesBetween } from './messages/message-queries.ts'
import { casePictures } from './messages/pictures.ts'
import { findCase, findEntry } from './read-queries.ts'
import { buildReturnView } from './returns/return-views.ts'
import { readProposals } from './timers/proposals.ts'
import { sendPendingEmails } from './messages/notify-messages.ts'

/** Runs the due timers of cases every minute, and enqueues the emails that waited for further messages. */
export function runCaseTimers(deps: OrderDeps): Job {
  return job({
    name: 'cases.run_timers',
    input: z.object({}),
    attempts: 3,
    every: '* * * * *',
    async run(_input, { db, now, log }) {
      const fired = await fireCaseTimers(db, { deps, now, log })
      await sendPendingEmails(db, { now, enqueue: deps.enqueue })
      if (fired > 0) log.info({ fired }, 'ran timers of cases')
    },
  })
}

/**
 * Emails the other side about an event of a case, and operators when their decision is requested. The email's key prevents
 * duplicates.
 */
export function sendCaseEmails({
  publicUrl,
  readCompany,
}: {
  publicUrl: string
  readCompany: ReadCompany
}): Job {
  return job({
    name: 'cases.mail_news',
    // The first and last of the messages that share an email.
    input: z.object({ entryId: z.number(), lastId: z.number().optional() }),
    attempts: 10,
    async run({ entryId, lastId = entryId }, { db, now, enqueue }) {
      const entry = await findEntry(db, entryId)
      const caseDetails = entry && (await findCase(db, entry.caseId, {}))
      const orderContext = caseDetails && (await findOrderContext(db, caseDetails.order))
      if (!orderContext) return
      const texts =
        entry.event === 'message' ? await listMessagesBetween(db, { entryId, lastId }) : [entry.text]
      if (texts.length === 0) return
      const { purchase, supplier } = orderContext
      const { supportEmail } = await readCompany(db)
      const { silence } = await readProposals(db, caseDetails)
      const data = {
        found: caseDetails,
        entry,
        said: texts,
        silence,
        returnView: await buildReturnView(db, caseDetails, { side: 'buyer', sellsLabels: false }),
        buyerUrl: toBuyerUrl(purchase, publicUrl),
        isVendors: purchase.channel === 'vendor',
      }
      const keyFor = (recipient: 'buyer' | 'supplier' | 'support') =>
        caseEmailKey({ caseId: caseDetails.publicId, entryId, who: recipient })
      const isEscalated = entry.event === 'escalate' || (entry.event === 'open' && caseDetails.isFollowUp)
      const emails = [
        // The buyer who opens a case gets an email about it, too.
        ...(entry.side === 'buyer' && entry.event !== 'open'
          ? []
          : [createEmail({ key: keyFor('buyer'), to: purchase.email }, renderBuyerEmail(data))]),
        ...(entry.side !== 'supplier' && supplier.email
          ? [createEmail({ key: keyFor('supplier'), to: supplier.email }, renderSupplierEmail(data))]
          : []),
        ...(isEscalated
          ? [createEmail({ key: keyFor('support'), to: supportEmail }, renderSupplierEmail(data))]
          : []),
      ]
      await sendEmails(db, { emails, now, enqueue })
    },
  })
}

/** Emails operators a reminder of an undecided case before its default terms apply. */
export function sendCaseReminder(readCompany: ReadCompany): Job {
  return job({
    name: 'cases.mail_reminder',
    input: z.object({ caseId: z.string(), at: z.string() }),
    attempts: 10,
    async run({ caseId, at }, { db, now, enqueue }) {
      const caseDetails = await findCase(db, caseId, {})
      if (caseDetails?.state !== 'operator_turn') return
      const { silence } = await readProposals(db, caseDetails)
      const { supportEmail } = await readCompany(db)
      const email = createEmail(
        { key: `case:${caseId}:reminder:${at}`, to: supportEmail },
        renderReminderEmail({ found: caseDetails, silence }),
      )
      await sendEmails(db, { emails: [email], now, enqueue })
    },
  })
}

/** Deletes unattached pictures every night. */
export function deleteUnattachedCasePictures(files: Files): Job {
  return createDeleteUnusedJob(casePictures, files, { name: 'cases.forget_pictures', every: '47 3 * * *' })
}

/** Deletes the files of pictures that are no longer visible to anyone. */
export function deleteCasePictureFiles(files: Files): Job {
  return job({
    name: 'cases.remove_pictures',
    input: z.object({ pictures: z.array(z.string()) }),
    attempts: 10,
    run: ({ pictures }) => casePictures.removeFiles(files, pictures),
  })
}
