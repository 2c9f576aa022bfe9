import { inTransaction, type Database, type Queryable } from '#database/database.ts'
import { notFound, refused } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import { limitConcurrency } from '#platform/concurrency/limit-concurrency.ts'
import type { Files, OpenFile } from '#platform/files/files.ts'
import { reencodePicture } from '#platform/files/pictures.ts'
import type { ChatPictureData } from '../contract.ts'
import { requireConversation, type ConversationRef } from '../conversations/use-conversation.ts'
import { getChatPictureFileKey, toChatPictureView } from './picture-url.ts'
import { hasPicture, insertChatPicture } from './picture-queries.ts'
import { explainWriteRefusal } from '../rules.ts'
import { PICTURE_WIDTHS } from '../shapes.ts'

/** Each takes a processor for some tenths of a second, and tens of megabytes. */
const limitProcessing = limitConcurrency({ atOnce: 2 })

/**
 * Keeps a picture that somebody is about to send, drawn again without whatever else its file held. Throws
 * `conversation_not_found`, `not_a_picture`, `busy`, and what keeps the sender from writing.
 */
export async function saveChatPicture(
  db: Database,
  ref: ConversationRef,
  { bytes, files, now }: { bytes: Uint8Array; files: Files; now: Date },
): Promise<ChatPictureData> {
  const conversation = await requireConversation(db, ref)
  const problem = explainWriteRefusal(conversation)
  if (problem) throw refused(problem.code, problem.text)
  const { width, height, webp } = await limitProcessing(() => reencodePicture(bytes, PICTURE_WIDTHS))
  const id = newSecretId('chatPicture')
  // Noted first: should the process die in between, the files of a noted picture are cleared away with it.
  await inTransaction(db, (tx) =>
    insertChatPicture(tx, {
      publicId: id,
      conversationId: conversation.id,
      side: conversation.side,
      width,
      height,
      createdAt: now,
    }),
  )
  for (const [variantWidth, variant] of webp)
    await files.put(getChatPictureFileKey(id, variantWidth), variant, 'image/webp')
  return toChatPictureView({ id, width, height })
}

/** Returns a stored picture in one width. Throws `picture_not_found`. */
export async function openChatPicture(
  db: Queryable,
  files: Files,
  { id, width }: Readonly<{ id: string; width: string }>,
): Promise<OpenFile> {
  const file = (await hasPicture(db, id)) ? await files.open(getChatPictureFileKey(id, width)) : undefined
  if (!file) throw notFound('picture_not_found', 'This picture doesn\u2019t exist.')
  return file
}

/** Lets go of the files of pictures that are noted nowhere any more. */
export async function removePictureFiles(files: Files, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    for (const width of PICTURE_WIDTHS) await files.remove(getChatPictureFileKey(id, width))
  }
}
