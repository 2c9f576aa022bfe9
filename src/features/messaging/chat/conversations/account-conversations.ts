import { inTransaction, type Queryable } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import {
  eraseMessages,
  deleteInbox,
  deleteAccountPictures,
  type ExportedRow,
  listAccountMessages,
} from './account-queries.ts'
import { toChatPictureView } from '../rules.ts'

/** A conversation in a data export: `with` is the other party, `from` the author of a message. */
export type ExportedConversation = Readonly<{
  id: string
  with: string
  messages: readonly Readonly<{
    from: 'me' | 'other'
    at: string
    content: string
    pictures: readonly string[]
  }>[]
}>

/** Returns all conversations of an account for its data export; pictures by their addresses in the shop. */
export async function exportConversations(db: Queryable, accountId: number): Promise<ExportedConversation[]> {
  const rows = await listAccountMessages(db, accountId)
  return [...Map.groupBy(rows, ({ conversation }) => conversation)].map(([id, messages]) => ({
    id,
    with: getOtherParty(messages),
    messages: messages.map(({ side, own, createdAt, content, pictures }) => ({
      from: side === own ? 'me' : 'other',
      at: createdAt.toISOString(),
      content,
      pictures: pictures.map((picture) => toChatPictureView({ id: picture, width: 0, height: 0 }).url),
    })),
  }))
}

function getOtherParty([first]: readonly ExportedRow[]): string {
  if (!first) return ''
  return first.own === 'customer' ? first.store : first.customer
}

/**
 * Erases what a closed account wrote and uploaded in all conversations. Messages of stores stay, including those that
 * the account wrote for a store. Call it in the transaction that closes the account; a job deletes the pictures' files.
 */
export async function eraseConversations(
  db: Queryable,
  { accountId, enqueue, now }: { accountId: number; enqueue: Enqueue; now: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await eraseMessages(tx, accountId, now)
    const pictures = await deleteAccountPictures(tx, accountId)
    await deleteInbox(tx, accountId)
    if (pictures.length > 0) await enqueue(tx, { job: 'chat.remove_pictures', input: { pictures } })
  })
}
