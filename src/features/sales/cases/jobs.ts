import { z } from 'zod'
import { letterMail, postMails } from '#features/messaging/notifications/service.ts'
import { findWholeOrder, type OrderDesk } from '#features/sales/orders/service.ts'
import type { Files } from '#platform/files/files.ts'
import { job, type Job } from '#platform/jobs/job.ts'
import { fireCaseTimers } from './timers/fire-timers.ts'
import { reminder, toBuyer, toOthers } from './emails.ts'
import { mailKey } from './actions/leave-cases.ts'
import { listSaidBetween } from './messages/message-queries.ts'
import { forgetLoosePictures, removePictureFiles } from './messages/pictures.ts'
import { findCase, findEntry } from './read-queries.ts'
import { readProposals } from './timers/silence.ts'
import { tellWaiting } from './messages/tell-messages.ts'

/** Does what is due in cases by itself, every minute, and has the letters written that waited for more to tell. */
export function runCaseTimers(desk: OrderDesk): Job {
  return job({
    name: 'cases.run_timers',
    input: z.object({}),
    attempts: 3,
    every: '* * * * *',
    async run(_input, { db, now, log }) {
      const fired = await fireCaseTimers(db, { desk, now, log })
      await tellWaiting(db, { now, enqueue: desk.enqueue })
      if (fired > 0) log.info({ fired }, 'timers of cases')
    },
  })
}

/** Writes to the other side what was said or done in a case, and to the marketplace when it is asked. Each mail's key makes it one. */
export function mailCaseNews({ publicUrl, supportEmail }: { publicUrl: string; supportEmail: string }): Job {
  return job({
    name: 'cases.mail_news',
    // Of messages that waited for one letter these are the first and the last.
    input: z.object({ entryId: z.number(), lastId: z.number().optional() }),
    attempts: 10,
    async run({ entryId, lastId = entryId }, { db, now, enqueue }) {
      const entry = await findEntry(db, entryId)
      const found = entry && (await findCase(db, entry.caseId, {}))
      const whole = found && (await findWholeOrder(db, found.order))
      if (!whole) return
      const said = entry.event === 'message' ? await listSaidBetween(db, { entryId, lastId }) : [entry.text]
      if (said.length === 0) return
      const { purchase, supplier } = whole
      const { silence } = await readProposals(db, found)
      const news = { found, entry, said, silence, purchaseId: purchase.publicId, publicUrl }
      const keyFor = (who: 'buyer' | 'supplier' | 'support') =>
        mailKey({ caseId: found.publicId, entryId, who })
      const isAsked = entry.event === 'escalate' || (entry.event === 'open' && found.isFurther)
      const mails = [
        // Whoever opens a case, too, is told that it was opened.
        ...(entry.side === 'buyer' && entry.event !== 'open'
          ? []
          : [letterMail({ key: keyFor('buyer'), to: purchase.email }, toBuyer(news))]),
        ...(entry.side !== 'supplier' && supplier.email
          ? [letterMail({ key: keyFor('supplier'), to: supplier.email }, toOthers(news))]
          : []),
        ...(isAsked ? [letterMail({ key: keyFor('support'), to: supportEmail }, toOthers(news))] : []),
      ]
      await postMails(db, { mails, now, enqueue })
    },
  })
}

/** Reminds the marketplace of a case that waits for its decision, and ends by itself without; not of one that is decided. */
export function mailCaseReminder({ supportEmail }: { supportEmail: string }): Job {
  return job({
    name: 'cases.mail_reminder',
    input: z.object({ caseId: z.string(), at: z.string() }),
    attempts: 10,
    async run({ caseId, at }, { db, now, enqueue }) {
      const found = await findCase(db, caseId, {})
      if (found?.state !== 'operator_turn') return
      const { silence } = await readProposals(db, found)
      const mail = letterMail(
        { key: `case:${caseId}:reminder:${at}`, to: supportEmail },
        reminder({ found, silence }),
      )
      await postMails(db, { mails: [mail], now, enqueue })
    },
  })
}

/** Forgets, each night, the pictures that were never shown. */
export function forgetCasePictures(files: Files): Job {
  return job({
    name: 'cases.forget_pictures',
    input: z.object({}),
    attempts: 3,
    every: '47 3 * * *',
    async run(_input, { db, now }) {
      while ((await forgetLoosePictures(db, files, now)) > 0);
    },
  })
}

/** Lets go of the files of pictures that nobody can see any more. */
export function removeCasePictures(files: Files): Job {
  return job({
    name: 'cases.remove_pictures',
    input: z.object({ pictures: z.array(z.string()) }),
    attempts: 10,
    run: ({ pictures }) => removePictureFiles(files, pictures),
  })
}
