import type { Database, Queryable } from '#database/database.ts'
import { refused } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import type { Files, OpenFile } from '#platform/files/files.ts'
import { privatePictures } from '#platform/files/picture-formats.ts'
import { defineUploads } from '#platform/files/uploads.ts'
import type { ChatPictureData } from '../contract.ts'
import { requireConversation, type ConversationRef } from '../conversations/use-conversation.ts'
import { insertChatPicture } from './picture-queries.ts'
import { explainWriteRefusal, toChatPictureView, UNSENT_RETENTION_MS } from '../rules.ts'
import { PICTURE_WIDTHS } from '../shapes.ts'

const format = privatePictures('chat', PICTURE_WIDTHS)

/** The pictures of messages, uploaded before they are sent. */
export const chatPictureUploads = defineUploads({
  format,
  table: { name: 'chat_pictures', keyColumn: 'public_id', usedByColumn: 'message_id' },
  unusedLifetimeMs: UNSENT_RETENTION_MS,
  createId: () => newSecretId('chatPicture'),
  async findOwner(db, ref: ConversationRef) {
    const conversation = await requireConversation(db, ref)
    const problem = explainWriteRefusal(conversation)
    if (problem) throw refused(problem.code, problem.text)
    return conversation
  },
  insert: (db, { id: conversationId, side }, { id, stored, now }) =>
    insertChatPicture(db, { ...stored, publicId: id, conversationId, side, createdAt: now }),
})

/**
 * Stores a picture for a message that an account is writing. Throws `conversation_not_found`, `not_a_picture`, `busy`,
 * and the reasons why the account cannot write.
 */
export async function saveChatPicture(
  db: Database,
  ref: ConversationRef,
  { bytes, files, now }: { bytes: Uint8Array; files: Files; now: Date },
): Promise<ChatPictureData> {
  const { id, stored } = await chatPictureUploads.save({ db, files, now }, bytes, ref)
  return toChatPictureView({ ...stored, id })
}

/** Returns a stored picture in one width. Throws `picture_not_found`. */
export function openChatPicture(
  db: Queryable,
  files: Files,
  { id, width }: Readonly<{ id: string; width: string }>,
): Promise<OpenFile> {
  return chatPictureUploads.open(db, files, { key: id, fileKey: format.getFileKey(id, width) })
}
