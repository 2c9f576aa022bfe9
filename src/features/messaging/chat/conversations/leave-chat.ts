import { inTransaction, type Queryable } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import {
  blankMessages,
  deleteInbox,
  deletePictures,
  type ExportedRow,
  listEverything,
} from './leave-queries.ts'
import { pictureOf } from '../messages/picture-address.ts'

/** A conversation as it is taken along: `with` is the other party, `from` who wrote. */
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

/** All conversations of a person, for whoever takes their data along; pictures by their addresses in the shop. */
export async function exportConversations(db: Queryable, personId: number): Promise<ExportedConversation[]> {
  const rows = await listEverything(db, personId)
  return [...Map.groupBy(rows, ({ conversation }) => conversation)].map(([id, messages]) => ({
    id,
    with: otherOf(messages),
    messages: messages.map(({ side, own, createdAt, content, pictures }) => ({
      from: side === own ? 'me' : 'other',
      at: createdAt.toISOString(),
      content,
      pictures: pictures.map((picture) => pictureOf({ id: picture, width: 0, height: 0 }).url),
    })),
  }))
}

function otherOf([first]: readonly ExportedRow[]): string {
  if (!first) return ''
  return first.own === 'person' ? first.store : first.person
}

/**
 * Takes out of all conversations what a person wrote and showed who closes the account; the stores keep what they
 * wrote themselves. What was written for a store stays with the store. To be done in the transaction that closes the account; a
 * job lets go of the pictures' files.
 */
export async function eraseConversations(
  db: Queryable,
  { personId, enqueue, now }: { personId: number; enqueue: Enqueue; now: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await blankMessages(tx, personId, now)
    const pictures = await deletePictures(tx, personId)
    await deleteInbox(tx, personId)
    if (pictures.length > 0) await enqueue(tx, { job: 'chat.remove_pictures', input: { pictures } })
  })
}
