import { queryPrepared, type Queryable } from '#database/database.ts'
import { chatPictures } from '../tables.ts'

/** Records an uploaded picture. */
export async function insertChatPicture(
  db: Queryable,
  picture: typeof chatPictures.$inferInsert,
): Promise<void> {
  await db.insert(chatPictures).values(picture)
}

/** Deletes events from before a moment. */
export async function deleteOldEvents(db: Queryable, before: Date): Promise<void> {
  await queryPrepared(db, DELETE_OLD_EVENTS, [before])
}

const DELETE_OLD_EVENTS = {
  name: 'chat_delete_old_events',
  text: 'delete from chat_events where created_at < $1',
}

/** Deletes conversations that were opened before a moment and never had a message. */
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
