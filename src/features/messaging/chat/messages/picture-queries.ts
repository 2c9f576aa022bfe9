import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import { chatPictures } from '../tables.ts'

/** Records an uploaded picture. */
export async function insertChatPicture(
  tx: Transaction,
  picture: typeof chatPictures.$inferInsert,
): Promise<void> {
  await tx.insert(chatPictures).values(picture)
}

/** Whether there is a picture of that public id. */
export async function hasPicture(db: Queryable, publicId: string): Promise<boolean> {
  return (await queryPrepared(db, HAS_PICTURE, [publicId])).length > 0
}

const HAS_PICTURE = { name: 'chat_has_picture', text: 'select 1 from chat_pictures where public_id = $1' }

/** Deletes pictures that were uploaded before a moment and never sent; returns their public ids. */
export async function deleteUnsentPictures(db: Queryable, before: Date): Promise<string[]> {
  return toIds(await queryPrepared<{ id: string }>(db, DELETE_UNSENT_PICTURES, [before]))
}

const DELETE_UNSENT_PICTURES = {
  name: 'chat_delete_unsent',
  text: 'delete from chat_pictures where message_id is null and created_at < $1 returning public_id as id',
}

function toIds(found: readonly Readonly<{ id: string }>[]): string[] {
  return found.map(({ id }) => id)
}

/** Deletes events from before a moment. */
export async function deleteOldEvents(db: Queryable, before: Date): Promise<void> {
  await queryPrepared(db, DELETE_OLD_EVENTS, [before])
}

const DELETE_OLD_EVENTS = {
  name: 'chat_delete_old_events',
  text: 'delete from chat_events where created_at < $1',
}

/** Deletes conversations that were opened before a moment and in which nothing was ever written. */
export async function deleteUnusedConversations(db: Queryable, before: Date): Promise<void> {
  await queryPrepared(db, DELETE_UNUSED_CONVERSATIONS, [before])
}

const DELETE_UNUSED_CONVERSATIONS = {
  name: 'chat_delete_unused',
  text: `
    delete from conversations c where c.last_number = 0 and c.created_at < $1
      and not exists (select 1 from chat_pictures k where k.conversation_id = c.id)
      and not exists (select 1 from chat_messages m where m.conversation_id = c.id)`,
}
