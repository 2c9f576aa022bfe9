import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { refused } from '#core/errors.ts'
import { DAY, addMs, MINUTE } from '#core/time.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import {
  countMessages,
  recordMessage,
  type CaseSideKey,
  claimPendingEmails,
  type MessageNotification,
} from './message-queries.ts'

/** The most messages of a side in a case in a day, because each may cause an email. */
const MAX_MESSAGES_PER_DAY = 50

/** The pause between emails about a side's messages; messages written meanwhile share the next one. */
const THROTTLE_MS = 15 * MINUTE

/** The most emails enqueued in one run. */
const BATCH = 200

/** Refuses with `too_many_messages` if a side has reached the daily limit of messages in a locked case. */
export async function checkMessageLimit(tx: Transaction, sideKey: CaseSideKey, now: Date): Promise<void> {
  if ((await countMessages(tx, sideKey, addMs(now, -DAY))) >= MAX_MESSAGES_PER_DAY)
    throw refused(
      'too_many_messages',
      `You’ve reached the limit of ${MAX_MESSAGES_PER_DAY} messages a day in this case. Please continue tomorrow.`,
    )
}

/** Emails a message: at once, or together with later ones if there was a recent email. */
export async function notifyOfMessage(
  tx: Transaction,
  notification: Omit<MessageNotification, 'quietSince'>,
  enqueue: Enqueue,
): Promise<void> {
  const { entryId, now } = notification
  if (await recordMessage(tx, { ...notification, quietSince: addMs(now, -THROTTLE_MS) }))
    await enqueue(tx, { job: 'cases.mail_news', input: { entryId } })
}

/** Enqueues the emails about messages that have waited long enough; each is enqueued once. */
export async function sendPendingEmails(
  db: Database,
  { now, enqueue }: Readonly<{ now: Date; enqueue: Enqueue }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const pendingEmails = await claimPendingEmails(tx, {
      now,
      quietSince: addMs(now, -THROTTLE_MS),
      limit: BATCH,
    })
    for (const input of pendingEmails) await enqueue(tx, { job: 'cases.mail_news', input })
  })
}
