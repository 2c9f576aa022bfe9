import { z } from 'zod'
import { inTransaction } from '#database/database.ts'
import { createEmail, type OutboxEmail, sendEmails } from '#features/messaging/notifications/service.ts'
import { job, type Job, type JobContext } from '#platform/jobs/job.ts'
import { wishlistAlertEmail } from './emails.ts'
import {
  claimRecipients,
  listAccountsToAlert,
  saveObservations,
  type ProductAlert,
  type AlertRecipient,
  claimAlerts,
} from './alert-queries.ts'
import { getAlertWindow, type AlertWindow } from './rules.ts'

/** The number of accounts that get an email in one transaction, and in one run. The rest follows in the next run. */
const BATCH_SIZE = 20
const MAX_PER_RUN = 4_000

/**
 * Sends wishlist alerts every five minutes, at most one email per account and run. The transaction that adds the email
 * to the outbox also records it as sent, so each change is sent once, even if the job is killed and run again.
 */
export function sendWishlistAlerts(publicUrl: string): Job {
  return job({
    name: 'wishlist.tell_news',
    input: z.object({}),
    attempts: 1,
    every: '*/5 * * * *',
    timeoutSeconds: 280,
    async run(_input, context) {
      const window = getAlertWindow(context.now)
      await saveObservations(context.db, window)
      const accountIds = await listAccountsToAlert(context.db, window, MAX_PER_RUN)
      for (let offset = 0; offset < accountIds.length; offset += BATCH_SIZE) {
        await sendAlertBatch(accountIds.slice(offset, offset + BATCH_SIZE), {
          look: window,
          publicUrl,
          context,
        })
      }
    },
  })
}

type AlertBatch = Readonly<{ look: AlertWindow; publicUrl: string; context: JobContext }>

async function sendAlertBatch(
  accountIds: readonly number[],
  { look, publicUrl, context }: AlertBatch,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const recipients = await claimRecipients(tx, accountIds)
    const alerts = await claimAlerts(
      tx,
      look,
      recipients.map(({ accountId }) => accountId),
    )
    const emails = recipients.flatMap((recipient) =>
      createAlertEmails(recipient, filterAlerts(recipient, alerts), publicUrl),
    )
    await sendEmails(tx, { emails, now: context.now, enqueue: context.enqueue })
  })
}

function filterAlerts({ accountId }: AlertRecipient, alerts: readonly ProductAlert[]): ProductAlert[] {
  return alerts.filter((product) => product.accountId === accountId)
}

function createAlertEmails(
  recipient: AlertRecipient,
  alerts: readonly ProductAlert[],
  publicUrl: string,
): OutboxEmail[] {
  if (alerts.length === 0) return []
  const key = `wishlist:${recipient.accountId}:news:${recipient.emailNumber}`
  return [createEmail({ key, to: recipient.email }, wishlistAlertEmail(recipient, alerts, publicUrl))]
}
