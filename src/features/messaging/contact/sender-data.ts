import type { Queryable, Transaction } from '#database/database.ts'
import { clearEmails } from '#features/messaging/notifications/service.ts'
import {
  deleteSentMessages,
  deleteSubscription,
  findSubscription,
  listSentMessages,
  type SentMessage,
  type StoredSubscription,
} from './sender-queries.ts'

/** The stored data of a sender to support or to a store, or of a newsletter subscriber. */
export type SenderData = Readonly<{
  messages: readonly SentMessage[]
  newsletter: StoredSubscription | null
}>

/** Returns the messages from an address with their answers, and its subscription. */
export async function exportSender(db: Queryable, email: string): Promise<SenderData> {
  return {
    messages: await listSentMessages(db, email),
    newsletter: (await findSubscription(db, email)) ?? null,
  }
}

/**
 * Deletes the messages from an address with their answers, and its subscription; empties the emails that forwarded the
 * messages. Returns how many messages it deleted, and whether there was a subscription.
 */
export async function eraseSender(
  tx: Transaction,
  email: string,
): Promise<{ messages: number; hadNewsletter: boolean }> {
  const ids = await deleteSentMessages(tx, email)
  await clearEmails(
    tx,
    ids.flatMap((id) => [`contact:${id}:support`, `contact:${id}:store`]),
  )
  return { messages: ids.length, hadNewsletter: await deleteSubscription(tx, email) }
}
