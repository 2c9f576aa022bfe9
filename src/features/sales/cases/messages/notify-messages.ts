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

/** How many messages a side may write in a case in a day: a mail may follow each. */
const MAX_MESSAGES_PER_DAY = 50

/** For so long after a letter about a side's messages there is no other: what is written meanwhile goes into the next one. */
const THROTTLE_MS = 15 * MINUTE

/** How many letters are ordered at once. */
const BATCH = 200

/** Refuses with `too_many_messages` what a side writes in a locked case after it has written enough for a day. */
export async function checkMessageLimit(tx: Transaction, sideKey: CaseSideKey, now: Date): Promise<void> {
  if ((await countMessages(tx, sideKey, addMs(now, -DAY))) >= MAX_MESSAGES_PER_DAY)
    throw refused(
      'too_many_messages',
      `You’ve reached the limit of ${MAX_MESSAGES_PER_DAY} messages a day in this case. Please continue tomorrow.`,
    )
}

/** Has a message written about: at once, or with what follows it where there was a letter just now. */
export async function notifyOfMessage(
  tx: Transaction,
  notification: Omit<MessageNotification, 'quietSince'>,
  enqueue: Enqueue,
): Promise<void> {
  const { entryId, now } = notification
  if (await recordMessage(tx, { ...notification, quietSince: addMs(now, -THROTTLE_MS) }))
    await enqueue(tx, { job: 'cases.mail_news', input: { entryId } })
}

/** Orders the letters about messages that have waited for long enough; none is ordered twice. */
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
